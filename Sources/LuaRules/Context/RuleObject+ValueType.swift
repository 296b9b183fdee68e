extension RuleObject {
  /// A closed object of the listed members.
  public static var valueType: ValueType {
    var type = ObjectType(
      name: String(describing: Self.self),
      members: ruleMembers.all.map {
        .init(
          $0.name, $0.type, description: $0.description, isSecret: $0.isSecret)
      })
    type.mayShowMore = Self.self is AnyClass
    return .object(type)
  }
}
