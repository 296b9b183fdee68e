public import LuaRules

extension RowList {
  /// A row that may be seen.
  public struct Row: Sendable {
    /// The table or view.
    public let entity: Entity
    /// The key; nil for rows without one, and where a column of it may not be seen.
    public let key: RowKey?
    /// The values of ``RowList/columns``.
    public let values: [Value]
    /// What is at the end of ``RowList/relationships``.
    public let related: [Related]
    /// The row as rules see it: the columns that may be seen, without passwords and those declared for
    /// bytes.
    public let object: RuleRecord
    /// What rules say of the row.
    let rights = RowRights()
  }

  /// What is at the end of a relationship.
  public enum Related: Hashable, Sendable {
    /// A row; nil when there is none that may be seen.
    case row(RelatedRow?)
    /// The number of rows that may be seen.
    case count(RowCount)
  }

  /// The row at the end of a to-one relationship.
  public struct RelatedRow: Hashable, Sendable {
    /// The key; nil when the table has no columns for it, or not all of them may be seen.
    public let key: RowKey?
    /// The values of ``Access/labelAttributes(of:)``.
    public let label: [Value]
    /// Whether other rows have the same label, so that the key belongs to it.
    public let isRepeated: Bool
  }

  /// Some rows of a list, and where the next ones are.
  public struct Page: Sendable {
    /// The rows, in the order of the list.
    public let rows: [Row]
    /// A cursor for `before`; nil at the beginning.
    public let previous: Cursor?
    /// A cursor for `after`; nil at the end.
    public let next: Cursor?
  }

  /// Up to this number related rows are counted.
  static let mostRelated = 1_000

  /// Reads a page.
  ///
  /// - Throws: as ``ListQuery/page(_:size:on:)``.
  /// - Complexity: As the page of a ``ListQuery``, and one statement for each to-many relationship,
  ///   whatever the number of rows.
  public func page(
    _ position: DirectToWeb.Page.Position = .first, size: Int, on connection: Connection
  ) throws -> Page {
    let page = try query(on: connection).page(position, size: size, on: connection)
    return Page(
      rows: try rows(page.rows, on: connection), previous: page.previous, next: page.next)
  }

  /// Counts the rows, up to a number and for a time; see ``ListQuery/count(upTo:within:on:)``.
  public func count(
    upTo cap: Int = 10_000, within limit: Duration = .milliseconds(200), on connection: Connection
  ) throws -> RowCount {
    try query(on: connection).count(upTo: cap, within: limit, on: connection)
  }

  /// Reads the row with a key of the list.
  ///
  /// - Returns: Nil when there is no such row, when it may not be seen, and when the key cannot be one of
  ///   this table.
  public func row(_ key: RowKey, on connection: Connection) throws -> Row? {
    guard let row = try query(on: connection).rowIfValid(key, on: connection) else { return nil }
    return try rows([row], on: connection).first
  }

  /// Reads the rows with some keys of the list, in one statement for each few hundred of them.
  ///
  /// - Returns: The rows by key, without those for which ``row(_:on:)`` is nil.
  func rows(_ keys: [RowKey], on connection: Connection) throws -> [RowKey: Row] {
    let found = try query(on: connection).rows(keys, on: connection)
    let rows = try rows(Array(found.values), on: connection)
    return Dictionary(uniqueKeysWithValues: zip(found.keys, rows))
  }

  func query(on connection: Connection) throws -> ListQuery {
    guard let start else { return query }
    return try ListQuery(
      entity, columns: query.columns,
      where: .all([query.qualifier, try start.qualifier(on: connection)]), sort: query.sort,
      hidesKeys: query.hidesKeys)
  }

  private func rows(_ rows: [ListQuery.Row], on connection: Connection) throws -> [Row] {
    labels.find(on: connection)
    let columns = try zip(parts.related, labels.related).map { related, question in
      try related.read(rows.map(\.values), on: connection) { label in
        question.map { labels.repeated.contains(label, $0) } ?? false
      }
    }
    return try rows.enumerated().map { index, row in
      Row(
        entity: entity, key: row.key, values: Array(row.values[parts.columns]),
        related: columns.map { $0[index] },
        object: try RuleRecord(parts.layout, values: row.values[parts.object].map(\.lua)))
    }
  }
}

extension RowParts.Related {
  /// What is at the end of the relationship, for each of some rows.
  fileprivate func read(
    _ rows: [[Value]], on connection: Connection, _ isRepeated: ([Value]) -> Bool
  ) throws -> [RowList.Related] {
    switch self {
    case .toOne(let part): rows.map { .row(part.row(in: $0, isRepeated)) }
    case .toMany(let part):
      try part.rows.counts(
        along: part.relationship, from: rows.map { Array($0[part.begin]) },
        upTo: RowList.mostRelated, on: connection
      ).map(RowList.Related.count)
    }
  }
}

extension RowParts.ToOne {
  fileprivate func row(
    in values: [Value], _ isRepeated: ([Value]) -> Bool
  ) -> RowList.RelatedRow? {
    guard !values[target].contains(where: \.isNull) else { return nil }
    let label = Array(values[label])
    return RowList.RelatedRow(
      key: key.flatMap { RowKey(Array(values[$0])) }, label: label, isRepeated: isRepeated(label))
  }
}
