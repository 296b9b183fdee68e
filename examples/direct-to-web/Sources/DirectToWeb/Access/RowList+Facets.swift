extension RowList {
  /// Counts the rows before a page; see ``ListQuery/count(before:upTo:within:on:)``.
  public func count(before page: Page, on connection: Connection) throws -> RowCount {
    try query(on: connection).count(before: page.previous, on: connection)
  }

  /// Counts the rows by the values of columns; see ``ListQuery/facet(of:upTo:within:on:)``.
  ///
  /// Rows at the end of relationships that may not be seen count as missing. A column that is not in
  /// ``columns``, or holds passwords, tells nothing.
  ///
  /// - Returns: The values; nil when it took too long, or they may not be seen.
  public func facet(
    of paths: [AttributePath], upTo most: Int, on connection: Connection
  ) throws -> [FacetValue]? {
    let known = paths.compactMap(shown)
    guard known.count == paths.count else { return nil }
    return try query(on: connection).facet(of: known, upTo: most, on: connection)
  }
}
