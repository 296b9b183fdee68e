/// What happens to other rows when some rows are deleted, as foreign keys tell.
///
/// What triggers do is not in it.
public struct DeletionPreview: Hashable, Sendable {
  /// Rows of one table.
  public struct Part: Hashable, Sendable {
    /// The table.
    public let entity: Entity
    /// How many of its rows, of those that may be seen.
    public let count: RowCount
  }

  /// Rows that are deleted, too.
  public internal(set) var taken: [Part] = []
  /// Whether rows that may not be seen are deleted, too.
  public internal(set) var takesOthers = false
  /// Rows that stay, and do not lead anywhere any more.
  public internal(set) var cleared: [Part] = []
  /// Whether rows that may not be seen stay so.
  public internal(set) var clearsOthers = false
  /// Rows that keep the database from deleting.
  public internal(set) var stops: [Part] = []
  /// Whether rows that may not be seen keep the database from deleting.
  public internal(set) var isStoppedByOthers = false
  /// Whether all rows were looked at; else there may be more of everything.
  public internal(set) var isComplete = true
}

extension Access {
  /// Looks what deleting rows would do to others.
  ///
  /// - Returns: Numbers of rows that may be seen, and of others only whether there are any. Nothing for
  ///   rows that may not be seen or deleted.
  /// - Complexity: A few statements for each foreign key and each 100 rows, up to 2,000 rows in all.
  public func deletionPreview(
    of keys: [RowKey], in entity: Entity, on connection: Connection
  ) throws -> DeletionPreview {
    let list = try RowList(entity, through: self)
    let rows = try keys.filter { key in
      try list.row(key, on: connection).map(canDelete) == true
    }
    return try DeletionWalk(entity: entity, access: self, connection: connection).preview(rows)
  }
}

/// Follows foreign keys backwards from rows that are to be deleted.
struct DeletionWalk {
  private static let batchSize = 100

  let entity: Entity
  let access: Access
  let connection: Connection
  /// The number of rows at which it ends.
  var mostRows = 2_000

  /// A row of any table.
  struct Place: Hashable {
    let entity: Identifier
    let key: RowKey
  }

  /// The rows that foreign keys lead to, without those that are deleted anyway.
  struct Found {
    /// Rows that are deleted, too.
    var taken: Set<Place> = []
    /// Rows that stay, and do not lead anywhere any more.
    var cleared: Set<Place> = []
    /// Rows that keep the database from deleting.
    var stops: Set<Place> = []
    /// Whether all rows were looked at.
    var isComplete = true
  }

  private enum Effect: Hashable { case take, clear, stop }

  func preview(_ keys: [RowKey]) throws -> DeletionPreview {
    let found = try found(keys)
    var preview = DeletionPreview()
    (preview.taken, preview.takesOthers) = try parts(found.taken)
    (preview.cleared, preview.clearsOthers) = try parts(found.cleared)
    (preview.stops, preview.isStoppedByOthers) = try parts(found.stops)
    preview.isComplete = found.isComplete
    return preview
  }

  func found(_ keys: [RowKey]) throws -> Found {
    var taken = Set(keys.map { Place(entity: entity.identifier, key: $0) })
    var others: [Effect: Set<Place>] = [:]
    var isComplete = true
    let roots = taken
    var queue: [(entity: Entity, keys: [RowKey])] = [(entity, keys)]
    while !queue.isEmpty {
      let (target, keys) = queue.removeFirst()
      for (source, relationship) in references(to: target) {
        let effect = effect(of: relationship)
        for start in stride(from: 0, to: keys.count, by: Self.batchSize) {
          let some = Array(keys[start..<min(start + Self.batchSize, keys.count)])
          let count = taken.count + others.values.reduce(0) { $0 + $1.count }
          let room = mostRows - count
          let found = try rows(
            of: source, leadingTo: some, of: target, along: relationship, limit: max(room, 0) + 1)
          if found.hasRowsWithoutKey || found.keys.count > room { isComplete = false }
          let places = found.keys.prefix(max(room, 0)).map {
            Place(entity: source.identifier, key: $0)
          }
          if effect == .take {
            let new = places.filter { taken.insert($0).inserted }
            if !new.isEmpty { queue.append((source, new.map(\.key))) }
          } else {
            others[effect, default: []].formUnion(places)
          }
        }
      }
    }
    return Found(
      taken: taken.subtracting(roots), cleared: others[.clear, default: []].subtracting(taken),
      stops: others[.stop, default: []].subtracting(taken), isComplete: isComplete)
  }

  /// The tables with foreign keys to a table.
  private func references(to target: Entity) -> [(Entity, Relationship)] {
    access.model.entities.flatMap { source in
      source.relationships.filter {
        $0.kind == .toOne && $0.destination == target.identifier
      }.map { (source, $0) }
    }
  }

  private func effect(of relationship: Relationship) -> Effect {
    if relationship.onDelete.uppercased() == "CASCADE" { return .take }
    return relationship.forbidsDeleting ? .stop : .clear
  }

  private func rows(
    of source: Entity, leadingTo keys: [RowKey], of target: Entity,
    along relationship: Relationship, limit: Int
  ) throws -> (keys: [RowKey], hasRowsWithoutKey: Bool) {
    let ends = try ListQuery(
      target, columns: relationship.columns.map { AttributePath($0.other) })
    let values = try ends.rows(keys, on: connection).values.map(\.values)
    if values.isEmpty { return ([], false) }
    let reversed = relationship.reversed
    let query = try ListQuery(
      source, columns: [],
      where: .any(values.map { .linked(reversed, from: $0) }))
    let rows = try query.rows(nil, reversed: false, limit: limit, on: connection)
    return (rows.compactMap(\.key), rows.contains { $0.key == nil })
  }

  /// The numbers of rows that may be seen, and whether there are others.
  private func parts(
    _ places: Set<Place>
  ) throws -> (parts: [DeletionPreview.Part], hasOthers: Bool) {
    var parts: [DeletionPreview.Part] = []
    var hasOthers = false
    for (identifier, places) in Dictionary(grouping: places, by: \.entity).sorted(by: {
      $0.key < $1.key
    }) {
      guard let entity = access.model.entity(identifier) else { continue }
      let query = try ListQuery(entity, columns: [], where: access.rowFilter(of: entity))
      let visible = try query.rows(places.map(\.key), on: connection).count
      if visible < places.count { hasOthers = true }
      if visible > 0 {
        parts.append(DeletionPreview.Part(entity: entity, count: .exactly(visible)))
      }
    }
    return (parts, hasOthers)
  }
}
