import CLuaSupport

/// A condition of a pattern, such as `at_least(18)`.
@usableFromInline package struct LuaCondition: Sendable {
  /// The function that made it; the numbers are those of the constructors in `conditions.c`.
  package enum Kind: UInt32, Sendable {
    case after, allOf, anyOf, atLeast, atMost, before, between, contains, endsWith, isNot, lessThan,
      matches, moreThan, noneOf, oneOf, startsWith
  }

  let tree: LuaNodeTree
  let position: Int

  package var kind: Kind? { tree.conditionKind(at: position) }

  /// What the function was called with; of a list its elements.
  package var arguments: LuaNodeTable.Elements {
    .init(rest: .init(tree: tree, count: tree.elementCount(at: position), position: position + 1))
  }

  /// The name of the function that made it.
  package var name: String {
    kind.map { unsafe String(cString: lrs_conditionName($0.rawValue)) } ?? ""
  }
}
