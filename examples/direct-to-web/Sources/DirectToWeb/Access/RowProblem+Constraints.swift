extension RowProblem {
  /// The problem that a broken rule of the database is, for a row of a table.
  ///
  /// A rule of another table, which a trigger wrote to, is told without names, and so is a condition on a
  /// column that may not be seen.
  init(_ violation: ConstraintViolation, of entity: Entity, _ access: Access) {
    let texts = access.texts
    guard violation.table == nil || violation.table == entity.identifier else {
      self.init(.other, texts["otherTable"])
      return
    }
    let attributes = violation.columns.compactMap { entity.attribute($0) }
    let properties = attributes.filter(access.canSee).map(Property.attribute)
    switch violation.kind {
    case .unique:
      self.init(.unique, properties, texts[properties.count > 1 ? "valuesTaken" : "valueTaken"])
    case .notNull: self.init(.missing, properties, texts["valueNeeded"])
    case .check:
      let isSeen = properties.count == violation.columns.count
      let condition = isSeen ? violation.check?.words { access.label($0, of: entity) } : nil
      let text =
        switch (isSeen ? violation.name : nil, condition) {
        case (let name?, let condition?):
          texts["namedConditionMustHold", ["name": name, "condition": condition]]
        case (let name?, nil): texts["namedMustHold", ["name": name]]
        case (nil, let condition?): texts["mustHold", ["condition": condition]]
        case (nil, nil): texts["notAllowed"]
        }
      self.init(.check, properties, text)
    case .type: self.init(.type, properties, texts["noSuchValue"])
    case .trigger: self.init(.trigger, violation.message)
    case .foreignKey: self.init(.referred, texts["othersRefer"])
    case .other: self.init(.other, texts["databaseRefuses"])
    }
  }

  init(_ kind: Kind, _ message: String) { self.init(kind, [], message) }

  /// The same for a row that does not exist and for one that may not be seen.
  static func noSuchRow(_ property: Property, _ access: Access) -> RowProblem {
    RowProblem(.noSuchRow, [property], access.texts["noSuchRow"])
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
