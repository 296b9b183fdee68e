extension Access {
  /// The path, with the row filters of the tables on the way.
  func filtered(_ path: AttributePath) -> AttributePath {
    path.filtered { step in model.destination(of: step).map(rowFilter) ?? .nothing }
  }

  /// The path with row filters; nil, with a notice, when it may not be seen.
  func visible(_ path: AttributePath) -> AttributePath? {
    guard canSee(path) else {
      refuseProperty("\(path.root).\(path.name)")
      return nil
    }
    return filtered(path)
  }

  /// A condition from outside, with row filters; nil, with notices, when it is about something that may
  /// not be seen.
  func visible(_ qualifier: Qualifier) -> Qualifier? {
    switch qualifier {
    case .all(let parts): visible(parts).map(Qualifier.all)
    case .any(let parts): visible(parts).map(Qualifier.any)
    case .not(let part): visible(part).map(Qualifier.not)
    case .compare(let path, let comparison, let value):
      visible(path).map { .compare($0, comparison, value) }
    case .isIn(let path, let values): visible(path).map { .isIn($0, values) }
    case .isNull(let path): visible(path).map(Qualifier.isNull)
    case .text(let path, let match, let text): visible(path).map { .text($0, match, text) }
    case .linked(let relationship, _): refuseLink(relationship)
    }
  }

  /// Values of a row that was not looked up are no proof that it may be seen.
  private func refuseLink(_ relationship: Relationship) -> Qualifier? {
    refuseProperty("\(relationship.source).\(relationship.name)")
    return nil
  }

  private func visible(_ parts: [Qualifier]) -> [Qualifier]? {
    // All parts are looked at, so that all notices come.
    let seen = parts.map { visible($0) as Qualifier? }
    return seen.contains(nil) ? nil : seen.compactMap(\.self)
  }
}
