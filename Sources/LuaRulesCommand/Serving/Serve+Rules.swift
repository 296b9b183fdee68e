#if Service
  import ArgumentParser
  import Dispatch
  import Foundation
  import LuaRules
  import LuaRulesService
  import LuaRulesTools

  #if HTTP
    import LuaRulesHTTP
  #endif

  extension Serve {
    /// Throws for addresses where they cannot be, and for options that only addresses have.
    ///
    /// - Throws: `ValidationError`.
    func checkAddresses() throws {
      let addresses = (rules.rules + rules.fallback).filter(Self.isAddress)
      guard addresses.count <= 1 else {
        throw ValidationError("serve takes at most one address, not \(addresses.count)")
      }
      guard rules.rules.count <= 1 || !rules.rules.contains(where: Self.isAddress) else {
        throw ValidationError(
          "no other rules can be named beside an address; name them with --fallback")
      }
      #if HTTP
        if addresses.isEmpty { try fetching.refuseWithoutAddress() }
      #endif
    }

    /// Loads the rules and each fallback as live models; those that do not load begin empty.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - gates: What edited rules have to pass.
    ///   - log: The observer of all answers.
    /// - Returns: The models, the fallbacks last, and what tells of the rules of an address.
    /// - Throws: ``Failure``.
    func liveModels(
      of rules: RuleArguments, gates: [ProjectGate], log: DecisionLog?
    ) throws -> ([LiveRuleModel], fetched: (@Sendable () -> FetchedStatus)?) {
      var status: (@Sendable () -> FetchedStatus)?
      let schema = try RuleSchema(contentsOf: rules.schema)
      let host = HostFunctions(placeholders: schema.hostFunctionNames)
      let granted = try GrantedRules(rules)
      let sign = try signing(for: rules)
      var options = rules.modelOptions
      // Contexts of strangers must not switch a rule off for everybody.
      options.suspension = .never
      let models = try rules.liveModels(gates: gates) { paths, index, gate in
        var live = LiveRuleOptions()
        live.gate = gate
        if index == 0, let log { live.observers = [.init(log)] }
        do {
          guard let path = paths.first, Self.isAddress(path) else {
            return try LiveRuleModel(
              sources: paths.map { sign(granted.source($0), $0) }, schema: schema, host: host,
              initialModel: .empty, options: options, live: live)
          }
          let (source, archive, fetched) = try fetchedRules(path) { bytes, name in
            sign(granted.source(bundle: bytes, name: name, of: path), path)
          }
          status = fetched
          return try LiveRuleModel(
            source, schema: schema, host: host, initialModel: .empty, archive: archive,
            options: options, live: live)
        } catch let error as RuleError {
          throw Failure(error, .rulesAtFault)
        }
      }
      return (models, status)
    }

    /// Returns a function that adds the trust in keys to a source, if the options demand it.
    ///
    /// The function gets the source, and the argument that names it.
    private func signing(
      for rules: RuleArguments
    ) throws -> @Sendable (RuleSource, String) -> RuleSource {
      #if Signing
        let keys = try TrustedKeys(trusting, for: rules)
        return { keys.signed($0, of: $1) }
      #else
        return { source, _ in source }
      #endif
    }

    /// Returns the rules of an address, the folder of their archive, and what tells of them.
    ///
    /// Waits some seconds for the first answer of the server; later answers come as changes.
    ///
    /// - Throws: ``Failure``.
    private func fetchedRules(
      _ address: String,
      _ source: @escaping @Sendable (_ bytes: [UInt8], _ name: String) -> RuleSource
    ) throws -> (any LiveRuleSource, archive: URL?, @Sendable () -> FetchedStatus) {
      #if HTTP
        guard let url = URL(string: address) else {
          throw Failure(RuleError(.unreadable, "the address is not one of HTTP"), .noInput)
        }
        let fetched: HTTPRuleSource
        let options = try fetching.options(for: url)
        do throws(RuleError) {
          fetched = try HTTPRuleSource(asking: url, options: options, source: source)
        } catch {
          throw Failure(error, .noInput)
        }
        fetched.waitForFirstAnswer(atMost: .seconds(5))
        return (
          fetched, fetching.archive,
          { [weak fetched] in
            let status = fetched?.status
            return FetchedStatus(
              revision: status?.revision, ageSeconds: status?.age.map { $0 / .seconds(1) },
              failures: fetched?.failures ?? 0)
          }
        )
      #else
        throw Failure(
          RuleError(
            .unreadable, "this luarules cannot fetch rules from an address",
            hint: "build it with the trait `HTTP`: "
              + "swift build --traits Service,HTTP --product luarules"), .noInput)
      #endif
    }

    /// Whether rules are named by the address of a server.
    static func isAddress(_ rules: String) -> Bool {
      ["http:", "https:"].contains { rules.lowercased().hasPrefix("\($0)//") }
    }
  }
#endif
