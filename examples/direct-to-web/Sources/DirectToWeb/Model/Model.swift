/// Tables, views and what connects them, as rules and pages see a database.
///
/// It is a value: a changed schema gives another model. The same schema always gives the same model.
public struct Model: Hashable, Sendable {
  /// All tables and views, by name.
  ///
  /// Tables inside of virtual tables are left out.
  public let entities: [Entity]
  /// What the model was made of.
  public let schema: Schema

  /// Makes the model of a schema.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - rowKeys: For views, the columns that tell their rows apart.
  public init(_ schema: Schema, rowKeys: [Identifier: [String]] = [:]) {
    self.schema = schema
    let entities = schema.tables.filter { $0.kind != .shadow }.map {
      Entity($0, rowKeys: rowKeys[$0.name] ?? [])
    }
    self.entities = RelationshipBuilder(entities, schema).entities().map { entity in
      var entity = entity
      entity.labelAttributes = entity.chosenLabel(in: schema)
      return entity
    }
  }

  /// Returns a table or view.
  public func entity(_ identifier: Identifier) -> Entity? {
    entities.first { $0.identifier == identifier }
  }

  /// Returns the table or view with exactly this name.
  ///
  /// - Throws: ``DirectToWebError`` with code `unknownName`.
  public func entity(named name: String) throws -> Entity {
    guard let entity = entities.first(where: { $0.name.hasSameBytes(as: name) }) else {
      throw DirectToWebError(.unknownName, "there is no table or view `\(name)`")
    }
    return entity
  }

  /// Returns the table where a relationship ends.
  public func destination(of relationship: Relationship) -> Entity? {
    entity(relationship.destination)
  }
}
