/// A change that the ``History`` holds.
public struct HistoryEntry: Hashable, Sendable {
  /// The number, which grows with each entry.
  public let number: Int64
  /// When the change began, in milliseconds since 1970 in UTC.
  public let milliseconds: Int64
  /// Whether the change is known to have been made; else the program ended before it could tell.
  public let isConfirmed: Bool
  /// Who made the change.
  public let user: String?
  /// The name of the table.
  public let entity: String
  /// The key of the row as ``RowKey/token``; empty where it was never known.
  public let row: String
  /// What the change did.
  public let kind: HistoryChangeKind
  /// The columns that changed.
  public let columns: [ColumnChange]
  /// A number that all changes of one transaction have in common; nil for those that older versions recorded.
  public var operation: Int64?
  /// Whether the change followed from another one of the transaction, as foreign keys demand.
  public var isConsequence = false

  /// Returns the entry with those columns only that may be seen.
  public func showing(_ isVisible: (String) -> Bool) -> HistoryEntry {
    HistoryEntry(
      number: number, milliseconds: milliseconds, isConfirmed: isConfirmed, user: user,
      entity: entity, row: row, kind: kind, columns: columns.filter { isVisible($0.name) },
      operation: operation, isConsequence: isConsequence)
  }

  /// The values to write back so that the row is as it was before the change.
  public var restoredValues: RestoredValues {
    var values: [String: Value] = [:]
    var missing: [String] = []
    for column in columns {
      switch column.old {
      case .value(let value): values[column.name] = value
      case .digest, .hidden: missing.append(column.name)
      case nil: break
      }
    }
    return RestoredValues(values: values, missing: missing)
  }
}

/// The values of columns before a change.
public struct RestoredValues: Hashable, Sendable {
  /// The values to write back, by column.
  public let values: [String: Value]
  /// The columns that cannot be restored: the history keeps no values of them, because they were larger
  /// than 64 KiB or hidden.
  public let missing: [String]
}

/// Some entries, the newest first.
public struct HistoryPage: Hashable, Sendable {
  /// The entries.
  public let entries: [HistoryEntry]
  /// Where the next page begins; nil at the end.
  public let next: Int64?
}
