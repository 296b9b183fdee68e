import LuaRules

/// A property of a page: a column, a column over relationships, a relationship, or a name that only rules
/// know.
struct PageProperty: Sendable {
  /// Where its value is in a ``RowList/Row``.
  enum Source: Sendable {
    case column(Int, Attribute)
    case related(Int, Relationship)
    case none
  }

  /// The name in `displayPropertyKeys`.
  let key: String
  let source: Source
  /// The path of a column.
  let path: AttributePath?
  /// For the rules about it: `entity`, `attribute` or `relationship`, and `propertyKey` are set.
  let context: RuleContext
  /// What is known of its cells.
  let look = CellLook()

  var attribute: Attribute? {
    if case .column(_, let attribute) = source { attribute } else { nil }
  }

  var relationship: Relationship? {
    if case .related(_, let relationship) = source { relationship } else { nil }
  }
}

/// The properties of a page, as far as its user may see them, and what is read for them.
struct PageProperties: Sendable {
  private(set) var all: [PageProperty] = []
  /// The columns that are read.
  private(set) var columns: [AttributePath] = []
  /// The relationships that are read.
  private(set) var relationships: [Relationship] = []
  private let entity: Entity

  /// Finds the properties with some names, of one table.
  ///
  /// Those that may not be seen are left out.
  init(_ keys: [String], of entity: Entity, in context: RuleContext, _ access: Access) {
    self.entity = entity
    for key in keys { if let property = add(key, context, access) { all.append(property) } }
  }

  /// Has a further property read, which is not one of ``all``; nil when it may not be seen.
  mutating func read(
    _ key: String, in context: RuleContext, _ access: Access
  ) -> PageProperty? {
    add(key, context, access)
  }

  /// Has further columns read, and returns where.
  mutating func read(_ paths: [AttributePath]) -> Range<Int> {
    columns += paths
    return columns.count - paths.count..<columns.count
  }

  private mutating func add(
    _ key: String, _ context: RuleContext, _ access: Access
  ) -> PageProperty? {
    // Each property has a cache of its own: what does not depend on the row is asked once for a page.
    var context = context.memoized()
    context.propertyKey = key
    if let path = try? access.model.path(key, from: entity) {
      guard access.canSee(path) else { return nil }
      context.attribute = access.facts.attribute(path.attribute)
      columns.append(path)
      return PageProperty(
        key: key, source: .column(columns.count - 1, path.attribute), path: path, context: context)
    } else if let relationship = entity.relationship(key) {
      guard access.canSee(relationship) else { return nil }
      context.relationship = access.facts.relationship(relationship)
      relationships.append(relationship)
      return PageProperty(
        key: key, source: .related(relationships.count - 1, relationship), path: nil,
        context: context)
    }
    return PageProperty(key: key, source: .none, path: nil, context: context)
  }
}

extension PageRequest {
  /// The label of a property.
  func label(of property: PageProperty, _ entity: Entity) -> String {
    ask(
      \.displayNameForProperty, "displayNameForProperty", of: "\(entity.name).\(property.key)",
      in: property.context, else: property.key)
  }
}
