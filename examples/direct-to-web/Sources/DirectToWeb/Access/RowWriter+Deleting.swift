extension RowWriter {
  func delete(_ shown: [ShownRow]) throws -> WriteResult {
    var gone: [RowKey] = []
    var conflicts: [RowConflict] = []
    var rows: [(key: RowKey, values: [Identifier: Value])] = []
    var seen: Set<RowKey> = []
    for shown in shown where seen.insert(shown.key).inserted {
      guard let row = try visibleRow(shown.key), let stored = try stored(shown.key) else {
        gone.append(shown.key)
        continue
      }
      guard access.canDelete(row) else {
        return .refused(
          AccessNotice(
            key: "isObjectDeletable", subject: entity.name, message: "this row may not be deleted"))
      }
      conflicts += self.conflicts(shown, stored)
      rows.append((shown.key, stored))
    }
    if !gone.isEmpty { return .notFound(gone) }
    if !conflicts.isEmpty { return .conflict(conflicts) }
    let affected = try AffectedRows(
      deleting: rows.map(\.key), of: entity, access, on: connection)
    for row in rows {
      do {
        try connection.execute(try entity.delete(row.key))
      } catch {
        throw try refusal(error, of: rows.map(\.key))
      }
      // A trigger may skip the row.
      guard try stored(row.key) == nil else {
        throw Rejected([RowProblem(.other, access.texts["rowKept"])])
      }
    }
    let deleted = rows.map {
      RowChange(
        kind: .delete, entity: entity.identifier, oldKey: $0.key, newKey: nil, old: $0.values,
        new: [:], links: [])
    }
    return .written(deleted + (try affected.changes(on: connection)))
  }

  private func conflicts(_ shown: ShownRow, _ stored: [Identifier: Value]) -> [RowConflict] {
    entity.attributes.compactMap { attribute in
      guard access.canSee(attribute), let original = shown.values[attribute.identifier],
        let theirs = stored[attribute.identifier], theirs != original
      else { return nil }
      return RowConflict(
        key: shown.key, property: .attribute(attribute), original: [original], theirs: [theirs],
        yours: nil)
    }
  }

  /// Why a row cannot be deleted: for a foreign key the tables whose rows refer to it.
  private func refusal(_ error: any Error, of keys: [RowKey]) throws -> any Error {
    guard
      let violation = ConstraintViolation(
        error, writing: entity.identifier, in: access.model.schema)
    else { return error }
    guard violation.kind == .foreignKey else {
      return Rejected([RowProblem(violation, of: entity, access)])
    }
    let preview = try DeletionWalk(entity: entity, access: access, connection: connection)
      .preview(keys)
    let problems = preview.stops.map { part in
      RowProblem(
        .referred,
        access.texts[
          "rowsRefer",
          ["rows": part.count.text(access.texts), "table": part.entity.displayName]])
    }
    return Rejected(
      problems.isEmpty ? [RowProblem(.referred, access.texts["otherRowsRefer"])] : problems)
  }
}
