/// A text in JSON, laid out anew: numbers, texts and the order of names stay as they are.
///
/// - SOURCE: RFC 8259. Extensions that SQLite takes, such as comments, are none.
struct JSONText: Hashable, Sendable {
  /// With a line for each value.
  private(set) var pretty = ""
  /// Without spaces between.
  private(set) var compact = ""

  /// Reads a text; nil when it is not JSON, or nested deeper than 200 levels.
  init?(_ text: String) {
    var reader = Reader(rest: Array(text.utf8)[...])
    guard reader.value(level: 0) else { return nil }
    reader.skipSpaces()
    guard reader.rest.isEmpty else { return nil }
    pretty = String(decoding: reader.pretty, as: UTF8.self)
    compact = String(decoding: reader.compact, as: UTF8.self)
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>
    var pretty: [UInt8] = []
    var compact: [UInt8] = []

    mutating func skipSpaces() {
      rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }

    private mutating func take(_ byte: Character) -> Bool {
      guard let byte = byte.asciiValue, rest.first == byte else { return false }
      write(rest.prefix(1))
      rest.removeFirst()
      return true
    }

    private mutating func write(_ bytes: ArraySlice<UInt8>) {
      pretty += bytes
      compact += bytes
    }

    private mutating func beginLine(_ level: Int) {
      pretty += "\n".utf8
      pretty += String(repeating: "  ", count: level).utf8
    }

    /// Reads a value with the spaces before it.
    mutating func value(level: Int) -> Bool {
      skipSpaces()
      guard level < 200, let first = rest.first else { return false }
      switch first {
      case UInt8(ascii: "{"):
        return list("{", "}", level) { reader in
          guard reader.text() else { return false }
          reader.skipSpaces()
          guard reader.take(":") else { return false }
          reader.pretty += " ".utf8
          return reader.value(level: level + 1)
        }
      case UInt8(ascii: "["): return list("[", "]", level) { $0.value(level: level + 1) }
      case UInt8(ascii: "\""): return text()
      default: return word("true") || word("false") || word("null") || number()
      }
    }

    private mutating func list(
      _ open: Character, _ close: Character, _ level: Int, item: (inout Reader) -> Bool
    ) -> Bool {
      guard take(open) else { return false }
      skipSpaces()
      if take(close) { return true }
      repeat {
        skipSpaces()
        beginLine(level + 1)
        guard item(&self) else { return false }
        skipSpaces()
      } while take(",")
      beginLine(level)
      return take(close)
    }

    private mutating func word(_ word: String) -> Bool {
      guard rest.starts(with: word.utf8) else { return false }
      write(rest.prefix(word.utf8.count))
      rest = rest.dropFirst(word.utf8.count)
      return true
    }

    private mutating func text() -> Bool {
      guard rest.first == UInt8(ascii: "\"") else { return false }
      var index = rest.startIndex + 1
      while index < rest.endIndex, rest[index] != UInt8(ascii: "\"") {
        guard rest[index] >= 0x20 else { return false }
        if rest[index] == UInt8(ascii: "\\") {
          index += 1
          guard index < rest.endIndex, "\"\\/bfnrtu".utf8.contains(rest[index]) else {
            return false
          }
          if rest[index] == UInt8(ascii: "u") {
            let digits = rest[(index + 1)...].prefix(4)
            guard digits.count == 4, digits.allSatisfy(Self.isHexDigit) else { return false }
          }
        }
        index += 1
      }
      guard index < rest.endIndex else { return false }
      write(rest[...index])
      rest = rest[(index + 1)...]
      return true
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    private mutating func number() -> Bool {
      let digits = rest.prefix { "0123456789+-.eE".utf8.contains($0) }
      let text = String(decoding: digits, as: UTF8.self)
      guard text.wholeMatch(of: /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/) != nil
      else { return false }
      write(digits)
      rest = rest.dropFirst(digits.count)
      return true
    }
  }
}
