extension RowProblem {
  /// The problem that a broken rule of the database is, for a row of a table.
  ///
  /// A rule of another table, which a trigger wrote to, is told without names.
  init(_ violation: ConstraintViolation, of entity: Entity) {
    guard violation.table == nil || violation.table == entity.identifier else {
      self.init(.other, "A rule of another table does not hold.")
      return
    }
    let properties = violation.columns.compactMap { entity.attribute($0) }.map(Property.attribute)
    switch violation.kind {
    case .unique:
      let values = properties.count > 1 ? "these values" : "this value"
      self.init(.unique, properties, "Another row has \(values) already.")
    case .notNull: self.init(.missing, properties, "A value is needed.")
    case .check:
      let rule = violation.name.map { "The rule “\($0)” does not hold." }
      self.init(.check, properties, rule ?? "This is not allowed.")
    case .type: self.init(.type, properties, "The column takes no such value.")
    case .trigger: self.init(.trigger, violation.message)
    case .foreignKey: self.init(.referred, "Other rows refer to this one.")
    case .other: self.init(.other, "The database refuses this.")
    }
  }

  init(_ kind: Kind, _ message: String) { self.init(kind, [], message) }

  /// The same for a row that does not exist and for one that may not be seen.
  static func noSuchRow(_ property: Property) -> RowProblem {
    RowProblem(.noSuchRow, [property], "There is no such row.")
  }
}
