import LuaRules

extension RuleSchema {
  /// The names of all methods that the schema declares.
  var methods: Set<String> {
    Set(
      allTypes.flatMap { type -> [String] in
        guard case .object(let object) = type else { return [] }
        return object.members.filter(\.type.isFunction).map(\.name)
      })
  }
}
