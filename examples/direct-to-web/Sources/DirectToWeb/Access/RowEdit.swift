/// What a user wants a row to be.
public struct RowEdit: Hashable, Sendable {
  /// Links to make and to remove.
  public struct Links: Hashable, Sendable {
    /// The keys of rows to lead to.
    public var added: Set<RowKey>
    /// The keys of rows not to lead to any more.
    public var removed: Set<RowKey>

    /// Creates an edit of links.
    public init(added: Set<RowKey> = [], removed: Set<RowKey> = []) {
      self.added = added
      self.removed = removed
    }
  }

  /// Values by column.
  public var values: [Identifier: Value] = [:]
  /// The rows that to-one relationships are to lead to; nil for none.
  public var references: [Relationship: RowKey?] = [:]
  /// The links of many-to-many relationships.
  public var links: [Relationship: Links] = [:]

  /// Creates an edit that changes nothing.
  public init() {}

  /// Whether nothing is to be changed.
  public var isEmpty: Bool { values.isEmpty && references.isEmpty && links.isEmpty }
}

/// A row as a page showed it.
public struct ShownRow: Hashable, Sendable {
  /// The key.
  public var key: RowKey
  /// The values that were shown, by column; of a column without one any stored value will do.
  public var values: [Identifier: Value]

  /// Creates a shown row.
  public init(_ key: RowKey, values: [Identifier: Value] = [:]) {
    self.key = key
    self.values = values
  }
}
