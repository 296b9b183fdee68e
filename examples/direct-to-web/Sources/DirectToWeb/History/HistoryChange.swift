/// What a change does to a row.
public enum HistoryChangeKind: String, Hashable, Sendable, CaseIterable {
  /// The row is new.
  case insert
  /// Some columns have new values.
  case update
  /// The row is gone.
  case delete
  /// The row, which was deleted, is back.
  case restore
  /// Rows are linked to it, or no longer; a column then stands for the relationship, and its values for
  /// the other row's key.
  case links
}

/// A column before and after a change.
public struct ColumnChange: Hashable, Sendable {
  /// The name of the column or relationship.
  public let name: String
  /// The value before; nil where there was none, as in a new row.
  public let old: RecordedValue?
  /// The value after; nil where there is none, as in a deleted row.
  public let new: RecordedValue?

  /// Makes a change of a column.
  public init(_ name: String, from old: Value?, to new: Value?) {
    self.init(name, old.map(RecordedValue.value), new.map(RecordedValue.value))
  }

  init(_ name: String, _ old: RecordedValue?, _ new: RecordedValue?) {
    self.name = name
    self.old = old
    self.new = new
  }
}

/// A change of one row, as it goes into the ``History``.
public struct HistoryChange: Hashable, Sendable {
  /// Who makes it; nil for nobody known.
  public var user: String?
  /// The name of the table.
  public var entity: String
  /// The key of the row as ``RowKey/token``; empty for a new row whose key nobody knows yet.
  public var row: String
  /// What it does.
  public var kind: HistoryChangeKind
  /// The columns that change.
  public var columns: [ColumnChange]
  /// The columns whose values are not kept, such as passwords: only that they changed.
  public var hiddenColumns: Set<String>
  /// Whether the change followed from another one, as foreign keys demand.
  public var isConsequence = false

  /// Makes a change.
  public init(
    _ kind: HistoryChangeKind, of row: String, in entity: String, by user: String?,
    columns: [ColumnChange], hiddenColumns: Set<String> = []
  ) {
    self.kind = kind
    self.row = row
    self.entity = entity
    self.user = user
    self.columns = columns
    self.hiddenColumns = hiddenColumns
  }

  /// The columns as the history keeps them.
  var recordedColumns: [ColumnChange] {
    columns.map { column in
      guard hiddenColumns.contains(column.name) else {
        return ColumnChange(column.name, column.old?.shortened, column.new?.shortened)
      }
      // That there is no value is no secret, and a row without one can be restored.
      func hidden(_ value: RecordedValue) -> RecordedValue {
        value == .value(.null) ? value : .hidden
      }
      return ColumnChange(column.name, column.old.map(hidden), column.new.map(hidden))
    }
  }
}

extension ColumnChange: Codable {
  private enum Key: String, CodingKey { case name, old, new }

  /// Reads `{"name": …, "old": …, "new": …}`; a missing value is none, `null` is `NULL`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func value(_ key: Key) throws -> RecordedValue? {
      container.contains(key) ? try container.decode(RecordedValue.self, forKey: key) : nil
    }
    self.init(try container.decode(String.self, forKey: .name), try value(.old), try value(.new))
  }

  /// Writes what `init(from:)` reads.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    if let old { try container.encode(old, forKey: .old) }
    if let new { try container.encode(new, forKey: .new) }
  }
}
