// What rules see of a database: `entity.name`, `attribute.kind`, `relationship.isToMany`.

/// The database, as rules see it: `database`.
public struct DatabaseFacts: Sendable {
  /// The name of the file, without folder and ending.
  public var name: String
  /// The names of all tables and views that can be shown, in order.
  public var entityNames: [String]

  /// Creates facts.
  public init(name: String, entityNames: [String]) {
    self.name = name
    self.entityNames = entityNames
  }
}

/// A table or view, as rules see it: `entity`.
public struct EntityFacts: Sendable {
  /// The name in the database.
  public var name: String
  /// The name for people.
  public var title: String
  /// Whether it is a view.
  public var isView = false
  /// Whether it cannot be written, because it is a view without `rowKeys` or without triggers that write, or
  /// because the file is opened read-only.
  public var isReadOnly = false
  /// The columns of the primary key.
  public var primaryKey: [String] = []
  /// The columns whose text stands for a row.
  public var labelKeys: [String] = []
  /// The columns, in the order of the table.
  public var attributes: [AttributeFacts] = []
  /// The foreign keys.
  public var toOne: [RelationshipFacts] = []
  /// The foreign keys of others that lead here, and those through a table between.
  public var toMany: [RelationshipFacts] = []

  /// Creates facts.
  public init(name: String, title: String) {
    self.name = name
    self.title = title
  }
}

/// A column, as rules see it: `attribute`.
public struct AttributeFacts: Sendable {
  /// The name in the database.
  public var name: String
  /// The name for people.
  public var title: String
  /// What it holds.
  public var kind: AttributeKind
  /// What it is for.
  public var role = AttributeRole.plain
  /// The type as it was declared.
  public var declaredType = ""
  /// Whether it is part of the primary key.
  public var isPrimaryKey = false
  /// Whether it is part of a foreign key.
  public var isForeignKey = false
  /// Whether the database computes it.
  public var isGenerated = false
  /// Whether the database numbers new rows by it.
  public var isAutomatic = false
  /// Whether a row must have a value, and the database gives none.
  public var isRequired = false
  /// Whether no two rows may have the same value.
  public var isUnique = false
  /// Whether its name asks for yes or no, such as `active` or `is_paid`, and it holds whole numbers.
  public var isFlag = false
  /// The only values that a CHECK allows; empty for any.
  public var choices: [String] = []
  /// The smallest number that a CHECK allows.
  public var minimum: Double?
  /// The greatest number that a CHECK allows.
  public var maximum: Double?
  /// The most characters that a CHECK allows.
  public var maximumLength: Int?

  /// Creates facts.
  public init(name: String, title: String, kind: AttributeKind) {
    self.name = name
    self.title = title
    self.kind = kind
  }
}

/// A foreign key or its reverse, as rules see it: `relationship`.
public struct RelationshipFacts: Sendable {
  /// The name in paths.
  public var name: String
  /// The name for people.
  public var title: String
  /// The name of the other table.
  public var destination: String
  /// Whether it leads to several rows.
  public var isToMany = false
  /// Whether it leads through a table between.
  public var isManyToMany = false
  /// Whether a row must have it.
  public var isRequired = false

  /// Creates facts.
  public init(name: String, title: String, destination: String) {
    self.name = name
    self.title = title
    self.destination = destination
  }
}
