import LuaRules

/// What a user asks of the row at the end of a foreign key: which one, any, or none.
///
/// A row that may not be seen counts as missing, as everywhere.
struct RelationshipFilter {
  /// The columns of the other table that the foreign key leads to, seen from where it begins.
  let paths: [AttributePath]

  /// Finds the columns; nil where not all of them may be seen.
  init?(_ relationship: Relationship, _ access: Access) {
    guard relationship.kind == .toOne, access.canSee(relationship) else { return nil }
    let paths = relationship.columns.compactMap { try? AttributePath([relationship], $0.other) }
    guard paths.count == relationship.columns.count,
      paths.allSatisfy({ access.canSee($0) && !$0.attribute.isSecret })
    else { return nil }
    self.paths = paths
  }

  /// The condition that a text means: ``FilterText/none``, ``FilterText/some``, or the token of the values;
  /// nil for another text.
  func qualifier(_ text: String) -> Qualifier? {
    let isMissing = Qualifier.any(paths.map(Qualifier.isNull))
    if text == FilterText.none { return isMissing }
    if text == FilterText.some { return .not(isMissing) }
    guard let key = RowKey(token: text), key.values.count == paths.count else { return nil }
    return .all(zip(paths, key.values).map { .compare($0, .equal, $1) })
  }
}

extension PageRequest {
  /// The text of the row with certain values at the end of a foreign key; nil when it may not be seen.
  func title(
    of values: [Value], along relationship: Relationship
  ) async throws -> String? {
    guard let other = model.destination(of: relationship),
      values.count == relationship.columns.count
    else { return nil }
    let labels = access.labelAttributes(of: other).map(AttributePath.init)
    let list = try RowList(
      other, columns: labels,
      where: .all(
        zip(relationship.columns, values).map {
          .compare(AttributePath($0.other), .equal, $1)
        }), through: access)
    let row = try await file.read { try list.page(size: 1, on: $0).rows.first }
    return row.map { title(of: $0, label: $0.values) }
  }
}
