/// A question for rows of one table or view: which, in what order, and what of them.
///
/// Names come from the ``Model`` only, values are bound. Columns over relationships are joined, so a
/// page costs one statement, or two where rows without a value follow rows with one.
public struct ListQuery: Sendable {
  /// The table or view.
  public let entity: Entity
  /// What is read of each row.
  public let columns: [AttributePath]
  /// Which rows are wanted.
  public let qualifier: Qualifier
  /// In what order; behind it comes an order that no two rows have in common.
  public let sort: [SortTerm]
  /// Whether rows are given without their keys, and cursors without values of rows.
  public let hidesKeys: Bool

  /// Makes a query.
  ///
  /// - Throws: ``DirectToWebError`` with code `invalidQuery` when a path begins at another table.
  public init(
    _ entity: Entity, columns: [AttributePath], where qualifier: Qualifier = .everything,
    sort: [SortTerm] = [], hidesKeys: Bool = false
  ) throws {
    let roots = Set(columns.map(\.root)).union(sort.map(\.path.root)).union(qualifier.roots)
    guard roots.isSubset(of: [entity.identifier]) else {
      throw DirectToWebError(.invalidQuery, "a column is of another table than `\(entity.name)`")
    }
    self.entity = entity
    self.columns = columns
    self.qualifier = qualifier
    self.sort = sort
    self.hidesKeys = hidesKeys
  }

  /// Whether pages go by the values of the last row; else by the number of rows before.
  ///
  /// By number, in views, in tables without a usable key and where keys are hidden, rows that others insert move rows from one
  /// page to the next, and late pages cost as much as all before them.
  public var pagesByKey: Bool { entity.totalOrder != nil && !hidesKeys }

  /// A row of a list.
  public struct Row: Hashable, Sendable {
    /// The key; nil for rows of views, and where keys are hidden.
    public let key: RowKey?
    /// The values of ``ListQuery/columns``.
    public let values: [Value]
    let order: [Value]
  }
}

extension ListQuery {
  /// Reads rows with a condition more, in an order.
  func rows(
    _ extra: SQL?, reversed: Bool, limit: Int, offset: Int = 0, on connection: Connection
  ) throws -> [Row] {
    var joins = Joins(entity)
    let condition = try qualifier.sql(&joins)
    let values = try columns.map { try joins.column($0) }
    let key = entity.keyExpressions
    let spare: [SQL] = entity.spareRowID.map { ["\(TableAlias.root).\($0.sql)"] } ?? []
    var terms = try entity.orderTerms(sort, &joins)
    if reversed { terms = terms.map(\.reversed) }
    let selected = values + key + spare + terms.map(\.expression)
    let sql: SQL =
      """
      SELECT \(selected.isEmpty ? "1" : .joined(selected, separator: ", ")) FROM \(joins.clause)
      WHERE \(condition)\(extra.map { " AND \($0)" } ?? "")
      \(terms.isEmpty ? "" : "ORDER BY ")\(.joined(terms.map(\.sql), separator: ", "))
      LIMIT \(bound: .integer(Int64(limit))) OFFSET \(bound: .integer(Int64(offset)))
      """
    return try connection.rows(sql).map { row in
      let keyEnd = values.count + key.count
      var found = RowKey(Array(row[values.count..<keyEnd]))
      if found == nil, !spare.isEmpty, case .integer(let rowID) = row[keyEnd] {
        found = RowKey(rowID: rowID)
      }
      return Row(
        key: hidesKeys ? nil : found,
        values: Array(row.prefix(values.count)), order: Array(row.suffix(terms.count)))
    }
  }

  /// The terms of the order, for conditions.
  func terms(reversed: Bool) throws -> [OrderTerm] {
    // The same calls in the same order give the same names of tables as in the statement.
    var joins = Joins(entity)
    _ = try qualifier.sql(&joins)
    for column in columns { _ = try joins.column(column) }
    let terms = try entity.orderTerms(sort, &joins)
    return reversed ? terms.map(\.reversed) : terms
  }
}

extension Entity {
  /// The columns of the key.
  fileprivate var keyExpressions: [SQL] {
    switch key {
    case .attributes(let attributes): attributes.map { "\(TableAlias.root).\($0.identifier)" }
    case .rowID(let name): ["\(TableAlias.root).\(name.sql)"]
    case .none: []
    }
  }
}
