/// What was written in one row, for a history.
///
/// It holds all columns, also those that its user may not see.
public struct RowChange: Hashable, Sendable {
  /// What happened to the row.
  public enum Kind: String, Sendable {
    /// It was made.
    case insert
    /// It was changed.
    case update
    /// It was deleted.
    case delete
    /// It was deleted before, and is back.
    case restore
  }

  /// The links that were made and removed, of one many-to-many relationship.
  public struct Links: Hashable, Sendable {
    /// The name of the relationship.
    public let relationship: String
    /// The keys of rows that the row leads to now.
    public let added: [RowKey]
    /// The keys of rows that the row does not lead to any more.
    public let removed: [RowKey]
  }

  /// What happened.
  public let kind: Kind
  /// The table.
  public let entity: Identifier
  /// The key before; nil for a new row.
  public let oldKey: RowKey?
  /// The key after; nil for a deleted row.
  public let newKey: RowKey?
  /// The values before: of the columns that changed, or all of a deleted row.
  public let old: [Identifier: Value]
  /// The values after: of the columns that changed, by triggers too, or all of a new row.
  public let new: [Identifier: Value]
  /// The links that changed.
  public let links: [Links]
  /// Whether it followed from a change of another row, as foreign keys demand.
  public var isConsequence = false
}
