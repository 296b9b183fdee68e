import LuaRules

// Rights of single rows. Answers of rules that do not look at `object` are kept by the context.

extension Access {
  /// Whether a row may be changed: its table may be, and `isObjectEditable` is true.
  public func canEdit(_ row: RowList.Row) -> Bool {
    canChange(row, \.isObjectEditable, "isObjectEditable")
  }

  /// Whether a row may be deleted: its table may be changed, and `isObjectDeletable` is true.
  public func canDelete(_ row: RowList.Row) -> Bool {
    canChange(row, \.isObjectDeletable, "isObjectDeletable")
  }

  /// Whether a column of a row may be changed: the row may be, the column may be seen and is not
  /// computed, and `isPropertyEditable` is true.
  public func canEdit(_ attribute: Attribute, of row: RowList.Row) -> Bool {
    guard attribute.entity == row.entity.identifier, !attribute.isGenerated, canSee(attribute),
      canEdit(row), let context = context(of: attribute)
    else { return false }
    return canEditProperty(attribute.name, of: row, in: context)
  }

  /// Whether a relationship of a row may be changed: the row may be, the relationship may be seen, and
  /// `isPropertyEditable` is true.
  public func canEdit(_ relationship: Relationship, of row: RowList.Row) -> Bool {
    guard relationship.source == row.entity.identifier, canSee(relationship), canEdit(row),
      let context = context(of: relationship)
    else { return false }
    return canEditProperty(relationship.name, of: row, in: context)
  }

  /// The text of a rule that stands for a row, as `displayNameForObject` tells; nil for none.
  public func displayName(of row: RowList.Row) -> String? {
    guard var context = context(of: row.entity.identifier) else { return nil }
    context.object = row.object
    return answer(
      \.displayNameForObject, "displayNameForObject", of: row.entity.name, in: context, else: nil)
  }

  private func canChange(
    _ row: RowList.Row, _ right: KeyPath<RuleContext, Bool>, _ key: String
  ) -> Bool {
    guard row.key != nil, canChange(row.entity), var context = context(of: row.entity.identifier)
    else { return false }
    context.object = row.object
    return answer(right, key, of: row.entity.name, in: context, else: false)
  }

  private func canEditProperty(
    _ name: String, of row: RowList.Row, in context: RuleContext
  ) -> Bool {
    var context = context
    context.object = row.object
    return answer(
      \.isPropertyEditable, "isPropertyEditable", of: "\(row.entity.name).\(name)", in: context,
      else: false)
  }
}
