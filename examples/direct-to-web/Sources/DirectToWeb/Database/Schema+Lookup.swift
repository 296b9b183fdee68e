extension Schema {
  /// Returns the table that SQLite finds under a name.
  public func table(_ name: some StringProtocol) -> Table? {
    tables.first { $0.name.matches(name) }
  }

  /// Returns the table and columns that a foreign key points to; nil when they do not exist.
  public func target(of key: ForeignKey) -> (table: Table, columns: [Identifier])? {
    guard let table = table(key.table.name) else { return nil }
    let columns =
      key.otherColumns.isEmpty
      ? table.primaryKeyColumns.map(\.name)
      : key.otherColumns.compactMap { table.column($0.name)?.name }
    return columns.count == key.columns.count ? (table, columns) : nil
  }
}
