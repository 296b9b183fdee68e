/// Finds the names of the members in a JSON text.
struct JSONNames {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Calls `visit` for each member, with its path, the place of its name, and its
  /// value if that is a string; and for each string in a list, whose name is its
  /// number, with its own place.
  mutating func read(
    _ visit: (_ path: [String], _ name: EditedFile.Range, _ value: String?) -> Void
  ) {
    value([], visit)
  }

  private static let greatestDepth = 100

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
  }

  /// Reads a string; returns its place without quotes.
  private mutating func string() -> EditedFile.Range {
    position += 1
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position, bytes.count)
    let end = position
    if position < bytes.count { position += 1 }
    return start..<end
  }

  private mutating func value(
    _ path: [String],
    _ visit: (_ path: [String], _ name: EditedFile.Range, _ value: String?) -> Void
  ) {
    skipSpace()
    guard position < bytes.count, path.count < Self.greatestDepth else {
      position = bytes.count
      return
    }
    switch bytes[position] {
    case UInt8(ascii: "{"):
      position += 1
      while true {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { break }
        let name = string()
        skipSpace()
        if position < bytes.count, bytes[position] == UInt8(ascii: ":") { position += 1 }
        skipSpace()
        let inner = path + [String(decoding: bytes[name], as: UTF8.self)]
        visit(inner, name, text())
        value(inner, visit)
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { break }
        position += 1
      }
      if position < bytes.count { position += 1 }
    case UInt8(ascii: "["):
      position += 1
      var number = 0
      while true {
        skipSpace()
        guard position < bytes.count, bytes[position] != UInt8(ascii: "]") else { break }
        let start = position
        if let text = text() {
          var copy = self
          visit(path + ["\(number)"], copy.string(), text)
        }
        value(path + ["\(number)"], visit)
        number += 1
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: ","), position > start else {
          break
        }
        position += 1
      }
      if position < bytes.count { position += 1 }
    case UInt8(ascii: "\""): _ = string()
    default:
      while position < bytes.count, !",]} \n\r\t".utf8.contains(bytes[position]) { position += 1 }
    }
  }

  /// The text of the string at the position; `nil` if there is none.
  private func text() -> String? {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
    var copy = self
    return String(decoding: bytes[copy.string()], as: UTF8.self)
  }
}
