/// The tables with rows that keep the database from deleting a row.
struct DeletionStops: Hashable, Sendable {
  /// Tables with such rows that may be seen, by relationships that may be.
  var entities: [Entity] = []
  /// Whether there are such rows that may not be seen, and none that may be.
  var hasOthers = false

  var isStopped: Bool { !entities.isEmpty || hasOthers }
}

extension Access {
  /// Looks whether foreign keys that forbid it lead to a row; at one row of each table.
  ///
  /// Rows that would be deleted along, and what these keep, are not looked at: the page that asks does.
  ///
  /// - Complexity: One or two statements for each foreign key to the table.
  func deletionStops(
    of key: RowKey, in entity: Entity, on connection: Connection
  ) throws -> DeletionStops {
    var stops = DeletionStops()
    guard try !connection.hasDeleteTriggers(on: entity.identifier) else { return stops }
    for source in model.entities where source.kind == .table {
      let references = source.relationships.filter {
        $0.kind == .toOne && $0.destination == entity.identifier && $0.forbidsDeleting
      }
      // A row that another foreign key takes along keeps nothing.
      let isTaken = source.relationships.contains {
        $0.kind == .toOne && $0.destination == entity.identifier && $0.onDelete == "CASCADE"
      }
      guard !isTaken else { continue }
      for reference in references {
        let ends = try ListQuery(
          entity, columns: reference.columns.map { AttributePath($0.other) })
        guard let values = try ends.row(key, on: connection)?.values else { continue }
        func exists(_ filter: Qualifier) throws -> Bool {
          let linked = Qualifier.linked(reference.reversed, from: values)
          let query = try ListQuery(source, columns: [], where: .all([linked, filter]))
          let rows = try query.rows(nil, reversed: false, limit: 2, on: connection)
          // A row that leads to itself goes with itself.
          return rows.contains { source.identifier != entity.identifier || $0.key != key }
        }
        if canName(reference, from: entity), try exists(rowFilter(of: source)) {
          if !stops.entities.contains(source) { stops.entities.append(source) }
        } else if try exists(.everything) {
          stops.hasOthers = true
        }
      }
    }
    return stops
  }

  /// Whether a user may know that rows of another table lead here: both directions may be seen.
  private func canName(_ reference: Relationship, from entity: Entity) -> Bool {
    let back = entity.wayBack(of: reference).map { [$0] } ?? []
    return ([reference] + back).allSatisfy(canSee)
  }
}

extension Relationship {
  /// Whether a row cannot be deleted while another one leads to it.
  var forbidsDeleting: Bool {
    switch onDelete.uppercased() {
    case "CASCADE", "SET DEFAULT": false
    case "SET NULL": columns.contains { $0.own.isNotNull }
    default: true
    }
  }
}
