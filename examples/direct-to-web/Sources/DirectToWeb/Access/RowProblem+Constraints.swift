extension RowProblem {
  /// The problem that a broken rule of the database is, for a row of a table.
  ///
  /// A rule of another table, which a trigger wrote to, is told without names, and so is a condition on a
  /// column that may not be seen.
  init(_ violation: ConstraintViolation, of entity: Entity, _ access: Access) {
    guard violation.table == nil || violation.table == entity.identifier else {
      self.init(.other, "A rule of another table does not hold.")
      return
    }
    let attributes = violation.columns.compactMap { entity.attribute($0) }
    let properties = attributes.filter(access.canSee).map(Property.attribute)
    switch violation.kind {
    case .unique:
      let values = properties.count > 1 ? "these values" : "this value"
      self.init(.unique, properties, "Another row has \(values) already.")
    case .notNull: self.init(.missing, properties, "A value is needed.")
    case .check:
      let isSeen = properties.count == violation.columns.count
      let condition = isSeen ? violation.check?.words { access.label($0, of: entity) } : nil
      let rule = isSeen ? violation.name.map { "The rule “\($0)” does not hold" } : nil
      let sentence = [rule, condition].compactMap(\.self).joined(separator: ": ")
      self.init(
        .check, properties,
        sentence.isEmpty
          ? "This is not allowed." : rule == nil ? "This must hold: \(sentence)." : sentence + ".")
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

extension Access {
  /// The name of a column for people, as `displayNameForProperty` tells.
  fileprivate func label(_ column: Identifier, of entity: Entity) -> String {
    guard let attribute = entity.attribute(column), let context = context(of: attribute) else {
      return column.name
    }
    let label = answer(
      \.displayNameForProperty, "displayNameForProperty", of: "\(entity.name).\(column.name)",
      in: context, else: "")
    return label.isEmpty ? attribute.displayName : label
  }
}
