import Logging
import LuaRules
import LuaRulesTools

/// Live models for the rules of the options, with one generation number for all
/// of them.
struct WatchedRules {
  /// The generation of the rules that answer: 1, 2, 3 …; 0 until all have been
  /// loaded.
  private(set) var generation = 0

  private let options: RuleArguments
  private let gates: [ProjectGate]
  private let wakeUp: WakeUp
  /// The rules, followed by each fallback.
  private var links: [Link] = []

  private struct Link {
    let live: LiveRuleModel
    /// The model that answers, once the sources were valid.
    var model: RuleModel?
    var generation = 0
  }

  init(_ options: RuleArguments, gates: [ProjectGate], wakeUp: WakeUp) {
    self.options = options
    self.gates = gates
    self.wakeUp = wakeUp
  }

  /// The error of the current sources; `nil` if they are valid.
  var rejection: RuleError? {
    let errors = links.compactMap(\.live.rejection)
    guard var error = errors.first else { return nil }
    error.others += errors.dropFirst()
    return error
  }

  /// The gate's refusal of the current sources; `nil` if it accepts them.
  var refusal: RuleError? {
    let lines = links.compactMap(\.live.refusal).joined(separator: "\n").split(separator: "\n")
    guard var first = lines.first else { return nil }
    if first.hasSuffix(":") { first.removeLast() }
    let findings = lines.dropFirst().map { RuleError.Note(String($0.drop { $0 == " " })) }
    return RuleError(.refused, "the gate refused the rules: \(first)", notes: findings)
  }

  /// Loads all rules with a schema; rules that do not load do not replace the
  /// current ones.
  mutating func load(_ schema: RuleSchema) throws {
    let host = HostFunctions(placeholders: schema.hostFunctionNames)
    let granted = try GrantedRules(options)
    let current = links.isEmpty ? [nil] + options.fallback.map { _ in nil } : links.map(\.model)
    for link in links { link.live.stop() }
    let models = try options.liveModels(gates: gates) { paths, index, gate in
      try LiveRuleModel(
        sources: paths.map(granted.source), schema: schema, host: host,
        initialModel: current[index] ?? .empty, options: options.modelOptions,
        live: liveOptions(gate))
    }
    links = zip(models, current).map { Link(live: $0, model: $1) }
    for live in models {
      let events = live.events
      Task.detached { [wakeUp] in
        for await _ in events { wakeUp.ring() }
      }
    }
  }

  /// Takes a snapshot of the current rules, which no swap changes; `nil` until
  /// all have been loaded.
  mutating func take() -> RuleModel? {
    var step = 0
    for index in links.indices {
      let (model, generation) = links[index].live.pinned()
      // Until the first successful load the number is 0, and the previous model still
      // answers.
      guard generation > links[index].generation else { continue }
      step = max(step, generation - links[index].generation)
      links[index].model = model
      links[index].generation = generation
    }
    let models = links.compactMap(\.model)
    guard let first = models.first, models.count == links.count else { return nil }
    generation = max(generation + step, 1)
    return models.dropFirst().reduce(first) { $0.fallback($1) }
  }

  private func liveOptions(_ gate: ReloadGate?) -> LiveRuleOptions {
    var live = LiveRuleOptions()
    live.gate = gate
    // The command reports errors itself.
    live.logger = Logger(label: "luarules") { _ in SwiftLogNoOpLogHandler() }
    return live
  }
}

extension RuleError.Code {
  /// Rules that the gate refuses.
  fileprivate static let refused = Self(rawValue: "refused")
}
