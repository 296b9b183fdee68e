/// The values that the rows of a group have in common.
///
/// Keys are equal where SQLite puts rows into the same group: `1` and `1.0` are one number, and the
/// collation of a column tells which texts are one.
public struct GroupKey: Hashable, Sendable {
  /// The values of one of the rows.
  public let values: [Value]
  private let folded: [Value]

  /// Makes a key of the values of a row.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - columns: The columns that hold them, in the same order.
  public init(_ values: [Value], of columns: [AttributePath]) {
    self.values = values
    folded = zip(values, columns).map { $0.folded($1.attribute.collation) }
  }

  /// Compares as the columns do.
  public static func == (left: GroupKey, right: GroupKey) -> Bool { left.folded == right.folded }

  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

extension Value {
  /// The same value for all values that SQLite holds for equal.
  fileprivate func folded(_ collation: String?) -> Value {
    switch (self, collation?.uppercased()) {
    case (.real(let number), _): Int64(exactly: number).map(Value.integer) ?? self
    case (.text(let text), "NOCASE"):
      .text(String(decoding: text.utf8.map(\.asciiLowercased), as: UTF8.self))
    case (.text(let text), "RTRIM"):
      .text(text.withoutSpacesAtTheEnd)
    default: self
    }
  }
}

extension String {
  fileprivate var withoutSpacesAtTheEnd: String {
    let bytes = Array(utf8)
    let end = bytes.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? 0
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
