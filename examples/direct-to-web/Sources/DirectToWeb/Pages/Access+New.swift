extension Access {
  /// Whether new rows can be made in a table.
  func canInsert(_ entity: Entity) -> Bool { canChange(entity) }
}
