import LuaRules

/// Makes and removes links of many-to-many relationships of one row.
struct LinkWriter {
  let row: RowWriter
  /// The values of the row where the links begin.
  let near: [Identifier: Value]

  /// Links of one relationship, as rows of the table between.
  struct Change {
    let between: Entity
    let change: RowChange.Links
    fileprivate let added: [[ColumnValue]]
    fileprivate let removed: [[ColumnValue]]

    func write(on connection: Connection) throws {
      for link in removed {
        let tests = link.map { "\($0.column) = \(bound: $0.value)" as SQL }
        try connection.execute(
          "DELETE FROM main.\(between.identifier) WHERE \(.joined(tests, separator: " AND "))")
      }
      for link in added { try connection.execute(between.insert(link)) }
    }
  }

  /// What differs from the links that there are.
  ///
  /// Links that others made or removed meanwhile are not made or removed again. Links to rows that may
  /// not be seen stay.
  func changes(
    _ edits: [Relationship: RowEdit.Links], _ owner: RuleRecord?
  ) throws -> [Change] {
    var changes: [Change] = []
    for (relationship, edit) in edits.sorted(by: { $0.key.name < $1.key.name }) {
      guard let joinTable = relationship.joinTable,
        let between = row.access.model.entity(joinTable.entity)
      else {
        throw DirectToWebError(.invalidQuery, "`\(relationship.name)` has no table between")
      }
      let choices = row.access.choices(of: relationship, for: owner)
      let added = try links(relationship, edit.added.subtracting(edit.removed), where: choices)
      guard added.count == edit.added.subtracting(edit.removed).count else {
        throw Rejected([.noSuchRow(.relationship(relationship), row.access)])
      }
      let visible = row.access.model.destination(of: relationship).map(row.access.rowFilter)
      let removed = try links(relationship, edit.removed, where: visible ?? .nothing)
      let missing = try added.filter { try !exists($0.link, in: between) }
      let present = try removed.filter { try exists($0.link, in: between) }
      if missing.isEmpty && present.isEmpty { continue }
      changes.append(
        Change(
          between: between,
          change: RowChange.Links(
            relationship: relationship.name, added: missing.map(\.key),
            removed: present.map(\.key)),
          added: missing.map(\.link), removed: present.map(\.link)))
    }
    return changes
  }

  private func links(
    _ relationship: Relationship, _ keys: Set<RowKey>, where filter: Qualifier
  ) throws -> [(key: RowKey, link: [ColumnValue])] {
    guard let joinTable = relationship.joinTable,
      let destination = row.access.model.destination(of: relationship)
    else { return [] }
    let query = try ListQuery(
      destination, columns: joinTable.columns.map { AttributePath($0.other) }, where: filter,
      hidesKeys: !destination.keyAttributes.allSatisfy(row.access.canShow))
    let begin = relationship.columns.map {
      ColumnValue(column: $0.other.identifier, value: near[$0.own.identifier] ?? .null)
    }
    return try keys.sorted { $0.token < $1.token }.compactMap { key in
      guard let found = try query.rowIfValid(key, on: row.connection) else { return nil }
      let end = zip(joinTable.columns, found.values).map {
        ColumnValue(column: $0.own.identifier, value: $1)
      }
      return (key, begin + end)
    }
  }

  private func exists(_ link: [ColumnValue], in between: Entity) throws -> Bool {
    let tests = link.map { "\($0.column) = \(bound: $0.value)" as SQL }
    let sql: SQL =
      """
      SELECT 1 FROM main.\(between.identifier) WHERE \(.joined(tests, separator: " AND ")) LIMIT 1
      """
    return try !row.connection.rows(sql).isEmpty
  }
}
