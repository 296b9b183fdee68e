import GRDB

/// The name of a table or column, read from the schema of a database.
///
/// It is the only kind of name that reaches SQL, and there is no other way to make one than to read it
/// from a row of SQLite's. Two names are equal when their bytes are.
public struct Identifier: Sendable {
  /// The name as the schema has it.
  public let name: String

  /// Reads a name from a row of a schema; returns nil for what cannot be a name in SQL.
  init?(column index: Int, of row: Row) throws {
    guard case .text(let name) = try Value(column: index, of: row), !name.utf8.contains(0) else {
      return nil
    }
    self.name = name
  }

  /// The name in double quotes, with each double quote in it written twice.
  var quoted: String {
    "\"" + name.doubling("\"") + "\""
  }

  /// Whether SQLite takes both for the same name: it ignores the case of ASCII letters only.
  public func matches(_ other: some StringProtocol) -> Bool {
    name.utf8.lazy.map(\.asciiLowercased).elementsEqual(other.utf8.lazy.map(\.asciiLowercased))
  }
}

extension Identifier: Hashable, Comparable {
  /// Compares bytes, not Unicode's equivalence of characters.
  public static func == (left: Identifier, right: Identifier) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8)
  }

  /// Orders by bytes.
  public static func < (left: Identifier, right: Identifier) -> Bool {
    left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }

  /// Feeds the bytes.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte) }
  }
}

extension Identifier: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

extension UInt8 {
  var asciiLowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}

extension String {
  /// Writes a quote twice.
  ///
  /// By scalars: to Swift a quote with a combining accent is a character of its own, to SQLite it ends
  /// the name.
  func doubling(_ quote: Unicode.Scalar) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if scalar == quote { result.unicodeScalars.append(quote) }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
