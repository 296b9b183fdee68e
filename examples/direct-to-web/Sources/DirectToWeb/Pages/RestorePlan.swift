/// What brings back the rows that a transaction deleted, or why that cannot be.
struct RestorePlan: Sendable {
  /// The rows, in the order in which they went.
  private(set) var rows: [LostRow] = []
  /// Why it cannot be done, in sentences for the user.
  private(set) var reasons: [String] = []
  /// Whether the user may add rows to the tables of what was deleted.
  private(set) var mayRestore = true

  private let request: PageRequest

  /// Makes a plan of all entries of a transaction.
  init(_ entries: [HistoryEntry], _ request: PageRequest) {
    self.request = request
    for entry in entries
    where entry.kind == .delete || (entry.kind == .update && entry.isConsequence) {
      add(entry)
    }
    reasons = reasons.enumerated().filter { reasons.firstIndex(of: $1) == $0 }.map(\.element)
  }

  private mutating func add(_ entry: HistoryEntry) {
    guard entry.isConfirmed else {
      reasons.append(request.texts["notKnownIfDone"])
      return
    }
    guard let entity = try? request.model.entity(named: entry.entity), entity.kind == .table else {
      reasons.append(request.texts["tableGone"])
      return
    }
    if !entry.isConsequence && !request.access.canInsert(entity) { mayRestore = false }
    var values: [Identifier: Value] = [:]
    var missing: [Attribute] = []
    for attribute in entity.attributes where !attribute.isGenerated && !attribute.isHidden {
      let column = entry.columns.first { $0.name.hasSameBytes(as: attribute.name) }
      switch column?.old {
      case .value(let value): values[attribute.identifier] = value
      case .digest, .hidden: missing.append(attribute)
      // A column that is newer than the deletion gets its default; one for bytes was too large to be kept.
      case nil where entry.kind == .delete && attribute.kind == .blob: missing.append(attribute)
      case nil: break
      }
    }
    guard missing.isEmpty else {
      reasons.append(reason(missing, entity))
      return
    }
    var row = LostRow(entity: entity, values: values, isConsequence: entry.isConsequence)
    if entry.kind == .update {
      guard let key = RowKey(token: entry.row) else { return }
      var rest: [Identifier: Value] = [:]
      for column in entry.columns {
        if let attribute = entity.attribute(column.name), case .value(let value)? = column.new {
          rest[attribute.identifier] = value
        }
      }
      row.rest = (key, rest)
    }
    rows.append(row)
  }

  private func reason(_ missing: [Attribute], _ entity: Entity) -> String {
    let seen = missing.filter(request.access.canSee)
    guard seen.count == missing.count, request.access.visibleEntities.contains(entity) else {
      return request.texts["valuesNotKept"]
    }
    let names = seen.map(\.displayName).joined(separator: ", ")
    return request.texts[
      seen.allSatisfy(\.isSecret) ? "passwordsNotKept" : "largeValuesNotKept",
      ["columns": names, "table": request.displayName(of: entity)]]
  }
}
