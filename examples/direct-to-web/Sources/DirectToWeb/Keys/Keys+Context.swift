public import LuaRules

// Keys of what is at hand when a rule is asked.

extension DynamicEnvironmentPaths {
  /// The database.
  public var database: DatabaseFacts {
    get { self[dynamic: Self.databaseKey] }
    set { self[dynamic: Self.databaseKey] = newValue }
  }
  private static var databaseKey: RuleKey<DatabaseFacts> {
    RuleKey<DatabaseFacts>(
      literal: "database", default: DatabaseFacts(name: "", entityNames: []),
      description: "The database.")
  }

  /// The table or view of the page.
  public var entity: EntityFacts? {
    get { self[dynamic: Self.entityKey] }
    set { self[dynamic: Self.entityKey] = newValue }
  }
  private static var entityKey: RuleKey<EntityFacts?> {
    RuleKey<EntityFacts?>(
      literal: "entity", default: nil,
      description: "The table or view of the page.")
  }

  /// The column at hand; nil for a relationship.
  public var attribute: AttributeFacts? {
    get { self[dynamic: Self.attributeKey] }
    set { self[dynamic: Self.attributeKey] = newValue }
  }
  private static var attributeKey: RuleKey<AttributeFacts?> {
    RuleKey<AttributeFacts?>(
      literal: "attribute", default: nil,
      description: "The column at hand; nil for a relationship.")
  }

  /// The relationship at hand; nil for a column.
  public var relationship: RelationshipFacts? {
    get { self[dynamic: Self.relationshipKey] }
    set { self[dynamic: Self.relationshipKey] = newValue }
  }
  private static var relationshipKey: RuleKey<RelationshipFacts?> {
    RuleKey<RelationshipFacts?>(
      literal: "relationship", default: nil,
      description: "The relationship at hand; nil for a column.")
  }

  /// The property at hand: a column, a relationship, or a path such as `film.title`.
  public var propertyKey: String {
    get { self[dynamic: Self.propertyKeyKey] }
    set { self[dynamic: Self.propertyKeyKey] = newValue }
  }
  private static var propertyKeyKey: RuleKey<String> {
    RuleKey<String>(
      literal: "propertyKey", default: "",
      description: "The property at hand: a column, a relationship, or a path such as `film.title`."
    )
  }

  /// The value of the property at hand, as it is stored.
  public var propertyValue: LuaValue {
    get { self[dynamic: Self.propertyValueKey] }
    set { self[dynamic: Self.propertyValueKey] = newValue }
  }
  private static var propertyValueKey: RuleKey<LuaValue> {
    RuleKey<LuaValue>(
      literal: "propertyValue", default: .nil,
      description: "The value of the property at hand, as it is stored.")
  }

  /// The row at hand.
  public var object: RuleRecord? {
    get { self[dynamic: Self.objectKey] }
    set { self[dynamic: Self.objectKey] = newValue }
  }
  private static var objectKey: RuleKey<RuleRecord?> {
    RuleKey<RuleRecord?>(
      literal: "object", default: nil,
      description: "The row at hand.")
  }

  /// Who has signed in.
  public var user: RuleRecord? {
    get { self[dynamic: Self.userKey] }
    set { self[dynamic: Self.userKey] = newValue }
  }
  private static var userKey: RuleKey<RuleRecord?> {
    RuleKey<RuleRecord?>(
      literal: "user", default: nil,
      description: "Who has signed in.")
  }
}
