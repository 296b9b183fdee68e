/// A character at which Lua's parser stopped because it belongs to no token.
struct ForeignCharacter {
  private let scalar: Unicode.Scalar
  /// The code of the line before and after the character.
  private let before: Substring.UnicodeScalarView
  private let after: Substring.UnicodeScalarView

  /// Finds the character that a message of Lua's parser names by its first byte, as in `<\194>`.
  ///
  /// - Parameters:
  ///   - near: The token at which the parser stopped.
  ///   - code: The line without strings and comments.
  init?(near: String, in code: String) {
    guard near.hasPrefix("<\\"), near.hasSuffix(">"),
      let byte = UInt8(near.dropFirst(2).dropLast()),
      let place = code.unicodeScalars.firstIndex(where: { String($0).utf8.first == byte })
    else { return nil }
    let scalars = code.unicodeScalars
    scalar = scalars[place]
    before = scalars[..<place]
    after = scalars[scalars.index(after: place)...]
  }

  /// What is wrong, in place of the parser's message.
  var message: String {
    let code = String(scalar.value, radix: 16, uppercase: true)
    let number = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
    if isVisible { return "unexpected `\(scalar)` (\(number))" }
    let name = scalar.properties.name ?? scalar.properties.nameAlias ?? "control character"
    return "unexpected \(name.lowercased()) (\(number))"
  }

  /// What to write instead.
  var hint: String {
    if scalar.properties.isWhitespace { return "replace it with a plain space" }
    if !isVisible { return "it is invisible: delete it, or type the line again" }
    if let written = Self.written[scalar] { return "write `\(written)`" }
    guard isOfName(scalar) else { return "it belongs in a string, in quotes, or in a comment" }
    let rule = "names have only the letters a to z and A to Z, digits and `_`"
    if before.dropLast(word.before).last == "." {
      return "\(rule); write `[\"\(word.text)\"]` without the dot"
    }
    if after.dropFirst(word.after).first(where: { $0 != " " }) == "=" {
      return "\(rule); write `[\"\(word.text)\"] = …` for a field"
    }
    return "\(rule); text is written in quotes"
  }

  private var isVisible: Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned,
      .privateUse, .nonspacingMark:
      false
    default: true
    }
  }

  /// The name that the character is part of, and how many of its characters are before and after it.
  private var word: (text: String, before: Int, after: Int) {
    let start = before.reversed().prefix(while: isOfName)
    let end = after.prefix(while: isOfName)
    var text = String.UnicodeScalarView(start.reversed())
    text.append(scalar)
    text.append(contentsOf: end)
    return (String(text), start.count, end.count)
  }

  private func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || scalar.properties.generalCategory == .nonspacingMark
  }

  /// What Lua has in place of characters that editors and other programs write.
  private static let written: [Unicode.Scalar: String] = [
    "–": "-", "—": "-", "−": "-", "≠": "~=", "≤": "<=", "≥": ">=", "×": "*", "÷": "/", "·": "*",
    "…": "...", "，": ",", "；": ";", "＝": "=", "（": "(", "）": ")", "｛": "{", "｝": "}",
    "«": "\"", "»": "\"", "‚": "\"", "´": "'", "∧": "and", "∨": "or", "¬": "not",
  ]
}
