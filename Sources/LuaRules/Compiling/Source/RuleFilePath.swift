/// Decides which paths below a folder are files that rules may use.
package enum RuleFilePath {
  /// Whether the path has no empty or hidden parts and no control
  /// characters, and may be a rule file.
  package static func isPath(_ path: String) -> Bool {
    let names = FilePath.allParts(of: path)
    return names.allSatisfy { !$0.isEmpty && !isHidden($0) && $0.utf8.allSatisfy { $0 >= 0x20 } }
      && names.last.map(isRuleFile) == true
  }

  /// Whether entries with this name are ignored; these include `.` and `..`.
  package static func isHidden(_ name: some StringProtocol) -> Bool {
    name.utf8.first == UInt8(ascii: ".")
  }

  /// Whether a file with the name may be read as rules or as a module.
  package static func isRuleFile(_ name: some StringProtocol) -> Bool {
    name.hasSuffix(".lua") && !name.hasSuffix(".test.lua")
  }
}
