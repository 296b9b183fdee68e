/// The rows that foreign keys change when others are deleted, as they are before.
///
/// What triggers do to other rows is not in it.
struct AffectedRows {
  private static let mostRows = 20_000
  /// How many bytes of columns for bytes are kept in memory; what is beyond cannot be restored.
  private static let mostBytes = 64 << 20

  private let access: Access
  private let found: DeletionWalk.Found
  private let before: [DeletionWalk.Place: [Identifier: Value]]

  /// Looks for the rows, and reads them.
  ///
  /// - Complexity: As ``Access/deletionPreview(of:in:on:)``, up to 20,000 rows in all, and one statement for
  ///   each 400 of them.
  init(deleting keys: [RowKey], of entity: Entity, _ access: Access, on connection: Connection)
    throws
  {
    self.access = access
    found = try DeletionWalk(
      entity: entity, access: access, connection: connection, mostRows: Self.mostRows
    ).found(keys)
    before = try Self.values(of: found.taken.union(found.cleared), access.model, connection)
  }

  /// What became of the rows, in the order of tables and keys.
  func changes(on connection: Connection) throws -> [RowChange] {
    let after = try Self.values(of: Set(before.keys), access.model, connection)
    let places = before.keys.sorted {
      $0.entity == $1.entity ? $0.key.token < $1.key.token : $0.entity < $1.entity
    }
    return places.compactMap { place in
      guard let old = before[place] else { return nil }
      guard let new = after[place] else {
        // A row that stays, and is not found, has another key now: the foreign key is a part of it.
        guard found.taken.contains(place) else { return nil }
        return RowChange(
          kind: .delete, entity: place.entity, oldKey: place.key, newKey: nil, old: old, new: [:],
          links: [], isConsequence: true)
      }
      let names = old.keys.filter { old[$0] != new[$0] }
      guard !names.isEmpty else { return nil }
      return RowChange(
        kind: .update, entity: place.entity, oldKey: place.key, newKey: place.key,
        old: old.filter { names.contains($0.key) }, new: new.filter { names.contains($0.key) },
        links: [], isConsequence: true)
    }
  }

  /// All values of rows, whatever may be seen.
  private static func values(
    of places: Set<DeletionWalk.Place>, _ model: Model, _ connection: Connection
  ) throws -> [DeletionWalk.Place: [Identifier: Value]] {
    var all: [DeletionWalk.Place: [Identifier: Value]] = [:]
    var room = mostBytes
    for (identifier, places) in Dictionary(grouping: places, by: \.entity) {
      guard let entity = model.entity(identifier) else { continue }
      let attributes = entity.attributes.filter { !$0.isHidden }
      let hasBytes = attributes.contains { $0.kind == .blob }
      let keys = places.map(\.key)
      // Thousands of pictures would not fit into memory.
      let size = hasBytes ? 20 : max(keys.count, 1)
      for start in stride(from: 0, to: keys.count, by: size) {
        let columns = room > 0 ? attributes : attributes.filter { $0.kind != .blob }
        let query = try ListQuery(entity, columns: columns.map(AttributePath.init))
        for (key, row) in try query.rows(
          keys[start..<min(start + size, keys.count)], on: connection)
        {
          if hasBytes { room -= row.values.reduce(0) { $0 + $1.byteCount } }
          all[DeletionWalk.Place(entity: identifier, key: key)] = Dictionary(
            uniqueKeysWithValues: zip(columns.map(\.identifier), row.values))
        }
      }
    }
    return all
  }
}

extension Value {
  fileprivate var byteCount: Int { if case .blob(let bytes) = self { bytes.count } else { 0 } }
}
