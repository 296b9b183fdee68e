#if Service && Signing
  import ArgumentParser
  import LuaBridge
  import LuaRules
  import LuaRulesSigning

  /// The option for rules that have to be signed.
  struct TrustOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "A file with the keys that may sign the rules, one on a line: the name of the set, the id "
          + "of the key, and what new-key printed; RULES=FILE for one of the sources alone.",
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
        let trust = try Self.trust(inFile: file)
        if let path { named[path] = trust } else { others = trust }
      }
    }

    /// Returns the source, which is refused unless it is signed as it has to be.
    func signed(_ source: RuleSource, of path: String) -> RuleSource {
      guard let trust = named[path] ?? others else { return source }
      return source.signed(by: trust)
    }

    private static func trust(inFile path: String) throws -> RuleTrust {
      let text = try SettingsFile(path).text(or: .untrusted)
      var set: Substring?
      var keys: [VerifyingKey] = []
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (index, line) in lines.enumerated() {
        let words = line.split(whereSeparator: \.isWhitespace)
        if words.isEmpty { continue }
        let location = SourceLocation(file: path, line: index + 1)
        guard words.count == 3 else {
          throw unusable(
            "a line has three words: the name of the set, the id of a key, and its public half",
            at: location)
        }
        guard set ?? words[0] == words[0] else {
          throw unusable("the keys are of two sets, \(set ?? "") and \(words[0])", at: location)
        }
        set = words[0]
        do {
          keys.append(try VerifyingKey(id: String(words[1]), base64: String(words[2])))
        } catch {
          throw unusable(error.message, at: location)
        }
      }
      do {
        return try RuleTrust(set: set.map(String.init) ?? "", keys: keys)
      } catch {
        throw unusable(
          keys.isEmpty ? "there is no key" : error.message, at: SourceLocation(file: path))
      }
    }

    private static func unusable(_ message: String, at location: SourceLocation) -> Failure {
      Failure(RuleError(.untrusted, message, at: location), .badData)
    }
  }
#endif
