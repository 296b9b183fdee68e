/// A way from a row to rows of another table, as foreign keys tell.
public struct Relationship: Hashable, Sendable {
  /// How many rows there are at the other end.
  public enum Kind: String, Sendable {
    /// At most one: this table has the foreign key.
    case toOne
    /// Any number: the other table has the foreign key.
    case toMany
    /// Any number, through a table that holds nothing but pairs of keys.
    case manyToMany
  }

  /// Two columns that have the same value.
  public struct ColumnPair: Hashable, Sendable {
    /// The column at the near end.
    public var own: Attribute
    /// The column at the far end.
    public var other: Attribute
  }

  /// The table between the two of a many-to-many relationship.
  public struct JoinTable: Hashable, Sendable {
    /// The table.
    public var entity: Identifier
    /// From columns of the join table to columns of the destination.
    public var columns: [ColumnPair]
  }

  /// A name that no attribute and no other relationship of the entity has.
  public let name: String
  /// The kind.
  public let kind: Kind
  /// The table where it begins.
  public let source: Identifier
  /// The table where it ends; it may be the same.
  public let destination: Identifier
  /// From columns of the source to columns of the destination, or to those of the join table.
  public let columns: [ColumnPair]
  /// The table between, of a many-to-many relationship only.
  public let joinTable: JoinTable?
  /// Whether each row has another row, because no column of the foreign key may be missing.
  ///
  /// Always false for to-many.
  public let isMandatory: Bool
  /// What happens to the row with the foreign key when the other row is deleted, such as `CASCADE`.
  public let onDelete: String

  /// The name for people.
  public var displayName: String { name.displayName }
}
