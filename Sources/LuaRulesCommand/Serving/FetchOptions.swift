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
        "Where the last good bundle of an address is stored, for a start without its server.",
        valueName: "file"))
    var cache: String?

    @Option(
      help: ArgumentHelp(
        "A file with the token for the server of an address. Without it, the environment variable "
          + "LUARULES_FETCH_TOKEN is read in the same way.",
        valueName: "file"))
    var fetchTokenFile: String?

    func validate() throws {
      if let interval, !(interval > 0 && interval <= 86_400) {
        throw ValidationError(
          "--interval wants seconds, more than 0 and at most 86400, not \(interval)")
      }
    }

    /// Throws where no rules come from an address.
    ///
    /// - Throws: `ValidationError` that names an option.
    func refuseWithoutAddress() throws {
      let given = [
        ("--interval", interval != nil), ("--cache", cache != nil),
        ("--fetch-token-file", fetchTokenFile != nil),
      ]
      for case (let name, true) in given {
        throw ValidationError("\(name) wants rules that come from an address")
      }
    }

    /// Returns how to ask a server.
    ///
    /// - Throws: ``Failure`` for a token that cannot be sent.
    func options(for url: URL) throws -> HTTPRuleOptions {
      var options = HTTPRuleOptions()
      if let interval { options.interval = .seconds(interval) }
      options.cacheFile = cache.map { URL(filePath: $0) }
      options.token = try token(for: url)
      return options
    }

    private func token(for url: URL) throws -> String? {
      let name = fetchTokenFile ?? "LUARULES_FETCH_TOKEN"
      let text =
        try fetchTokenFile.map { try SettingsFile($0).text(or: .unreadable) }
        ?? ProcessInfo.processInfo.environment[name]
      guard let token = text?.split(whereSeparator: \.isNewline), let text = token.first else {
        guard text == nil else { throw Self.unusable("there is no token", in: name) }
        return nil
      }
      guard token.count == 1, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw Self.unusable("the token is not one line of visible ASCII", in: name)
      }
      let isOfThisMachine = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(url.host())
      guard url.scheme?.lowercased() == "https" || isOfThisMachine else {
        throw Self.unusable("the token would be sent without encryption", in: name)
      }
      return String(text)
    }

    private static func unusable(_ message: String, in file: String) -> Failure {
      Failure(RuleError(.unreadable, message, at: SourceLocation(file: file)), .badData)
    }
  }
#endif
