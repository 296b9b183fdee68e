import LuaRules

/// Writes rows of one table inside a transaction, which ends without a change when it throws ``Rejected``.
struct RowWriter {
  let entity: Entity
  let access: Access
  let connection: Connection

  static func readOnly(_ entity: Entity) -> AccessNotice {
    AccessNotice(
      key: "isEntityReadOnly", subject: entity.name, message: "this table may not be changed")
  }

  /// A trigger left the row out, or its key has a missing value.
  private var skipped: Rejected { Rejected([RowProblem(.other, access.texts["rowNotTaken"])]) }

  // MARK: - One row

  func update(_ shown: ShownRow, _ edit: RowEdit) throws -> WriteResult {
    guard let row = try visibleRow(shown.key), let stored = try stored(shown.key) else {
      return .notFound([shown.key])
    }
    guard access.canEdit(row) else {
      return .refused(
        AccessNotice(
          key: "isObjectEditable", subject: entity.name, message: "this row may not be changed"))
    }
    try checkRights(edit, row)
    let wanted = try changed(try resolved(edit, row), shown, stored)
    let values = try joined(wanted)
    let becoming = stored.merging(values) { $1 }
    try checkTargets(
      wanted.flatMap(\.columns), becoming, changing: Set(wanted.map(\.property.name)))
    let object = try access.record(of: entity, becoming)
    let links = try LinkWriter(row: self, near: stored).changes(edit.links, object)
    if values.isEmpty && links.isEmpty { return .written([]) }
    let assigned = values.merging(try timestamps([\.updateTimestampPropertyKey])) { $1 }
    let newKey = try key(of: shown.key, assigning: assigned)
    try perform(stored.merging(assigned) { $1 }) {
      if !assigned.isEmpty {
        try connection.execute(try entity.update(shown.key, assigned.assignments))
        // Of a view a trigger writes the rows, which SQLite does not count.
        guard entity.isView || connection.changedRowCount == 1 else { throw skipped }
      }
      for link in links { try link.write(on: connection) }
    }
    let (key, new) = try checked(newKey, written: Set(assigned.keys))
    let names = stored.keys.filter { stored[$0] != new[$0] }
    let change = RowChange(
      kind: .update, entity: entity.identifier, oldKey: shown.key, newKey: key,
      old: stored.filter { names.contains($0.key) }, new: new.filter { names.contains($0.key) },
      links: links.map(\.change))
    return .written(names.isEmpty && links.isEmpty ? [] : [change])
  }

  func insert(_ edit: RowEdit) throws -> WriteResult {
    try checkRights(edit, nil)
    let wanted = try resolved(edit, nil)
    let given = try joined(wanted)
    let initial = try initialValues().merging(given) { $1 }
    try checkTargets(wanted.flatMap(\.columns), initial)
    let values =
      initial
      .merging(
        try timestamps([\.creationTimestampPropertyKey, \.updateTimestampPropertyKey])
      ) { $1 }
    let inserted = try perform(values) {
      try entity.insert(values.assignments, on: connection)
    }
    guard let inserted else { throw skipped }
    let (key, new) = try checked(inserted, written: Set(values.keys))
    let object = try access.record(of: entity, new)
    let links = try LinkWriter(row: self, near: new).changes(edit.links, object)
    try perform(new) { for link in links { try link.write(on: connection) } }
    return .written([
      RowChange(
        kind: .insert, entity: entity.identifier, oldKey: nil, newKey: key, old: [:], new: new,
        links: links.map(\.change))
    ])
  }

  /// The key of a row with new values: SQLite's identifier where one of them is `NULL`.
  private func key(of key: RowKey, assigning values: [Identifier: Value]) throws -> RowKey? {
    if entity.keyAttributes.isEmpty || key.isRowID { return key }
    return try RowKey(
      zip(entity.keyAttributes, key.values).map { values[$0.identifier] ?? $1 })
      ?? entity.spareRowID(of: key, on: connection)
  }

  // MARK: - Reading

  func visibleRow(_ key: RowKey) throws -> RowList.Row? {
    try RowList(entity, through: access).row(key, on: connection)
  }

  /// All values of a row, whatever may be seen.
  func stored(_ key: RowKey, where filter: Qualifier = .everything) throws -> [Identifier: Value]? {
    let attributes = entity.attributes.filter { !$0.isHidden }
    let query = try ListQuery(
      entity, columns: attributes.map(AttributePath.init), where: filter)
    guard let row = try query.rowIfValid(key, on: connection) else { return nil }
    return Dictionary(uniqueKeysWithValues: zip(attributes.map(\.identifier), row.values))
  }

  /// All values of the rows with some keys, whatever may be seen.
  func stored(_ keys: [RowKey]) throws -> [RowKey: [Identifier: Value]] {
    let attributes = entity.attributes.filter { !$0.isHidden }
    let query = try ListQuery(entity, columns: attributes.map(AttributePath.init))
    return try query.rows(keys, on: connection).mapValues { row in
      Dictionary(uniqueKeysWithValues: zip(attributes.map(\.identifier), row.values))
    }
  }

  // MARK: - Before

  private func checkRights(_ edit: RowEdit, _ row: RowList.Row?) throws {
    let attributes = try edit.values.keys.map { name in
      guard let attribute = entity.attribute(name) else { throw foreign(name.name) }
      return Property.attribute(attribute)
    }
    let relationships = Array(edit.references.keys) + Array(edit.links.keys)
    for relationship in relationships where !entity.relationships.contains(relationship) {
      throw foreign(relationship.name)
    }
    let properties = attributes + relationships.map(Property.relationship)
    for property in properties.sorted(by: { $0.name < $1.name })
    where !access.canEdit(property, of: row) {
      throw Rejected(
        .refused(
          AccessNotice(
            key: "isPropertyEditable", subject: "\(entity.name).\(property.name)",
            message: "this may not be changed")))
    }
  }

  private func foreign(_ name: String) -> DirectToWebError {
    DirectToWebError(.invalidQuery, "`\(name)` is of another table than `\(entity.name)`")
  }

  /// Values for the columns of a property.
  private struct Wanted {
    let property: Property
    let columns: [Identifier]
    let values: [Value]
  }

  private func resolved(_ edit: RowEdit, _ row: RowList.Row?) throws -> [Wanted] {
    var wanted = edit.values.compactMap { name, value in
      entity.attribute(name).map {
        Wanted(property: .attribute($0), columns: [name], values: [value])
      }
    }
    var problems: [RowProblem] = []
    for (relationship, key) in edit.references {
      let property = Property.relationship(relationship)
      let columns = relationship.columns.map(\.own.identifier)
      if let key {
        guard let values = try target(relationship, key) else {
          problems.append(.noSuchRow(property, access))
          continue
        }
        wanted.append(Wanted(property: property, columns: columns, values: values))
      } else {
        let cleared = entity.columnsToClear(relationship)
        wanted.append(
          Wanted(property: property, columns: cleared, values: cleared.map { _ in .null }))
      }
    }
    if !problems.isEmpty { throw Rejected(problems) }
    return wanted.sorted { $0.property.name < $1.property.name }
  }

  /// What the foreign key holds that leads to a row; nil for a row that may not be seen.
  func target(_ relationship: Relationship, _ key: RowKey) throws -> [Value]? {
    guard relationship.kind == .toOne,
      let destination = access.model.destination(of: relationship)
    else { return nil }
    let query = try ListQuery(
      destination, columns: relationship.columns.map { AttributePath($0.other) },
      where: access.rowFilter(of: destination),
      hidesKeys: !destination.keyAttributes.allSatisfy(access.canShow))
    return try query.rowIfValid(key, on: connection)?.values
  }

  /// What differs from the stored row, where the user has changed what was shown.
  private func changed(
    _ wanted: [Wanted], _ shown: ShownRow, _ stored: [Identifier: Value]
  ) throws -> [Wanted] {
    var changed: [Wanted] = []
    var conflicts: [RowConflict] = []
    for wish in wanted {
      let theirs = wish.columns.map { stored[$0] ?? .null }
      let original = wish.columns.map { shown.values[$0] ?? stored[$0] ?? .null }
      if wish.values == original || wish.values == theirs { continue }
      if theirs == original {
        changed.append(wish)
      } else {
        conflicts.append(
          RowConflict(
            key: shown.key, property: wish.property, original: original, theirs: theirs,
            yours: wish.values))
      }
    }
    if !conflicts.isEmpty { throw Rejected(.conflict(conflicts)) }
    return changed
  }

  private func joined(_ wanted: [Wanted]) throws -> [Identifier: Value] {
    var values: [Identifier: (value: Value, property: Property)] = [:]
    for wish in wanted {
      for (column, value) in zip(wish.columns, wish.values) {
        if let other = values[column], other.value != value {
          throw Rejected([
            RowProblem(
              .contradiction, [other.property, wish.property],
              access.texts["fieldsDisagree", ["column": "\(column)"]])
          ])
        }
        values[column] = (value, wish.property)
      }
    }
    return values.mapValues(\.value)
  }

  /// Foreign keys that change, or depend on something that changes, may lead only to rows that may be seen
  /// and chosen.
  private func checkTargets(
    _ columns: [Identifier], _ values: [Identifier: Value], changing names: Set<String> = []
  ) throws {
    let object = try access.record(of: entity, values)
    var problems: [RowProblem] = []
    for relationship in entity.relationships where relationship.kind == .toOne {
      let own = relationship.columns.map(\.own.identifier)
      let key = own.map { values[$0] ?? .null }
      guard !key.contains(where: \.isNull),
        own.contains(where: columns.contains) || access.depends(relationship, on: names),
        let destination = access.model.destination(of: relationship)
      else { continue }
      let filter = access.choices(of: relationship, for: object)
      let query = try ListQuery(
        destination, columns: [], where: .all([relationship.target(key), filter]))
      let found = try query.rows(nil, reversed: false, limit: 1, on: connection)
      if found.isEmpty { problems.append(.noSuchRow(.relationship(relationship), access)) }
    }
    if !problems.isEmpty { throw Rejected(problems) }
  }
}

extension [Identifier: Value] {
  /// In the order of the names, so that the same edit is the same statement.
  var assignments: [ColumnValue] {
    sorted { $0.key < $1.key }.map { ColumnValue(column: $0.key, value: $0.value) }
  }
}
