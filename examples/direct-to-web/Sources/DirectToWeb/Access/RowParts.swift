import LuaRules

/// Which columns of a query make which part of a ``RowList/Row``.
struct RowParts: Sendable {
  /// Where a to-one relationship leads.
  struct ToOne: Sendable {
    /// What the foreign key points to: without a value there is no row that may be seen.
    let target: Range<Int>
    /// The key of the related row; nil: it has none, or not all of it may be seen.
    let key: Range<Int>?
    let label: Range<Int>
  }

  /// Where a to-many relationship leads.
  struct ToMany: Sendable {
    let relationship: Relationship
    /// The columns where it begins.
    let begin: Range<Int>
    /// The rows that may be seen.
    let rows: ListQuery
  }

  enum Related: Sendable {
    case toOne(ToOne)
    case toMany(ToMany)
  }

  /// All columns that are read.
  private(set) var paths: [AttributePath]
  let columns: Range<Int>
  let object: Range<Int>
  let layout: RecordLayout
  private(set) var related: [Related] = []

  /// Lays out the columns of a list.
  ///
  /// Rules see all columns of a row that its user may see, except passwords, and those that are declared
  /// for bytes, which would be read for nothing.
  init(
    _ entity: Entity, _ columns: [AttributePath], _ relationships: [Relationship],
    _ access: Access
  ) throws {
    let members = entity.attributes.filter { $0.kind != .blob && access.canShow($0) }
    paths = columns + members.map(AttributePath.init)
    self.columns = 0..<columns.count
    object = columns.count..<paths.count
    layout = access.facts.layout(members)
    for relationship in relationships {
      guard let destination = access.model.destination(of: relationship) else { continue }
      if relationship.kind == .toOne {
        related.append(.toOne(try toOne(relationship, destination, access)))
      } else {
        let begin = append(relationship.columns.map { AttributePath($0.own) })
        let rows = try ListQuery(
          destination, columns: [], where: access.rowFilter(of: destination))
        related.append(.toMany(ToMany(relationship: relationship, begin: begin, rows: rows)))
      }
    }
  }

  private mutating func toOne(
    _ relationship: Relationship, _ destination: Entity, _ access: Access
  ) throws -> ToOne {
    func paths(_ attributes: [Attribute]) throws -> [AttributePath] {
      try attributes.map { access.filtered(try AttributePath([relationship], $0)) }
    }
    let key = destination.keyAttributes
    let showsKey = !key.isEmpty && key.allSatisfy(access.canShow)
    return ToOne(
      target: append(try paths(relationship.columns.map(\.other))),
      key: showsKey ? append(try paths(key)) : nil,
      label: append(try paths(access.labelAttributes(of: destination))))
  }

  private mutating func append(_ more: [AttributePath]) -> Range<Int> {
    paths += more
    return paths.count - more.count..<paths.count
  }
}
