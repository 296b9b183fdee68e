extension RowList {
  /// Adds up columns over all rows of the list; see ``ListQuery/totals(of:within:on:)``.
  ///
  /// A column that is not in ``columns``, or holds passwords, has no sum.
  ///
  /// - Returns: Nil when it took too long.
  public func totals(
    of columns: [AttributePath], within limit: Duration = .milliseconds(200),
    on connection: Connection
  ) throws -> Totals? {
    let known = columns.map(shown)
    let totals = try query(on: connection).totals(
      of: known.compactMap(\.self), within: limit, on: connection)
    return totals.map { spread($0, over: known) }
  }

  /// Adds up columns over the rows of each group; see ``ListQuery/totals(by:among:of:within:on:)``.
  ///
  /// A column that is not in ``columns``, or holds passwords, has no sum, and makes no group.
  ///
  /// - Returns: The totals of groups, all of whose rows are rows of the list; nil when it took too long.
  public func totals(
    by groups: [AttributePath], among wanted: [GroupKey], of columns: [AttributePath],
    within limit: Duration = .milliseconds(200), on connection: Connection
  ) throws -> [GroupKey: Totals]? {
    let known = columns.map(shown)
    let makers = groups.compactMap(shown)
    guard makers.count == groups.count else { return [:] }
    let totals = try query(on: connection).totals(
      by: makers, among: wanted, of: known.compactMap(\.self), within: limit, on: connection)
    return totals?.mapValues { spread($0, over: known) }
  }

  /// The column as the list reads it, with row filters on the way.
  func shown(_ path: AttributePath) -> AttributePath? {
    guard !path.attribute.isSecret else { return nil }
    return columns.first { $0.steps == path.steps && $0.attribute == path.attribute }
  }

  /// Puts sums to their columns, where some have none.
  private func spread(_ totals: Totals, over columns: [AttributePath?]) -> Totals {
    var rest = totals.sums[...]
    return Totals(
      count: totals.count, sums: columns.map { $0 == nil ? nil : rest.popFirst() ?? nil })
  }
}
