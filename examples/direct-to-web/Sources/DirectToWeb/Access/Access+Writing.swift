import LuaRules

// Each function is one transaction, which changes nothing unless its result is `written`.

extension Access {
  /// Changes a row.
  ///
  /// - A value for a property that may not be changed refuses the whole.
  /// - A column that was changed by others since it was shown, and not by the edit, keeps what it has now.
  ///   When both changed it, to different values, that is a conflict.
  /// - The row has to satisfy the row filter before and after, and `validate` after. A foreign key may
  ///   lead only to rows that may be seen and that `choices` allows, unless it stays as it is.
  /// - With a change, the column of `updateTimestampPropertyKey` gets the time.
  ///
  /// - Throws: ``DirectToWebError`` with code `invalidQuery` when a property is of another table, and
  ///   `DatabaseError` of GRDB's when the file cannot be written.
  public func update(
    _ row: ShownRow, of entity: Entity, with edit: RowEdit, in file: DatabaseFile
  ) async throws -> WriteResult {
    try await write(entity, self, file) { try $0.update(row, edit) }
  }

  /// Adds a row.
  ///
  /// Columns that the edit does not name get the values of `initialPropertyValues`, or else their
  /// defaults. Rights are asked with the task `new` and without `object`; `choices` and `validate` see the new row.
  ///
  /// - Throws: as ``update(_:of:with:in:)``.
  public func insert(
    into entity: Entity, _ edit: RowEdit, in file: DatabaseFile
  ) async throws -> WriteResult {
    try await write(entity, forNewRows, file) { try $0.insert(edit) }
  }

  /// Deletes rows, all or none of them.
  ///
  /// A row that others have changed since it was shown is a conflict. What foreign keys demand for
  /// other rows happens, whatever rights there are for these; see ``deletionPreview(of:in:on:)``.
  ///
  /// - Returns: The changes of these rows, without those that went along.
  /// - Throws: as ``update(_:of:with:in:)``.
  public func delete(
    _ rows: [ShownRow], of entity: Entity, in file: DatabaseFile
  ) async throws -> WriteResult {
    try await write(entity, self, file) { try $0.delete(rows) }
  }

  private func write(
    _ entity: Entity, _ access: Access, _ file: DatabaseFile,
    _ body: @escaping @Sendable (RowWriter) throws -> WriteResult
  ) async throws -> WriteResult {
    guard access.canChange(entity) else { return .refused(RowWriter.readOnly(entity)) }
    do {
      return try await file.write { connection in
        try body(RowWriter(entity: entity, access: access, connection: connection))
      }
    } catch let rejected as Rejected {
      return rejected.result
    } catch {
      // A deferred constraint is checked at the end of the transaction.
      guard
        let violation = ConstraintViolation(error, writing: entity.identifier, in: model.schema)
      else { throw error }
      return .invalid([RowProblem(violation, of: entity, access)])
    }
  }

  /// The condition on the rows that a to-one or many-to-many relationship may be set to: those that may
  /// be seen and that `choices` allows for the row as it is to be.
  func choices(of relationship: Relationship, for object: RuleRecord?) -> Qualifier {
    guard let destination = model.destination(of: relationship),
      var context = context(of: relationship)
    else { return .nothing }
    context.object = object
    let subject = "\(relationship.source).\(relationship.name)"
    do throws(RuleError) {
      let answer = try context.value(for: \.choices)
      switch answer {
      case .nil, .null: return rowFilter(of: destination)
      default:
        let filter = RowFilter(answer, of: destination, in: model)
        if let notice = filter.notice { refuse("choices", subject, notice.message) }
        return .all([rowFilter(of: destination), filter.qualifier])
      }
    } catch {
      refuse("choices", subject, "\(error)")
      return .nothing
    }
  }

  /// A row that is to be, as rules see it: the columns that may be seen, without passwords and those
  /// declared for bytes.
  func record(of entity: Entity, _ values: [Identifier: Value]) throws -> RuleRecord {
    let members = entity.attributes.filter { $0.kind != .blob && canShow($0) }
    return try RuleRecord(
      facts.layout(members), values: members.map { (values[$0.identifier] ?? .null).lua })
  }

  /// Whether the choices of a relationship depend on one of some properties, as `dependsOn` tells.
  func depends(_ relationship: Relationship, on names: Set<String>) -> Bool {
    guard !names.isEmpty, let context = context(of: relationship) else { return false }
    let subject = "\(relationship.source).\(relationship.name)"
    return answer(\.dependsOn, "dependsOn", of: subject, in: context, else: [])
      .contains(where: names.contains)
  }
}

extension Entity {
  /// The columns that lose their values when a relationship is to lead to no row: those of it alone, where
  /// other relationships share some.
  func columnsToClear(_ relationship: Relationship) -> [Identifier] {
    let all = relationship.columns.map(\.own.identifier)
    let others = Set(
      relationships.filter { $0.kind == .toOne && $0 != relationship }
        .flatMap { $0.columns.map(\.own.identifier) })
    let own = all.filter { !others.contains($0) }
    return own.isEmpty ? all : own
  }
}
