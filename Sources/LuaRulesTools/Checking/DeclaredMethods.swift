import LuaRules

extension RuleSchema {
  /// The names of all methods that the schema declares.
  var methods: Set<String> {
    names.reduce(into: []) { methods, name in type(of: name)?.addMethods(to: &methods) }
  }
}

extension ValueType {
  /// Adds the names of the members that are functions, also of the elements of lists.
  fileprivate func addMethods(to names: inout Set<String>) {
    switch withoutNull {
    case .object(let object):
      for member in object.members {
        if member.type.isFunction { names.insert(member.name) }
        member.type.addMethods(to: &names)
      }
    case .list(let element), .dictionary(let element): element.addMethods(to: &names)
    default: break
    }
  }
}
