#if Signing
  /// Which paths below a folder are those of files that rules may use.
  enum RulePath {
    /// Whether the path is written plainly, and is that of a rule file or a module.
    static func isPath(_ path: String) -> Bool {
      let names = path.split(separator: "/", omittingEmptySubsequences: false)
      return names.allSatisfy { !$0.isEmpty && !isHidden($0) && $0.utf8.allSatisfy { $0 >= 0x20 } }
        && names.last.map(isRuleFile) == true
    }

    /// Whether the name is neither looked into nor read; `.` and `..` are.
    static func isHidden(_ name: some StringProtocol) -> Bool {
      name.utf8.first == UInt8(ascii: ".")
    }

    /// Whether a file with the name may be read as rules or as a module.
    static func isRuleFile(_ name: some StringProtocol) -> Bool {
      name.hasSuffix(".lua") && !name.hasSuffix(".test.lua")
    }
  }
#endif
