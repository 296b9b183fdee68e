import LuaRules

/// A row as it was before it was deleted, or before others were.
struct LostRow: Sendable {
  let entity: Entity
  /// The values by column: all of a deleted row, else those that a delete took away.
  var values: [Identifier: Value]
  /// The row that stayed, and what the delete left in these columns; nil for a deleted row.
  var rest: (key: RowKey, values: [Identifier: Value])?
  /// Whether the row went because another one did.
  var isConsequence = false
}

extension Access {
  /// Brings deleted rows back, with what foreign keys deleted and cleared along with them: all or nothing.
  ///
  /// A row that was deleted itself needs the right to add rows of its table and to delete it, must satisfy
  /// the row filter, and `validate`. What went along comes back whatever rights there are for it, as it went;
  /// the constraints of the database hold for all of it.
  ///
  /// - Throws: `DatabaseError` of GRDB's when the file cannot be written.
  func restore(_ lost: [LostRow], in file: DatabaseFile) async throws -> WriteResult {
    for row in lost where !row.isConsequence && !canInsert(row.entity) {
      return .refused(RowWriter.readOnly(row.entity))
    }
    let access = forNewRows
    do {
      return try await file.write { connection in
        // Rows come back in any order.
        try connection.execute("PRAGMA defer_foreign_keys = ON")
        let made = try lost.map { row in
          (row, try access.writer(of: row, connection).insertLost(row))
        }
        let changes = try made.map { row, key in
          try access.writer(of: row, connection).checkRestored(row, key)
        }
        return .written(changes.compactMap(\.self))
      }
    } catch let rejected as Rejected {
      return rejected.result
    } catch {
      guard let entity = lost.first?.entity,
        let violation = ConstraintViolation(error, writing: entity.identifier, in: model.schema)
      else { throw error }
      return .invalid([RowProblem(violation, of: entity, access)])
    }
  }

  private func writer(of row: LostRow, _ connection: Connection) -> RowWriter {
    RowWriter(entity: row.entity, access: self, connection: connection)
  }
}

extension RowWriter {
  /// Writes a row; returns its key, nil where others have changed the rest of it since.
  fileprivate func insertLost(_ row: LostRow) throws -> RowKey? {
    if let rest = row.rest {
      guard let stored = try stored(rest.key),
        rest.values.allSatisfy({ stored[$0.key] == $0.value })
      else { return nil }
      try named(row) {
        try perform(stored.merging(row.values) { $1 }) {
          try connection.execute(try entity.update(rest.key, row.values.assignments))
        }
      }
      return rest.key
    }
    let key = RowKey(entity.keyAttributes.map { row.values[$0.identifier] ?? .null })
    if let key, !entity.keyAttributes.isEmpty, try stored(key) != nil {
      throw named(
        row,
        [
          RowProblem(
            .unique,
            access.texts["rowRestored"])
        ])
    }
    let inserted = try named(row) {
      try perform(row.values) { try entity.insert(row.values.assignments, on: connection) }
    }
    guard let inserted else {
      throw named(row, [RowProblem(.other, access.texts["rowNotTaken"])])
    }
    return inserted
  }

  /// Looks at a row after all are written.
  fileprivate func checkRestored(_ row: LostRow, _ key: RowKey?) throws -> RowChange? {
    guard let key else { return nil }
    guard !row.isConsequence else {
      guard let stored = try stored(key) else { return nil }
      let broken = try named(row) { try brokenKeys(stored) }
      if !broken.isEmpty { throw named(row, broken) }
      let old = row.rest?.values ?? [:]
      return RowChange(
        kind: row.rest == nil ? .restore : .update, entity: entity.identifier,
        oldKey: row.rest?.key, newKey: key, old: old,
        new: row.rest == nil ? stored : row.values, links: [], isConsequence: true)
    }
    let (written, values) = try named(row) {
      try checked(key, written: Set(row.values.keys))
    }
    guard let visible = try visibleRow(written), access.canDelete(visible) else {
      throw Rejected(
        .refused(
          AccessNotice(
            key: "isObjectDeletable", subject: entity.name,
            message: "this row may not be restored, because it may not be deleted either")))
    }
    return RowChange(
      kind: .restore, entity: entity.identifier, oldKey: nil, newKey: written, old: [:],
      new: values, links: [])
  }

  private func named<Result>(_ row: LostRow, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let rejected as Rejected {
      guard case .invalid(let problems) = rejected.result else { throw rejected }
      throw named(row, problems)
    }
  }

  /// Problems with the row that they are about; nothing of a row that may not be seen.
  private func named(_ row: LostRow, _ problems: [RowProblem]) -> Rejected {
    guard !row.isConsequence || access.rowFilter(of: entity) == .everything else {
      return Rejected([RowProblem(.other, access.texts["othersNotRestored"])])
    }
    let key = entity.keyAttributes.compactMap { row.values[$0.identifier] }.keyText
    return Rejected(
      problems.map { problem in
        let names = problem.properties.filter(access.canSee).map(\.name).joined(separator: ", ")
        let place = "\(entity.displayName)\(key.isEmpty ? "" : " \(key)")"
        return RowProblem(
          problem.kind,
          "\(place): \(names.isEmpty ? "" : "\(names): ")\(problem.message)")
      })
  }
}

extension [Value] {
  /// The numbers and short texts of a key.
  fileprivate var keyText: String {
    compactMap { value in
      switch value {
      case .integer(let number): "\(number)"
      case .text(let text) where text.utf8.count < 50: text
      default: nil
      }
    }.joined(separator: ", ")
  }
}
