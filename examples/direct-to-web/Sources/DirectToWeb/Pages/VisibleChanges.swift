import LuaRules

/// What a user may see of the history: the changes of all tables, by transaction.
struct VisibleChanges: Sendable {
  /// A change of a row that may be seen.
  struct Change: Sendable {
    let entry: HistoryEntry
    let entity: Entity
    /// The text that stands for the row.
    let title: String
    /// The row; nil where it is gone.
    let key: RowKey?
  }

  /// The changes of one transaction.
  struct Operation: Sendable {
    /// The number that the entries have in common, or that of the only one.
    let number: Int64
    /// What was asked for.
    var changes: [Change] = []
    /// How many rows of each table changed as a consequence.
    var others: [(entity: Entity, kind: HistoryChangeKind, count: Int)] = []

    /// Whether rows were deleted that may come back.
    var hasDeletions: Bool {
      changes.contains {
        $0.entry.kind == .delete && $0.entry.operation != nil && $0.entry.isConfirmed
      }
    }
  }

  private let request: PageRequest
  private let history: History

  /// Nil where no history is kept.
  init?(_ request: PageRequest) {
    guard let history = request.history else { return nil }
    self.request = request
    self.history = history
  }

  /// The newest changes, and where the next page begins.
  ///
  /// A change of a row may be seen as long as the row may be; of a row that is gone, when it could be seen if
  /// it were there. Columns that may not be seen are left out, and so are changes of nothing else.
  func page(
    from number: Int64?, size: Int
  ) async throws -> (operations: [Operation], next: Int64?) {
    let page = try await history.page(from: number, size: size)
    var operations: [Operation] = []
    var beginnings: [String: Int64] = [:]
    for entry in page.entries {
      guard let entity = try? request.model.entity(named: entry.entity),
        request.access.visibleEntities.contains(entity), !entry.row.isEmpty
      else { continue }
      let number = entry.operation ?? entry.number
      let change = try await change(entry, entity, &beginnings)
      guard let change else { continue }
      if operations.last?.number != number { operations.append(Operation(number: number)) }
      let place = operations.count - 1
      guard entry.isConsequence else {
        operations[place].changes.append(change)
        continue
      }
      let known = operations[place].others.firstIndex {
        $0.entity == entity && $0.kind == entry.kind
      }
      if let known {
        operations[place].others[known].count += 1
      } else {
        operations[place].others.append((entity, entry.kind, 1))
      }
    }
    return (operations.filter { !$0.changes.isEmpty || !$0.others.isEmpty }, page.next)
  }

  /// A change as its user may see it; nil for one that may not be seen.
  private func change(
    _ entry: HistoryEntry, _ entity: Entity, _ beginnings: inout [String: Int64]
  ) async throws -> Change? {
    let shown = entry.showing { canSee($0, entity) }
    if shown.columns.isEmpty && entry.kind != .delete { return nil }
    guard let key = RowKey(token: entry.row) else { return nil }
    if let title = try await request.title(of: key, entity) {
      let place = "\(entity.name) \(entry.row)"
      let beginning: Int64
      if let known = beginnings[place] {
        beginning = known
      } else {
        beginning = try await history.beginning(of: entity.name, row: entry.row) { name in
          entity.keyAttributes.contains { $0.name.hasSameBytes(as: name) }
        }
        beginnings[place] = beginning
      }
      // Before that the key was another row's.
      if entry.number >= beginning {
        return Change(entry: shown, entity: entity, title: title, key: key)
      }
    }
    let filter = request.access.rowFilter(of: entity)
    // Only of a deleted row all values are known.
    guard entry.kind == .delete || filter == .everything else { return nil }
    let values = entry.knownValues(of: entity)
    let file = request.file
    guard try await file.read({ try filter.holds(for: values, of: entity, on: $0) }) else {
      return nil
    }
    return Change(entry: shown, entity: entity, title: title(values, key, entity), key: nil)
  }

  private func title(_ values: [Identifier: Value], _ key: RowKey, _ entity: Entity) -> String {
    let label = request.access.labelAttributes(of: entity).map { values[$0.identifier] ?? .null }
    if !label.labelText.isEmpty { return label.labelText }
    let isShown = entity.keyAttributes.allSatisfy(request.access.canShow)
    return isShown
      ? "\(request.displayName(of: entity)) \(key.values.labelText)" : request.texts["aRow"]
  }

  private func canSee(_ name: String, _ entity: Entity) -> Bool {
    if let attribute = entity.attribute(name) { return request.access.canSee(attribute) }
    return entity.relationship(name).map(request.access.canSee) ?? false
  }
}

extension HistoryEntry {
  /// The values of a deleted row that the history has.
  func knownValues(of entity: Entity) -> [Identifier: Value] {
    var values: [Identifier: Value] = [:]
    for column in columns {
      guard let attribute = entity.attribute(column.name), case .value(let value)? = column.old
      else { continue }
      values[attribute.identifier] = value
    }
    return values
  }
}
