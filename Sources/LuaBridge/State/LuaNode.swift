/// The result of a rule file: a value whose functions stay in the state.
@usableFromInline package enum LuaNode: Sendable {
  /// A scalar.
  case scalar(LuaValue)
  /// A function, with its number in the state.
  case function(Int)
  /// A table.
  case table(LuaNodeTable)
  /// A condition of a pattern.
  case condition(LuaCondition)
}

extension LuaNode {
  /// A copy of the value; functions lose their numbers.
  @usableFromInline package var value: LuaValue {
    switch self {
    case .scalar(let value): value
    case .function: .function
    case .table(let table):
      .table(
        LuaTable(
          elements: table.elements.map(\.value),
          fields: table.fields.map { ($0.name, $0.node.value) }))
    case .condition(let condition):
      .table(LuaTable(elements: condition.arguments.map(\.value), fields: []))
    }
  }

  /// The number of the first function in the value, if there is one.
  @usableFromInline package var firstFunction: Int? {
    switch self {
    case .scalar: nil
    case .function(let number): number
    case .table(let table):
      table.elements.lazy.compactMap(\.firstFunction).first { _ in true }
        ?? table.fields.lazy.compactMap(\.node.firstFunction).first { _ in true }
    case .condition(let condition):
      condition.arguments.lazy.compactMap(\.firstFunction).first { _ in true }
    }
  }

  /// The kind of the value, for messages.
  package var typeName: String {
    if case .condition(let condition) = self {
      "the condition `\(condition.name)`"
    } else {
      value.typeName
    }
  }

  /// A condition that the value is, or has in it.
  package var anyCondition: LuaCondition? {
    switch self {
    case .scalar, .function: nil
    case .condition(let condition): condition
    case .table(let table):
      table.elements.lazy.compactMap(\.anyCondition).first { _ in true }
        ?? table.fields.lazy.compactMap(\.node.anyCondition).first { _ in true }
    }
  }
}
