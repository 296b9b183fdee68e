import LuaBridge

extension ConversionError {
  /// The hint for a text that was probably cut inside a character.
  static let cutCharacterHint =
    "was it cut inside a character? `string.sub` counts bytes; `utf8.offset(text, n)` is the byte at "
    + "which character n begins"

  /// The hint for what was probably meant: a name or string that is close to the given one, or the same
  /// value with other quotes.
  package var spellingHint: String? {
    if let unknownMember {
      return Spelling.suggestion(for: unknownMember, among: allowed)
        .map { "did you mean `\($0)`?" }
    }
    if expected == Self.textInUTF8 { return Self.cutCharacterHint }
    guard given.hasPrefix("\"") else {
      let isScalar = ["true", "false"].contains(given) || Self.isNumber(given)
      return isScalar && expected == "a string" ? "write \"\(given)\", in quotes" : nil
    }
    let text = String(given.dropFirst().dropLast())
    let isQuoted =
      switch expected {
      case "true or false": ["true", "false"].contains(text)
      case "a number": Self.isNumber(text)
      default: expected.hasPrefix("an integer") && Int64(text) != nil
      }
    if isQuoted { return "write \(text) without quotes" }
    return Spelling.suggestion(for: text, among: allowed).map { "did you mean \"\($0)\"?" }
  }

  private static func isNumber(_ text: String) -> Bool {
    text.wholeMatch(of: #/-?\d+(\.\d+)?/#) != nil
  }
}
