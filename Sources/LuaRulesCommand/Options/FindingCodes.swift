import ArgumentParser
import LuaRules
import LuaRulesTools

/// Codes of findings, separated by commas.
struct FindingCodes {
  let codes: Set<RuleFinding.Code>

  /// - Throws: `ValidationError` for a code that does not exist, and if there is none.
  init(_ argument: String) throws {
    let words = argument.split { $0 == "," || $0 == " " }
    if words.isEmpty { throw ValidationError("expected codes, separated by commas") }
    codes = Set(try words.map { try Self.code(String($0)) })
  }

  /// Returns the code with a name.
  ///
  /// - Throws: `ValidationError` if there is none.
  static func code(_ name: String) throws -> RuleFinding.Code {
    if let code = RuleFinding.Code.all.first(where: { $0.rawValue == name }) { return code }
    let meant = RuleError.likelyName(for: name, among: RuleFinding.Code.all.map(\.rawValue))
    throw ValidationError(
      "there is no code `\(name)`"
        + (meant.map { "; did you mean `\($0)`?" } ?? "; `luarules check --list` lists all codes"))
  }
}

extension RuleFinding.Code {
  /// The codes with their meanings, one in a line.
  static var list: String {
    let width = all.map(\.rawValue.count).max() ?? 0
    return all.map { code in
      code.rawValue + String(repeating: " ", count: width - code.rawValue.count + 2) + code.summary
    }.joined(separator: "\n")
  }

  /// What the code means, and how to hide it.
  var explanation: String {
    """
    \(rawValue): \(summary)

    To hide one finding, write a comment on its line, or on the first line of its rule:
      -- check: ignore \(rawValue): REASON
    To hide all of them, or to change their level, name the code in luarules.json:
      { "findings": { "\(rawValue)": "off" } }
    """
  }
}
