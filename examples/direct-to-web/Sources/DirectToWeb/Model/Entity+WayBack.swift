extension Entity {
  /// The relationship of this table that is the other direction of one that ends here.
  func wayBack(of relationship: Relationship) -> Relationship? {
    guard relationship.destination == identifier else { return nil }
    return relationships.first { other in
      guard other.destination == relationship.source else { return false }
      switch (relationship.kind, other.kind) {
      case (.toMany, .toOne), (.toOne, .toMany):
        return Set(other.columns.map(\.own)) == Set(relationship.columns.map(\.other))
      case (.manyToMany, .manyToMany):
        return other.joinTable?.entity == relationship.joinTable?.entity
          && Set(other.columns.map(\.other))
            == Set(relationship.joinTable?.columns.map(\.own) ?? [])
      default: return false
      }
    }
  }
}
