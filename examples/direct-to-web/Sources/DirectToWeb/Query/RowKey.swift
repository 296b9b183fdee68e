/// The values of a row's key, in the order of ``Entity/key-swift.property``.
///
/// A row with `NULL` in its declared key has SQLite's identifier of the row for a key.
public struct RowKey: Hashable, Sendable {
  /// The values, none of them `NULL`.
  public let values: [Value]
  /// Whether the value is SQLite's identifier of a row with `NULL` in its declared key.
  public let isRowID: Bool

  /// Makes a key; returns nil when a value is `NULL`, because such a row has no key of this kind.
  public init?(_ values: [Value]) {
    guard !values.isEmpty, !values.contains(where: \.isNull) else { return nil }
    self.values = values
    isRowID = false
  }

  /// Makes the key of a row with `NULL` in its declared key.
  public init(rowID: Int64) {
    values = [.integer(rowID)]
    isRowID = true
  }

  /// Reads what ``token`` wrote.
  public init?(token: String) {
    if token.hasPrefix("i") {
      guard let rowID = Int64(token.dropFirst()) else { return nil }
      self.init(rowID: rowID)
    } else {
      guard let values = [Value](token: token) else { return nil }
      self.init(values)
    }
  }

  /// The key in letters that stand for themselves in URLs, such as `5`, `tacme,2`, or `i17` for an identifier
  /// of SQLite's.
  public var token: String { (isRowID ? "i" : "") + values.token }
}

/// A place between two rows of a list.
public struct Cursor: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    case keyset([Value])
    case offset(Int)
  }

  let place: Place

  init(_ place: Place) { self.place = place }

  /// Reads what ``token`` wrote.
  public init?(token: String) {
    if token.hasPrefix("o") {
      guard let offset = Int(token.dropFirst()), offset >= 0 else { return nil }
      place = .offset(offset)
    } else {
      guard let values = [Value](token: token) else { return nil }
      place = .keyset(values)
    }
  }

  /// The cursor in letters that stand for themselves in URLs.
  ///
  /// It holds the values of a row in the columns of the sort, so it is no secret to whom sees the row,
  /// and one to whom does not.
  public var token: String {
    switch place {
    case .keyset(let values): values.token
    case .offset(let offset): "o\(offset)"
    }
  }
}
