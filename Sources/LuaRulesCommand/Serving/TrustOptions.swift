#if Service && Signing
  import ArgumentParser
  import LuaBridge
  import LuaRules
  import LuaRulesSigning

  /// The option for rules that have to be signed.
  struct TrustOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "\(RuleTrust.fileHelp) RULES=FILE is for one of the sources.",
        valueName: "file"))
    var trust: [String] = []
  }

  /// The keys that may sign each source.
  struct TrustedKeys {
    /// The trust for a source without one of its own.
    private var others: RuleTrust?
    private var named: [ByteName: RuleTrust] = [:]

    /// Reads the files of the option.
    ///
    /// - Throws: ``Failure``.
    init(_ options: TrustOptions, for rules: RuleArguments) throws {
      for text in options.trust {
        let (path, file) = rules.parts(ofSetting: text)
        let trust = try RuleTrust(inFile: file)
        if let path { named[path] = trust } else { others = trust }
      }
    }

    /// Returns the source, which is refused unless it is signed as it has to be.
    func signed(_ source: RuleSource, of path: String) -> RuleSource {
      guard let trust = named[path] ?? others else { return source }
      return source.signed(by: trust)
    }
  }
#endif
