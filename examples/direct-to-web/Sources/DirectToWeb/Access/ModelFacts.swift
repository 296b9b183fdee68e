import LuaRules

/// What rules see of a model: made once for a model, used by all requests.
public final class ModelFacts: Sendable {
  /// The model.
  public let model: Model
  private let entities: [Identifier: EntityFacts]
  /// The labels that several rows have.
  let repeatedLabels = RepeatedLabels()
  private let layouts = AnswerCache<[Attribute], RecordLayout>()

  /// Creates the facts of all tables and views of a model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - canWrite: Whether the file can be written.
  public init(_ model: Model, canWrite: Bool) {
    self.model = model
    entities = Dictionary(
      uniqueKeysWithValues: model.entities.map {
        ($0.identifier, EntityFacts($0, in: model, canWrite: canWrite))
      })
  }

  func entity(_ identifier: Identifier) -> EntityFacts? { entities[identifier] }

  func attribute(_ attribute: Attribute) -> AttributeFacts? {
    entities[attribute.entity]?.attributes.first { $0.name.hasSameBytes(as: attribute.name) }
  }

  func relationship(_ relationship: Relationship) -> RelationshipFacts? {
    guard let entity = entities[relationship.source] else { return nil }
    let all = relationship.kind == .toOne ? entity.toOne : entity.toMany
    return all.first { $0.name.hasSameBytes(as: relationship.name) }
  }

  /// The layout of rows with these columns, made once.
  func layout(_ attributes: [Attribute]) -> RecordLayout {
    layouts.answer(attributes) {
      RecordLayout(members: attributes.map { ($0.name, LuaValue.self) })
    }
  }
}
