/// A change of one row, as one of several in a transaction.
public enum RowCommand: Sendable {
  /// Changes a row; see ``Access/update(_:of:with:in:)``.
  case update(ShownRow, of: Entity, RowEdit)
  /// Adds a row; see ``Access/insert(into:_:in:)``.
  ///
  /// With a parent, the row leads by a to-one relationship to the row that an earlier command writes.
  case insert(Entity, RowEdit, parent: Parent? = nil)
  /// Deletes a row; see ``Access/delete(_:of:in:)``.
  case delete(ShownRow, of: Entity)
  /// Does what a rule for `actions` offers for a row at this moment, by its name.
  case act(String, RowKey, of: Entity)

  /// The row of an earlier command.
  public struct Parent: Hashable, Sendable {
    /// The place of that command in the list.
    public var place: Int
    /// A to-one relationship that leads there.
    public var relationship: Relationship

    /// Creates a parent.
    public init(_ place: Int, by relationship: Relationship) {
      self.place = place
      self.relationship = relationship
    }
  }

  /// The table.
  public var entity: Entity {
    switch self {
    case .update(_, let entity, _), .insert(let entity, _, _), .delete(_, let entity),
      .act(_, _, let entity):
      entity
    }
  }
}

/// How several changes ended, all or none of them.
public enum BatchResult: Sendable {
  /// All are done; the changes of each command, in the order of the commands.
  case written([[RowChange]])
  /// Nothing was written. How each command ended that stands in the way, by its place; never
  /// ``WriteResult/written(_:)``.
  case rejected([Int: WriteResult])

  /// The changes; none when nothing was written.
  public var changes: [RowChange] {
    if case .written(let changes) = self { changes.flatMap(\.self) } else { [] }
  }
}
