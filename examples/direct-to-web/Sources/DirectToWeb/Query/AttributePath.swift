/// A column of a row, or of a row that to-one relationships lead to: `customer.country.name`.
public struct AttributePath: Hashable, Sendable {
  /// The table where the path begins.
  public let root: Identifier
  /// The way, each step to-one.
  public let steps: [Relationship]
  /// The column at the end.
  public let attribute: Attribute
  /// For each step a condition on the row that it leads to; empty where no step has one.
  ///
  /// A row for which it does not hold counts as missing, so the value is `NULL`.
  public internal(set) var filters: [Qualifier] = []

  /// Makes the path to a column of the row itself.
  public init(_ attribute: Attribute) {
    root = attribute.entity
    steps = []
    self.attribute = attribute
  }

  /// Makes a path along relationships.
  ///
  /// - Throws: ``DirectToWebError`` with code `invalidQuery` when a step is not to-one, or does not
  ///   begin where the one before ends.
  public init(_ steps: [Relationship], _ attribute: Attribute) throws {
    let starts = steps.map(\.source) + [attribute.entity]
    guard steps.allSatisfy({ $0.kind == .toOne }),
      steps.map(\.destination) == Array(starts.dropFirst())
    else {
      throw DirectToWebError(
        .invalidQuery, "no to-one relationships lead to the column `\(attribute.name)`")
    }
    root = starts[0]
    self.steps = steps
    self.attribute = attribute
  }

  /// The names, joined by dots.
  public var name: String { (steps.map(\.name) + [attribute.name]).joined(separator: ".") }

  /// Whether the value may be `NULL`: the column may be, or a step may lead nowhere.
  ///
  /// Nothing keeps other programs from leaving a foreign key without a row.
  public var isNullable: Bool { !steps.isEmpty || !attribute.isNotNull }
}

extension Model {
  /// Returns the path that names joined by dots mean.
  ///
  /// A name may hold dots itself: a column wins over relationships, and a short first name over a long one.
  ///
  /// - Throws: ``DirectToWebError`` with code `unknownName`.
  public func path(_ name: String, from entity: Entity) throws -> AttributePath {
    guard let (steps, attribute) = find(name, in: entity) else {
      throw DirectToWebError(.unknownName, "`\(entity.name)` has no column `\(name)`")
    }
    return try AttributePath(steps, attribute)
  }

  private func find(_ name: String, in entity: Entity) -> ([Relationship], Attribute)? {
    if let attribute = entity.attribute(name) { return ([], attribute) }
    // By scalars: a combining mark after a dot hides the dot from whom looks at characters.
    let scalars = name.unicodeScalars
    for dot in scalars.indices where scalars[dot] == "." {
      guard let step = entity.relationship(String(scalars[..<dot])), step.kind == .toOne,
        let destination = destination(of: step),
        let (steps, attribute) = find(
          String(scalars[scalars.index(after: dot)...]), in: destination)
      else { continue }
      return ([step] + steps, attribute)
    }
    return nil
  }

  /// Returns the columns that name the row at the end of to-one relationships.
  ///
  /// As columns of a ``ListQuery`` they cost a join, and no query for each row.
  ///
  /// - Throws: ``DirectToWebError`` with code `invalidQuery` when the steps do not fit.
  public func labelPaths(along steps: [Relationship]) throws -> [AttributePath] {
    guard let last = steps.last, let destination = destination(of: last) else { return [] }
    return try destination.labelAttributes.map { try AttributePath(steps, $0) }
  }
}
