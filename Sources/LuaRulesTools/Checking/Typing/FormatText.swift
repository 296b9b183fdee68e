/// The items of a format for `string.format`.
struct FormatText {
  /// An item such as `%5.2f`.
  struct Item {
    enum Kind {
      case integer, number, anything
      /// What can be written in Lua: no table and no function.
      case literal
    }

    let kind: Kind
    let text: String
  }

  /// An item that Lua does not know.
  struct Unknown: Error {
    let text: String
  }

  private(set) var items: [Item] = []

  /// Reads a format.
  ///
  /// SOURCE: `str_format` in `lstrlib.c`.
  init(_ bytes: [UInt8]) throws(Unknown) {
    var index = 0
    while index < bytes.count {
      guard bytes[index] == Self.percent else {
        index += 1
        continue
      }
      let start = index
      index += 1
      if index < bytes.count, bytes[index] == Self.percent {
        index += 1
        continue
      }
      while index < bytes.count, Self.flags.contains(bytes[index]) { index += 1 }
      // A width and a precision have two digits at most, behind any flags.
      let isTooLong = bytes[start..<index].dropFirst().drop { Array("-+ #0".utf8).contains($0) }
        .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .contains { $0.count > 2 }
      if isTooLong {
        throw Unknown(
          text: String(decoding: bytes[start..<min(index + 1, bytes.count)], as: UTF8.self))
      }
      let text = String(decoding: bytes[start..<min(index + 1, bytes.count)], as: UTF8.self)
      guard index < bytes.count else { throw Unknown(text: text) }
      switch bytes[index] {
      case let letter where Array("diuoxXc".utf8).contains(letter):
        items.append(Item(kind: .integer, text: text))
      case let letter where Array("aAeEfFgG".utf8).contains(letter):
        items.append(Item(kind: .number, text: text))
      case UInt8(ascii: "q"):
        guard text == "%q" else { throw Unknown(text: text) }
        items.append(Item(kind: .literal, text: text))
      case let letter where Array("sp".utf8).contains(letter):
        items.append(Item(kind: .anything, text: text))
      default: throw Unknown(text: text)
      }
      index += 1
    }
  }

  private static let percent = UInt8(ascii: "%")
  private static let flags = Array("-+ #0123456789.".utf8)
}
