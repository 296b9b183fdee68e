/// A piece of an expression.
struct FEELToken: Equatable, Sendable {
  enum Kind: Equatable, Sendable { case word, number, text, symbol, end }

  let kind: Kind
  /// The word or symbol as written; a text without its quotes.
  let text: String
  let offset: Int
  let end: Int
}

/// Splits expressions into tokens.
enum FEELTokens {
  /// The tokens of an expression, with one of the kind `end` at last.
  ///
  /// - Throws: ``FEELFault`` for what begins no token.
  static func of(_ source: String) throws(FEELFault) -> [FEELToken] {
    let scalars = Array(source.unicodeScalars)
    var tokens: [FEELToken] = []
    var index = 0
    func at(_ position: Int) -> Unicode.Scalar? {
      position < scalars.count ? scalars[position] : nil
    }
    func add(_ kind: FEELToken.Kind, _ text: String, from start: Int) {
      tokens.append(FEELToken(kind: kind, text: text, offset: start, end: index))
    }
    while let scalar = at(index) {
      let start = index
      if scalar.properties.isWhitespace || scalar == "\u{FEFF}" || scalar == "\u{180E}" {
        index += 1
      } else if scalar == "/", at(index + 1) == "/" {
        while let next = at(index), next != "\n", next != "\r" { index += 1 }
      } else if scalar == "/", at(index + 1) == "*" {
        index += 2
        while at(index) != nil, !(at(index) == "*" && at(index + 1) == "/") { index += 1 }
        guard at(index) != nil else {
          throw FEELFault(message: "a comment is not closed", offset: start)
        }
        index += 2
      } else if scalar == "\"" {
        let text = try text(scalars, &index)
        add(.text, text, from: start)
      } else if isDigit(scalar) || (scalar == "." && at(index + 1).map(isDigit) == true) {
        var digits = ""
        while let next = at(index), isDigit(next) {
          digits.unicodeScalars.append(next)
          index += 1
        }
        if at(index) == ".", at(index + 1).map(isDigit) == true {
          digits += "."
          index += 1
          while let next = at(index), isDigit(next) {
            digits.unicodeScalars.append(next)
            index += 1
          }
        }
        if let letter = at(index), letter == "e" || letter == "E" {
          var ahead = index + 1
          if let sign = at(ahead), sign == "+" || sign == "-" { ahead += 1 }
          if at(ahead).map(isDigit) == true {
            while index < ahead {
              digits.unicodeScalars.append(scalars[index])
              index += 1
            }
            while let next = at(index), isDigit(next) {
              digits.unicodeScalars.append(next)
              index += 1
            }
          }
        }
        add(.number, digits.hasPrefix(".") ? "0" + digits : digits, from: start)
      } else if isNameStart(scalar) {
        var word = ""
        while let next = at(index), isNameStart(next) || isDigit(next) || isNamePart(next) {
          word.unicodeScalars.append(next)
          index += 1
        }
        add(.word, word, from: start)
      } else {
        let pair = at(index + 1).map { "\(scalar)\($0)" } ?? ""
        let isLong = ["**", "..", "<=", ">=", "!=", "->", "=="].contains(pair)
        index += isLong ? 2 : 1
        add(.symbol, isLong ? pair : "\(scalar)", from: start)
      }
    }
    add(.end, "", from: scalars.count)
    return tokens
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    (0x30...0x39).contains(scalar.value)
  }

  // SOURCE: DMN 1.5, 10.3.1.2, rules 27 to 29.
  private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3F, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D,
      0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
      0x10000...0xEFFFF:
      true
    default: false
    }
  }

  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: false
    }
  }

  private static func text(_ scalars: [Unicode.Scalar], _ index: inout Int) throws(FEELFault)
    -> String
  {
    let start = index
    var text = ""
    /// The first half of a pair that stands for one character.
    var lead: UInt32?
    index += 1
    while index < scalars.count, scalars[index] != "\"" {
      guard scalars[index] == "\\", index + 1 < scalars.count else {
        text.unicodeScalars.append(scalars[index])
        index += 1
        continue
      }
      let escape = scalars[index + 1]
      index += 2
      switch escape {
      case "n": text += "\n"
      case "t": text += "\t"
      case "r": text += "\r"
      case "\"", "'", "\\": text.unicodeScalars.append(escape)
      case "u", "U":
        let count = escape == "u" ? 4 : 6
        let digits = scalars[index..<min(index + count, scalars.count)]
        guard digits.count == count, digits.allSatisfy(\.properties.isASCIIHexDigit),
          let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
        else {
          throw FEELFault(message: "`\\\(escape)` has too few digits", offset: index - 2)
        }
        index += count
        if (0xD800...0xDBFF).contains(value) {
          lead = value
          continue
        }
        var code = value
        if let first = lead, (0xDC00...0xDFFF).contains(value) {
          code = 0x10000 + (first - 0xD800) << 10 + (value - 0xDC00)
        }
        lead = nil
        guard let scalar = Unicode.Scalar(code) else {
          throw FEELFault(message: "`\\\(escape)` is no character", offset: index - 2 - count)
        }
        text.unicodeScalars.append(scalar)
      default:
        // A pattern such as "\d" keeps its backslash.
        text += "\\"
        text.unicodeScalars.append(escape)
      }
    }
    guard index < scalars.count else {
      throw FEELFault(message: "a text is not closed", offset: start)
    }
    index += 1
    return text
  }
}
