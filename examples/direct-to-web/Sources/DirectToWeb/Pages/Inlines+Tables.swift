import LuaRules

extension Inlines {
  /// What the page of a row reads of the rows in `inlines`: a table for each relationship.
  func tables() async throws -> [[String: Any]] {
    guard let key else { return [] }
    var tables: [[String: Any]] = []
    for group in groups {
      let table = RelatedTable(
        request: request, owner: owner, key: key, relationship: group.relationship,
        limit: Self.mostRows)
      if let values = try await table.values() { tables.append(values) }
    }
    return tables
  }
}
