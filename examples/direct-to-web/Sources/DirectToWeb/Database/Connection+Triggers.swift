extension Connection {
  /// Whether triggers of a table run when a row of it is deleted.
  func hasDeleteTriggers(on table: Identifier) throws -> Bool {
    try rows(
      """
      SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND tbl_name = \(bound: .text(table.name)) COLLATE NOCASE
      AND sql LIKE '%delete%' LIMIT 1
      """
    ).isEmpty == false
  }
}
