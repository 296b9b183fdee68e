#if Service && HTTP
  import ArgumentParser
  import Foundation
  import LuaRules
  import LuaRulesHTTP

  /// The options for rules that come from an address.
  struct FetchOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "How long to wait between two questions for a newer bundle at an address.",
        valueName: "seconds"))
    var interval: Double?

    @Option(
      help: ArgumentHelp(
        "A folder that stores the last bundle of an address, and the last ones that were accepted, "
          + "for a start without its server or with a bad bundle.",
        valueName: "folder"))
    var cache: String?

    @Option(
      help: ArgumentHelp(
        "Another host to which the server of an address may redirect; may be repeated.",
        valueName: "host"))
    var redirectHost: [String] = []

    @Option(
      help: ArgumentHelp(
        "A file with the token for the server of an address. Without it, the environment variable "
          + "LUARULES_FETCH_TOKEN is read in the same way.",
        valueName: "file"))
    var fetchTokenFile: String?

    func validate() throws {
      if let interval, !(interval > 0 && interval <= 86_400) {
        throw ValidationError(
          "--interval takes seconds, more than 0 and at most 86400, not \(interval)")
      }
    }

    /// Throws where no rules come from an address.
    ///
    /// - Throws: `ValidationError` that names an option.
    func refuseWithoutAddress() throws {
      let given = [
        ("--interval", interval != nil), ("--cache", cache != nil),
        ("--fetch-token-file", fetchTokenFile != nil), ("--redirect-host", !redirectHost.isEmpty),
      ]
      for case (let name, true) in given {
        throw ValidationError("\(name) needs rules from an address")
      }
    }

    /// Returns how to ask a server.
    ///
    /// - Throws: ``Failure`` for a token that cannot be sent, or a folder that cannot be made.
    func options(for url: URL) throws -> HTTPRuleOptions {
      var options = HTTPRuleOptions()
      if let interval { options.interval = .seconds(interval) }
      if let cache {
        do {
          try FileManager.default.createDirectory(
            atPath: cache, withIntermediateDirectories: true)
        } catch {
          throw Failure(
            RuleError(.unwritable, "the folder cannot be made", at: SourceLocation(file: cache)),
            .noOutput)
        }
        options.cacheFile = URL(filePath: cache).appending(path: "fetched.rules")
      }
      options.redirectHosts = Set(redirectHost)
      options.token = try token(for: url)
      return options
    }

    /// The folder with the generations that were accepted.
    var archive: URL? { cache.map { URL(filePath: $0).appending(path: "accepted") } }

    private func token(for url: URL) throws -> String? {
      let name = fetchTokenFile ?? "LUARULES_FETCH_TOKEN"
      let text =
        try fetchTokenFile.map { try SettingsFile($0).text(or: .unreadable) }
        ?? ProcessInfo.processInfo.environment[name]
      guard let text else { return nil }
      let lines = text.split(whereSeparator: \.isNewline)
      guard lines.count == 1, let token = lines.first.map(String.init) else {
        let message = lines.isEmpty ? "there is no token" : "there is more than one line"
        throw Failure(
          RuleError(.unreadable, message, at: SourceLocation(file: name)), .badData)
      }
      do {
        try HTTPRuleSource.check(token, for: url)
      } catch {
        var error = error
        error.location = SourceLocation(file: name)
        throw Failure(error, .badData)
      }
      return token
    }
  }
#endif
