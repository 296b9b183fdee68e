import LuaRules

extension RowWriter {
  // MARK: - Values of rules

  func initialValues() throws -> [Identifier: Value] {
    guard let context = access.context(of: entity.identifier) else { return [:] }
    let answer: [String: LuaValue]
    do throws(RuleError) {
      answer = try context.value(for: \.initialPropertyValues)
    } catch {
      throw failed("initialPropertyValues", "\(error)")
    }
    var values: [Identifier: Value] = [:]
    for (name, value) in answer {
      guard let attribute = entity.attribute(name), !attribute.isGenerated,
        let value = Value(value)
      else { throw failed("initialPropertyValues", "no column `\(name)` takes \(value.literal)") }
      values[attribute.identifier] = value
    }
    return values
  }

  /// The time for columns that rules name, in the form of their kind.
  func timestamps(
    _ keys: [KeyPath<RuleContext, String?>]
  ) throws -> [Identifier: Value] {
    guard let context = access.context(of: entity.identifier) else { return [:] }
    var values: [Identifier: Value] = [:]
    for key in keys {
      let name: String?
      do throws(RuleError) {
        name = try context.value(for: key)
      } catch {
        throw failed("updateTimestampPropertyKey", "\(error)")
      }
      guard let name else { continue }
      guard let attribute = entity.attribute(name), !attribute.isGenerated else {
        throw failed("updateTimestampPropertyKey", "there is no such column as `\(name)`")
      }
      values[attribute.identifier] = try now(for: attribute)
    }
    return values
  }

  private func now(for attribute: Attribute) throws -> Value {
    let sql: SQL =
      switch attribute.kind {
      case .date: "date('now')"
      case .time: "time('now')"
      case .integer, .number, .decimal: "CAST(strftime('%s', 'now') AS INTEGER)"
      default: "datetime('now')"
      }
    return try connection.rows("SELECT \(sql)").first?.first ?? .null
  }

  /// A rule failed whose answer a save needs.
  private func failed(_ key: String, _ message: String) -> Rejected {
    access.refuse(key, entity.name, message)
    return Rejected([
      RowProblem(.failedRule, access.texts["ruleFailed"])
    ])
  }

  // MARK: - Constraints

  /// Runs statements; a broken constraint is a problem.
  func perform<Result>(
    _ values: [Identifier: Value], _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      guard
        let violation = ConstraintViolation(
          error, writing: entity.identifier, in: access.model.schema)
      else { throw error }
      let broken = violation.kind == .foreignKey ? try brokenKeys(values) : []
      throw Rejected(broken.isEmpty ? [RowProblem(violation, of: entity, access)] : broken)
    }
  }

  func brokenKeys(
    _ values: [Identifier: Value], changing columns: Set<Identifier>? = nil
  ) throws -> [RowProblem] {
    let schema = access.model.schema
    guard let table = schema.tables.first(where: { $0.name == entity.identifier }) else {
      return []
    }
    return try connection.brokenForeignKeys(of: table, values: values, in: schema)
      .filter { key in columns.map { !$0.isDisjoint(with: key.columns) } ?? true }
      .map { key in
        let relationship = entity.relationships.first {
          $0.kind == .toOne && Set($0.columns.map(\.own.identifier)) == Set(key.columns)
        }
        if let relationship { return .noSuchRow(.relationship(relationship), access) }
        return RowProblem(
          .noSuchRow, key.columns.compactMap { entity.attribute($0) }.map(Property.attribute),
          access.texts["noSuchRow"])
      }
  }

  // MARK: - After

  /// Looks at a row that was written, and throws when it may not stay.
  ///
  /// - Returns: The key as it is stored, and all values.
  func checked(
    _ key: RowKey?, written columns: Set<Identifier>
  ) throws -> (RowKey, [Identifier: Value]) {
    let filter = access.rowFilter(of: entity)
    guard let key, let values = try stored(key, where: filter) else {
      throw Rejected([
        RowProblem(.outsideFilter, access.texts["outsideFilter"])
      ])
    }
    // Constraints may be deferred to the end of the transaction, which tells less.
    let broken = try brokenKeys(values, changing: columns)
    if !broken.isEmpty { throw Rejected(broken) }
    let problems = try access.problems(of: entity, values)
    if !problems.isEmpty { throw Rejected(problems) }
    let stored = RowKey(entity.keyAttributes.map { values[$0.identifier] ?? .null })
    return (entity.keyAttributes.isEmpty ? key : stored ?? key, values)
  }
}

extension Access {
  /// What `validate` says of a row with these values; its rules see the columns that the user sees.
  ///
  /// A sentence that begins with the name of a property and a colon is about that property.
  fileprivate func problems(
    of entity: Entity, _ values: [Identifier: Value]
  ) throws -> [RowProblem] {
    guard var context = context(of: entity.identifier) else { return [] }
    let members = entity.attributes.filter { $0.kind != .blob && canSee($0) }
    context.object = try RuleRecord(
      facts.layout(members), values: members.map { (values[$0.identifier] ?? .null).lua })
    do throws(RuleError) {
      return try context.value(for: \.validate).map { RowProblem(sentence: $0, of: entity) }
    } catch {
      refuse("validate", entity.name, "\(error)")
      return [RowProblem(.failedRule, texts["ruleFailed"])]
    }
  }
}

extension RowProblem {
  init(sentence: String, of entity: Entity) {
    let scalars = sentence.unicodeScalars
    for colon in scalars.indices where scalars[colon] == ":" {
      if let property = entity.property(String(scalars[..<colon])) {
        let text = String(scalars[scalars.index(after: colon)...].drop { $0 == " " })
        self.init(.rule, [property], text)
        return
      }
    }
    self.init(.rule, sentence)
  }
}
