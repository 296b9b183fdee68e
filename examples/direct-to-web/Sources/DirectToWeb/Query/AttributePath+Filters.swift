extension AttributePath {
  /// Returns a path that leads nowhere where the row at the end of a step is hidden.
  ///
  /// The value is then the same, `NULL`, as if that row did not exist: in columns, in sorts and in
  /// conditions.
  ///
  /// - Parameter filter: Gives the condition on the rows at the end of a step.
  /// - Returns: The path; an equal one when no step has a condition.
  public func filtered(_ filter: (Relationship) throws -> Qualifier) rethrows -> AttributePath {
    var path = self
    path.filters = try steps.map(filter).withoutNeedless
    return path
  }

  /// The same column, seen from where steps begin that lead to the start of the path.
  func lifted(along steps: [Relationship]) throws -> AttributePath {
    var path = try AttributePath(steps + self.steps, attribute)
    if !filters.isEmpty { path.filters = steps.map { _ in .everything } + filters }
    return path
  }
}

extension Qualifier {
  /// The same condition on the row at the end of steps, seen from where they begin.
  ///
  /// - Throws: ``DirectToWebError`` with code `invalidQuery` for ``linked(_:from:)``.
  func lifted(along steps: [Relationship]) throws -> Qualifier {
    switch self {
    case .all(let parts): .all(try parts.map { try $0.lifted(along: steps) })
    case .any(let parts): .any(try parts.map { try $0.lifted(along: steps) })
    case .not(let part): .not(try part.lifted(along: steps))
    case .compare(let path, let comparison, let value):
      .compare(try path.lifted(along: steps), comparison, value)
    case .isIn(let path, let values): .isIn(try path.lifted(along: steps), values)
    case .isNull(let path): .isNull(try path.lifted(along: steps))
    case .text(let path, let match, let text): .text(try path.lifted(along: steps), match, text)
    case .linked(let relationship, _):
      throw DirectToWebError(
        .invalidQuery, "`\(relationship.name)` cannot be a condition on related rows")
    }
  }
}

extension [Qualifier] {
  /// Empty when no condition hides a row, so that equal paths are equal.
  var withoutNeedless: [Qualifier] { allSatisfy { $0 == .everything } ? [] : self }
}
