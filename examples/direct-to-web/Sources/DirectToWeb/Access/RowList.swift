import LuaRules

/// Rows of one table or view, as far as a user may see them.
///
/// Rows that the row filter hides are not listed, not counted, and not found by their key. Columns that
/// may not be seen are left out; a sort by one is left out, and a condition on one finds nothing: each with
/// an ``AccessNotice``. Related rows that may not be seen count as missing, in columns, sorts and conditions.
public struct RowList: Sendable {
  /// A row of another table, and the relationship of it whose rows are listed.
  public struct Start: Hashable, Sendable {
    /// A to-many or many-to-many relationship.
    public var relationship: Relationship
    /// The key of the row where it begins.
    public var key: RowKey

    /// Creates a start.
    public init(_ relationship: Relationship, of key: RowKey) {
      self.relationship = relationship
      self.key = key
    }
  }

  /// The table or view.
  public let entity: Entity
  /// The columns that may be seen, of those that were asked for.
  public let columns: [AttributePath]
  /// The relationships that may be seen, of those that were asked for.
  public let relationships: [Relationship]
  /// The order, without columns that may not be seen.
  public let sort: [SortTerm]

  let query: ListQuery
  let start: ResolvedStart?
  let parts: RowParts
  /// Finds out which labels of the rows, and of related ones, several rows have.
  let labels: LabelReading

  /// Prepares a list; this asks the rules about everything but single rows, and reads nothing.
  ///
  /// - Parameters:
  ///   - entity: The table or view.
  ///   - columns: What is wanted of each row.
  ///   - relationships: To-one: the label of the related row is wanted; to-many: the number of related rows.
  ///   - qualifier: A condition from outside.
  ///   - search: A text from outside; see ``Qualifier/search(_:in:)``.
  ///   - searchPaths: The columns that are searched.
  ///   - sort: The order.
  ///   - start: The row whose related rows are listed; nil for all rows.
  ///   - access: The rights.
  /// - Throws: ``DirectToWebError`` with code `invalidQuery` when a path, a relationship or the start does
  ///   not belong to the table.
  public init(
    _ entity: Entity, columns: [AttributePath] = [], relationships: [Relationship] = [],
    where qualifier: Qualifier = .everything, search: String = "",
    in searchPaths: [AttributePath] = [], sort: [SortTerm] = [], from start: Start? = nil,
    through access: Access
  ) throws {
    try self.init(
      entity, columns: columns, relationships: relationships, where: qualifier, rule: .everything,
      search: search, in: searchPaths, sort: sort, from: start, through: access)
  }

  /// Prepares a list with a condition more, which a rule made: it may be about everything.
  init(
    _ entity: Entity, columns: [AttributePath] = [], relationships: [Relationship] = [],
    where qualifier: Qualifier = .everything, rule: Qualifier, search: String = "",
    in searchPaths: [AttributePath] = [], sort: [SortTerm] = [], from start: Start? = nil,
    through access: Access
  ) throws {
    guard relationships.allSatisfy({ $0.source == entity.identifier }),
      start.map({ $0.relationship.destination == entity.identifier }) ?? true
    else {
      throw DirectToWebError(
        .invalidQuery, "a relationship is of another table than `\(entity.name)`")
    }
    self.entity = entity
    self.columns = columns.compactMap(access.visible)
    self.relationships = relationships.filter { relationship in
      let isVisible = access.canSee(relationship)
      if !isVisible { access.refuseProperty("\(entity.name).\(relationship.name)") }
      return isVisible
    }
    self.sort = sort.compactMap { term in
      access.visible(term.path).map { path in
        var term = term
        term.path = path
        return term
      }
    }
    self.start = try start.map { try ResolvedStart($0, access) }
    parts = try RowParts(entity, self.columns, self.relationships, access)
    labels = LabelReading(entity, self.columns, self.relationships, access)
    query = try ListQuery(
      entity, columns: parts.paths,
      where: .all([
        access.rowFilter(of: entity), rule, access.visible(qualifier) ?? .nothing,
        .search(search, in: searchPaths.compactMap(access.visible)),
      ]), sort: self.sort, hidesKeys: !entity.keyAttributes.allSatisfy(access.canShow))
  }

  /// Whether pages go by the values of the last row; see ``ListQuery/pagesByKey``.
  ///
  /// They do not where a column of the key may not be seen: keys and cursors would tell it.
  public var pagesByKey: Bool { query.pagesByKey }
}

/// The row whose related rows are listed, with the condition that it may be seen.
struct ResolvedStart: Sendable {
  let relationship: Relationship
  let key: RowKey
  /// Finds the row, and reads where the relationship begins; nil: it may not be seen.
  let source: ListQuery?

  init(_ start: RowList.Start, _ access: Access) throws {
    relationship = start.relationship
    key = start.key
    guard let entity = access.model.entity(relationship.source), access.canSee(relationship) else {
      access.refuseProperty("\(start.relationship.source).\(start.relationship.name)")
      source = nil
      return
    }
    source = try ListQuery(
      entity, columns: relationship.columns.map { AttributePath($0.own) },
      where: access.rowFilter(of: entity),
      hidesKeys: !entity.keyAttributes.allSatisfy(access.canShow))
  }

  /// The condition for the related rows.
  func qualifier(on connection: Connection) throws -> Qualifier {
    guard let row = try source?.rowIfValid(key, on: connection) else { return .nothing }
    return .linked(relationship, from: row.values)
  }
}

extension ListQuery {
  /// The row with a key from outside; nil also when the key cannot be one of this table.
  func rowIfValid(_ key: RowKey, on connection: Connection) throws -> Row? {
    do {
      return try row(key, on: connection)
    } catch let error as DirectToWebError where error.code == .invalidQuery {
      return nil
    }
  }
}
