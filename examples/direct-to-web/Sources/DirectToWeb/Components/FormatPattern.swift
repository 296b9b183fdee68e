import Foundation

/// How a number or text becomes a text: one directive with words around it, as in `%.2f €`.
///
/// `%d` is a whole number, `%.2f` a number with two digits behind the point, `%s` the text as it is, `%%` a
/// percent sign.
struct FormatPattern {
  private enum Directive {
    case text
    case whole
    case fraction(Int)
  }

  private let before: String
  private let after: String
  private let directive: Directive

  /// Reads a pattern; nil when it has no directive, several, or one that is not among the three.
  init?(_ pattern: String) {
    var texts = [""]
    var found: Directive?
    var rest = pattern.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "%" else {
        texts[texts.count - 1].unicodeScalars.append(scalar)
        continue
      }
      if rest.first == "%" {
        rest.removeFirst()
        texts[texts.count - 1] += "%"
        continue
      }
      var digits: Int?
      if rest.first == "." {
        rest.removeFirst()
        guard let digit = rest.popFirst(),
          let number = digit.properties.numericType == .decimal
            ? Int(String(digit)) : nil
        else { return nil }
        digits = number
      }
      guard found == nil, let letter = rest.popFirst() else { return nil }
      switch (letter, digits) {
      case ("s", nil): found = .text
      case ("d", nil): found = .whole
      case ("f", _): found = .fraction(digits ?? 6)
      default: return nil
      }
      texts.append("")
    }
    guard let found else { return nil }
    before = texts[0]
    after = texts[1]
    directive = found
  }

  /// The text of a value; nil when it is no number where the pattern wants one.
  func text(of value: Value) -> String? {
    guard let middle = middle(of: value) else { return nil }
    return before + middle + after
  }

  private func middle(of value: Value) -> String? {
    switch (directive, value) {
    case (.text, .text(let text)): text
    case (.text, .integer(let number)): String(number)
    case (.text, .real(let number)): number.plainText
    case (.whole, .integer(let number)): String(number)
    case (.whole, .real(let number)): Self.fixed(number, 0)
    case (.fraction(let digits), .integer(let number)): Self.fixed(Double(number), digits)
    case (.fraction(let digits), .real(let number)): Self.fixed(number, digits)
    default: nil
    }
  }

  private static func fixed(_ number: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", number)
  }
}
