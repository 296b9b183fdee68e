/// Makes relationships of foreign keys, and names them.
struct RelationshipBuilder {
  private let schema: Schema
  private var result: [Entity]

  init(_ entities: [Entity], _ schema: Schema) {
    self.schema = schema
    result = entities
  }

  func entities() -> [Entity] {
    var builder = self
    for index in builder.result.indices { builder.addToOne(index) }
    let joins = builder.joinTables()
    for entity in builder.result { builder.addToMany(from: entity, except: joins) }
    for join in joins { builder.addManyToMany(join) }
    return builder.result
  }

  // MARK: - To-one

  private mutating func addToOne(_ index: Int) {
    let entity = result[index]
    guard let table = schema.tables.first(where: { $0.name == entity.identifier }) else { return }
    var seen: Set<[Relationship.ColumnPair]> = []
    // In the order of the columns: SQLite's numbers begin with the key that is declared last.
    let places = Dictionary(
      uniqueKeysWithValues: entity.attributes.enumerated().map { ($1.identifier, $0) })
    let keys = table.foreignKeys.sorted {
      (places[$0.columns[0]] ?? 0, $1.number) < (places[$1.columns[0]] ?? 0, $0.number)
    }
    for key in keys {
      // Without a unique index at the other end a row could have many others, and joins repeat it.
      guard let (otherTable, columns) = schema.target(of: key),
        otherTable.comparesAsDeclared(columns),
        let other = result.first(where: { $0.identifier == otherTable.name })
      else { continue }
      let pairs = zip(key.columns, columns).compactMap { own, foreign in
        entity.attribute(own).flatMap { own in
          other.attribute(foreign).map { Relationship.ColumnPair(own: own, other: $0) }
        }
      }
      guard pairs.count == columns.count, seen.insert(pairs).inserted else { continue }
      result[index].add(
        names: RelationshipName.toOne(pairs.map(\.own.name), to: other.name), kind: .toOne,
        destination: other.identifier, columns: pairs,
        isMandatory: pairs.allSatisfy(\.own.isNotNull), onDelete: key.onDelete)
    }
  }

  // MARK: - To-many

  private mutating func addToMany(from entity: Entity, except joins: [Join]) {
    if joins.contains(where: { $0.entity == entity.identifier }) { return }
    let toOne = entity.relationships.filter { $0.kind == .toOne }
    for relationship in toOne {
      let isOnly = toOne.filter { $0.destination == relationship.destination }.count == 1
      guard let index = index(relationship.destination) else { continue }
      result[index].add(
        names: isOnly ? [entity.name] : ["\(entity.name)_by_\(relationship.name)"], kind: .toMany,
        destination: entity.identifier, columns: relationship.columns.map(\.reversed),
        isMandatory: false, onDelete: relationship.onDelete)
    }
  }

  // MARK: - Many-to-many

  private struct Join {
    var entity: Identifier
    var first: Relationship
    var second: Relationship
  }

  /// Tables that hold nothing but pairs of keys, each pair once.
  ///
  /// A key of their own and columns that fill themselves do not count.
  private func joinTables() -> [Join] {
    result.compactMap { entity in
      let toOne = entity.relationships.filter { $0.kind == .toOne }
      guard entity.kind == .table, toOne.count == 2, toOne.allSatisfy(\.isMandatory),
        let table = schema.tables.first(where: { $0.name == entity.identifier })
      else { return nil }
      let pair = toOne.flatMap(\.columns).map(\.own.identifier)
      guard Set(pair).count == pair.count, table.isUnique(pair) else { return nil }
      let rest = entity.attributes.filter { !pair.contains($0.identifier) }
      let fillThemselves = rest.allSatisfy {
        $0.isRowID || $0.isGenerated || ($0.kind == .timestamp && $0.defaultSQL != nil)
      }
      return fillThemselves
        ? Join(entity: entity.identifier, first: toOne[0], second: toOne[1]) : nil
    }
  }

  private mutating func addManyToMany(_ join: Join) {
    for (near, far) in [(join.first, join.second), (join.second, join.first)] {
      guard let index = index(near.destination) else { continue }
      let name = far.destination.name
      let isReflexive = near.destination == far.destination
      result[index].add(
        names: isReflexive
          ? ["\(name)_by_\(far.name)"] : [name, "\(name)_through_\(join.entity.name)"],
        kind: .manyToMany, destination: far.destination, columns: near.columns.map(\.reversed),
        joinTable: Relationship.JoinTable(entity: join.entity, columns: far.columns),
        isMandatory: false, onDelete: near.onDelete)
    }
  }

  private func index(_ identifier: Identifier) -> Int? {
    result.firstIndex { $0.identifier == identifier }
  }
}

extension Relationship.ColumnPair {
  fileprivate var reversed: Self { Self(own: other, other: own) }
}

extension Schema.Table {
  /// Whether the index that makes columns unique compares them as the columns are declared.
  fileprivate func comparesAsDeclared(_ columns: [Identifier]) -> Bool {
    if columns.count == 1, rowIDColumn?.name == columns[0] { return true }
    let collations = TableDefinition(self).collations
    return indexes.contains { index in
      index.isUnique && !index.isPartial && Set(index.parts.map(\.column)) == Set(columns)
        && index.parts.allSatisfy { part in
          let declared = part.column.flatMap { collations[$0] } ?? "BINARY"
          return declared.uppercased() == part.collation.uppercased()
        }
    }
  }
}

extension Entity {
  fileprivate mutating func add(
    names: [String], kind: Relationship.Kind, destination: Identifier,
    columns: [Relationship.ColumnPair], joinTable: Relationship.JoinTable? = nil,
    isMandatory: Bool, onDelete: String
  ) {
    let taken = attributes.map(\.name) + relationships.map(\.name)
    relationships.append(
      Relationship(
        name: RelationshipName.free(names, taken: taken), kind: kind, source: identifier,
        destination: destination, columns: columns, joinTable: joinTable,
        isMandatory: isMandatory, onDelete: onDelete))
  }
}
