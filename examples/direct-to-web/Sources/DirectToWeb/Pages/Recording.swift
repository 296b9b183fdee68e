import LuaRules

extension PageRequest {
  /// Makes a change, and keeps what it did in the history if there is one.
  ///
  /// The closure `changes` tells which changes a result is about. What the body throws is thrown; before it
  /// runs, a history that cannot be written is the error `historyUnusable`.
  func recording<Result: Sendable>(
    _ kind: HistoryChangeKind, _ entity: Entity, _ key: RowKey?,
    _ body: @Sendable () async throws -> Result, changes: @Sendable (Result) -> [RowChange]
  ) async throws -> Result {
    guard let history else { return try await body() }
    let intended = HistoryChange(
      kind, of: key?.token ?? "", in: entity.name, by: userName, columns: [])
    return try await history.recording(
      intended: intended, entries: { changes($0).flatMap(entries) }, body)
  }

  private func entries(_ change: RowChange) -> [HistoryChange] {
    guard let entity = model.entity(change.entity) else { return [] }
    let secret = Set(
      entity.attributes.filter(\.isSecret).map(\.name))
    let row = (change.newKey ?? change.oldKey)?.token ?? ""
    let columns = entity.attributes.compactMap { attribute -> ColumnChange? in
      let old = change.old[attribute.identifier]
      let new = change.new[attribute.identifier]
      return old == nil && new == nil ? nil : ColumnChange(attribute.name, from: old, to: new)
    }
    let kind: HistoryChangeKind =
      switch change.kind {
      case .insert: .insert
      case .update: .update
      case .delete: .delete
      case .restore: .restore
      }
    var entries: [HistoryChange] = []
    if !columns.isEmpty {
      var entry = HistoryChange(
        kind, of: row, in: entity.name, by: userName, columns: columns, hiddenColumns: secret)
      entry.isConsequence = change.isConsequence
      entries.append(entry)
    }
    for links in change.links {
      entries.append(
        HistoryChange(
          .links, of: row, in: entity.name, by: userName,
          columns: links.added.map {
            ColumnChange(links.relationship, from: nil, to: .text($0.token))
          }
            + links.removed.map {
              ColumnChange(links.relationship, from: .text($0.token), to: nil)
            }))
    }
    return entries
  }
}
