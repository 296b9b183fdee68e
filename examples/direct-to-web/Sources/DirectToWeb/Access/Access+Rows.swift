import LuaRules

// Rights of single rows, each asked once for a row; where no rule looks at `object`, once for all rows.

extension Access {
  /// Whether a row may be changed: its table may be, and `isObjectEditable` is true.
  public func canEdit(_ row: RowList.Row) -> Bool {
    row.entity.changes.contains(.update) && canChange(row, \.isObjectEditable, "isObjectEditable")
  }

  /// Whether a row may be deleted: its table may be changed, and `isObjectDeletable` is true.
  public func canDelete(_ row: RowList.Row) -> Bool {
    row.entity.changes.contains(.delete)
      && canChange(row, \.isObjectDeletable, "isObjectDeletable")
  }

  /// Whether a column of a row may be changed; see ``canEdit(_:of:)-(Property,_)``.
  public func canEdit(_ attribute: Attribute, of row: RowList.Row) -> Bool {
    canEdit(.attribute(attribute), of: row)
  }

  /// Whether a relationship of a row may be changed; see ``canEdit(_:of:)-(Property,_)``.
  public func canEdit(_ relationship: Relationship, of row: RowList.Row) -> Bool {
    canEdit(.relationship(relationship), of: row)
  }

  /// Whether a property may be changed: the row may be, the property may be seen and is not computed,
  /// and `isPropertyEditable` is true.
  ///
  /// A foreign key has two names, that of its column and that of its relationship: the rule has to be
  /// true for both. Links of a many-to-many relationship are rows of the table between, which has to be
  /// one that may be changed. Without a row it is about a new one: rules are asked without `object`, with
  /// the task `new`.
  public func canEdit(_ property: Property, of row: RowList.Row?) -> Bool {
    guard let row else {
      let access = forNewRows
      return access.model.entity(property.entity).map(access.canChange) == true
        && access.canWrite(property, of: nil)
    }
    return property.entity == row.entity.identifier && canEdit(row) && canWrite(property, of: row)
  }

  /// Whether rows may be added to a table, with the task `new`.
  public func canInsert(_ entity: Entity) -> Bool {
    entity.changes.contains(.insert) && forNewRows.canChange(entity)
  }

  private func canWrite(_ property: Property, of row: RowList.Row?) -> Bool {
    guard let entity = model.entity(property.entity) else { return false }
    let aliases: [Property]
    switch property {
    case .attribute(let attribute):
      guard canSee(attribute) else { return false }
      aliases = entity.relationships.filter { relationship in
        relationship.kind == .toOne && relationship.columns.contains { $0.own == attribute }
      }.map(Property.relationship)
    case .relationship(let relationship):
      guard relationship.kind != .toMany, canSee(relationship) else { return false }
      if let between = relationship.joinTable {
        guard model.entity(between.entity).map(canChange) == true else { return false }
      }
      aliases = property.columns.map(Property.attribute)
    }
    guard property.columns.allSatisfy({ !$0.isGenerated && !$0.isHidden }) else { return false }
    return ([property] + aliases).allSatisfy { property in
      guard var context = context(of: property) else { return false }
      context.object = row?.object
      return answer(
        \.isPropertyEditable, "isPropertyEditable", of: "\(entity.name).\(property.name)",
        in: context, else: false)
    }
  }

  /// The text of a rule that stands for a row, as `displayNameForObject` tells; nil for none.
  public func displayName(of row: RowList.Row) -> String? {
    guard hasDisplayNames(row.entity), var context = context(of: row.entity.identifier) else {
      return nil
    }
    context.object = row.object
    return answer(
      \.displayNameForObject, "displayNameForObject", of: row.entity.name, in: context, else: nil)
  }

  /// Whether rules may make texts for rows: they look at the row, or make one text for all.
  private func hasDisplayNames(_ entity: Entity) -> Bool {
    if ruleFacts.dependsOnRow("displayNameForObject") { return true }
    return rowRights.answer(
      RowRight(key: "displayNameForObject", entity: entity.identifier)
    ) {
      guard let context = context(of: entity.identifier) else { return false }
      return answer(
        \.displayNameForObject, "displayNameForObject", of: entity.name, in: context, else: nil)
        != nil
    }
  }

  private func canChange(
    _ row: RowList.Row, _ right: KeyPath<RuleContext, Bool>, _ key: String
  ) -> Bool {
    guard row.key != nil, canChange(row.entity) else { return false }
    func asked() -> Bool {
      guard var context = context(of: row.entity.identifier) else { return false }
      context.object = row.object
      return answer(right, key, of: row.entity.name, in: context, else: false)
    }
    if ruleFacts.dependsOnRow(key) {
      return row.rights.answer(key, task: context.task, else: asked)
    }
    return rowRights.answer(
      RowRight(key: key, entity: row.entity.identifier), else: asked)
  }
}
