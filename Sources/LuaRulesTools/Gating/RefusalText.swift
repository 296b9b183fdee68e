import LuaRules

/// The reason of a gate's refusal: a sentence, and a line for each finding.
enum RefusalText {
  /// The most findings that are listed.
  static let mostLines = 20

  /// Returns the reason.
  static func of(_ sentence: String, _ findings: [String]) -> String {
    guard !findings.isEmpty else { return sentence }
    let rest = findings.count - mostLines
    let lines = findings.prefix(mostLines) + (rest > 0 ? ["and \(rest) more"] : [])
    return "\(sentence):\n" + lines.map { "  \($0)" }.joined(separator: "\n")
  }

  /// Returns the first line of a finding that is told in several lines.
  ///
  /// It is cut if it is too long: a finding may show values that rules gave.
  static func firstLine(of finding: some CustomStringConvertible) -> String {
    PrintableText.of(String(finding.description.prefix { $0 != "\n" }))
  }
}
