/// A column or a relationship: what a page shows of a row, under one name.
public enum Property: Hashable, Sendable {
  /// A column.
  case attribute(Attribute)
  /// A way to other rows.
  case relationship(Relationship)

  /// The name, which no other property of the table has.
  public var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    }
  }

  /// The table or view that has it.
  public var entity: Identifier {
    switch self {
    case .attribute(let attribute): attribute.entity
    case .relationship(let relationship): relationship.source
    }
  }

  /// The columns of the row itself that hold the value; none for to-many relationships.
  public var columns: [Attribute] {
    switch self {
    case .attribute(let attribute): [attribute]
    case .relationship(let relationship):
      relationship.kind == .toOne ? relationship.columns.map(\.own) : []
    }
  }
}

extension Entity {
  /// All columns, then all relationships.
  public var properties: [Property] {
    attributes.map(Property.attribute) + relationships.map(Property.relationship)
  }

  /// Returns the column or relationship with exactly this name.
  public func property(_ name: String) -> Property? {
    attribute(name).map(Property.attribute) ?? relationship(name).map(Property.relationship)
  }
}
