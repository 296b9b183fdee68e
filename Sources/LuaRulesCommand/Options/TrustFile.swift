#if Signing
  import LuaRules
  import LuaRulesSigning

  extension RuleTrust {
    /// What a file of keys has, for `--help`.
    static let fileHelp =
      "A file with the keys that may sign the rules, one on each line: the name of the set, the id "
      + "of the key, and the line that new-key printed."

    /// Reads the keys that may sign a set of rules, one on each line: the name of the set, the id of
    /// the key, and its public half.
    ///
    /// - Throws: ``Failure``.
    convenience init(inFile path: String) throws {
      let text = try SettingsFile(path).text(or: .untrusted)
      var set: Substring?
      var keys: [VerifyingKey] = []
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (index, line) in lines.enumerated() {
        let words = line.split(whereSeparator: \.isWhitespace)
        if words.isEmpty { continue }
        let location = SourceLocation(file: path, line: index + 1)
        guard words.count == 3 else {
          throw Self.unusable(
            "a line has three words: the name of the set, the id of a key, and its public half",
            at: location)
        }
        guard set ?? words[0] == words[0] else {
          throw Self.unusable(
            "the keys are of two sets, \(set ?? "") and \(words[0])", at: location)
        }
        set = words[0]
        do {
          keys.append(try VerifyingKey(id: String(words[1]), base64: String(words[2])))
        } catch {
          throw Self.unusable(error.message, at: location)
        }
      }
      do {
        try self.init(set: set.map(String.init) ?? "", keys: keys)
      } catch {
        throw Self.unusable(
          keys.isEmpty ? "there is no key" : error.message, at: SourceLocation(file: path))
      }
    }

    private static func unusable(_ message: String, at location: SourceLocation) -> Failure {
      Failure(RuleError(.untrusted, message, at: location), .badData)
    }
  }
#endif
