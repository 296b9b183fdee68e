import LuaRules

extension RuleSchema {
  /// The types of all keys, members and elements.
  var allTypes: some Sequence<ValueType> {
    sequence(state: names.compactMap { type(of: $0) }) { pending in
      guard let type = pending.popLast() else { return nil as ValueType? }
      switch type {
      case .optional(let inner), .list(let inner), .dictionary(let inner): pending.append(inner)
      case .object(let object): pending += object.members.map(\.type)
      default: break
      }
      return type
    }
  }
}
