import LuaBridge

/// Reads a `when` that is written as a table.
enum PatternReader {
  static func pattern(
    _ table: LuaNodeTable, at place: SourceLocation
  ) throws(RuleError) -> Pattern {
    if let condition = table.condition {
      throw RuleError(
        .badPattern, "the pattern is the condition `\(condition.name)`; expected names with values",
        at: place, hint: "write `when = { age = \(condition.name)(…) }`")
    }
    var entries: [Pattern.Entry] = []
    try collect(table, path: [], at: place, into: &entries)
    return Pattern(sorting: entries, at: place)
  }

  private static func collect(
    _ table: LuaNodeTable, path: [String], at place: SourceLocation,
    into entries: inout [Pattern.Entry]
  ) throws(RuleError) {
    let name = path.isEmpty ? "the pattern" : "`\(path.joined(separator: "."))` in the pattern"
    if table.elements.isEmpty, table.fields.isEmpty {
      throw RuleError(
        .badPattern, "\(name) is empty; expected names with values", at: place,
        hint: "leave `when` out for a rule that always holds")
    }
    if !table.elements.isEmpty, !table.fields.isEmpty {
      throw RuleError(.badPattern, "\(name) mixes a list with names", at: place)
    }
    if !table.elements.isEmpty {
      guard !path.isEmpty else {
        throw RuleError(
          .badPattern, "a pattern is a list; expected names with values", at: place,
          hint: "write `when = { priority = { \"low\", \"normal\" } }`")
      }
      let condition = try ConditionReader(path: path, place: place).list(table.elements)
      entries.append(.init(path: path, condition: condition))
      return
    }
    for field in table.fields {
      let parts = field.name.split(separator: ".", omittingEmptySubsequences: false)
      guard !parts.contains(where: \.isEmpty) else {
        throw RuleError(.badPattern, "\"\(field.name)\" in the pattern is not a path", at: place)
      }
      let inner = path + parts.map(String.init)
      if let hint = NamePath.problem(of: inner.joined(separator: "."))?.hint {
        throw RuleError(
          .badPattern, "\(LuaValue.string(field.name).literal) in the pattern is not a path",
          at: place, hint: hint)
      }
      if case .table(let table) = field.node, table.condition == nil {
        try collect(table, path: inner, at: place, into: &entries)
      } else {
        let condition = try ConditionReader(path: inner, place: place).condition(field.node)
        entries.append(.init(path: inner, condition: condition))
      }
    }
  }
}

/// Reads what a pattern requires of the value at a path.
struct ConditionReader {
  let path: [String]
  let place: SourceLocation

  private var name: String { path.joined(separator: ".") }

  /// Reads a constant, a list of constants, or a condition.
  func condition(_ node: LuaNode) throws(RuleError) -> PatternCondition {
    guard case .table(let table) = node else { return .oneOf([try constant(node)]) }
    guard let condition = table.condition else {
      guard table.hasNoFields, !table.elements.isEmpty else {
        throw RuleError(
          .badPattern,
          "`\(name)` in the pattern has a table in a list; expected constants or conditions",
          at: place)
      }
      return try list(table.elements)
    }
    return try read(condition)
  }

  /// Reads a list: one of some constants, which may stand beside conditions.
  func list(_ elements: LuaNodeTable.Elements) throws(RuleError) -> PatternCondition {
    var constants: [PatternConstant] = []
    var others: [PatternCondition] = []
    for element in elements {
      if case .table(let table) = element {
        guard let condition = table.condition else {
          throw RuleError(
            .badPattern,
            "`\(name)` in the pattern is a list of tables; expected constants or conditions",
            at: place)
        }
        others.append(try read(condition))
      } else {
        constants.append(try constant(element))
      }
    }
    let parts = (constants.isEmpty ? [] : [.oneOf(constants)]) + others
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private func constant(_ node: LuaNode) throws(RuleError) -> PatternConstant {
    switch node {
    case .scalar(let value): return PatternConstant(value)
    case .function:
      throw RuleError(
        .badPattern, "`\(name)` in the pattern is a function; expected a constant or a condition",
        at: place, hint: "write `when = function(c) return … end` for a test of your own")
    case .table:
      throw RuleError(
        .badPattern, "`\(name)` in the pattern is a table; expected a constant", at: place)
    }
  }

  /// Reads a condition; Lua has checked its arguments when it was made.
  private func read(_ condition: LuaNodeTable.Condition) throws(RuleError) -> PatternCondition {
    let arguments = Array(condition.arguments)
    let boundCount =
      switch condition.name {
      case "at_least", "more_than", "at_most", "less_than": 1
      case "between": 2
      default: 0
      }
    // A file may change what the function has made.
    guard !arguments.isEmpty, arguments.prefix(boundCount).allSatisfy(\.value.isBound) else {
      throw RuleError(
        .badPattern, "`\(name)` in the pattern has a condition that was changed after it was made",
        at: place)
    }
    func bound(_ index: Int, isInside: Bool) -> PatternRange.Bound {
      PatternRange.Bound(arguments[index].value, isInside: isInside)
    }
    switch (condition.name, arguments.count) {
    case ("at_least", 1): return .range(PatternRange(lower: bound(0, isInside: true)))
    case ("more_than", 1): return .range(PatternRange(lower: bound(0, isInside: false)))
    case ("at_most", 1): return .range(PatternRange(upper: bound(0, isInside: true)))
    case ("less_than", 1): return .range(PatternRange(upper: bound(0, isInside: false)))
    case ("between", 3):
      let ends = arguments[2].value.text ?? "[]"
      return .range(
        PatternRange(
          lower: bound(0, isInside: ends.hasPrefix("[")),
          upper: bound(1, isInside: ends.hasSuffix("]"))))
    case ("one_of", _): return .oneOf(try constants(arguments))
    case ("none_of", _), ("is_not", 1): return .noneOf(try constants(arguments))
    case ("contains", 1): return .contains(try constant(arguments[0]))
    case ("starts_with", 1): return .text(.startsWith, try constant(arguments[0]))
    case ("ends_with", 1): return .text(.endsWith, try constant(arguments[0]))
    case ("matches", 1): return .text(.matches, try constant(arguments[0]))
    case ("before", 1), ("after", 1):
      let text = arguments[0].value.text ?? ""
      if let date = PatternDate(text, isBefore: condition.name == "before") { return .date(date) }
      throw RuleError(
        .badPattern,
        "`\(condition.name)` in the pattern for `\(name)` has \(arguments[0].value.literal), which is not a date",
        at: place, hint: "write a date as \"2026-01-31\" or \"2026-01-31T12:00:00Z\"")
    case ("any_of", _), ("all_of", _):
      var parts: [PatternCondition] = []
      for argument in arguments { parts.append(try self.condition(argument)) }
      return condition.name == "any_of" ? .any(parts) : .all(parts)
    default:
      throw RuleError(
        .badPattern, "`\(name)` in the pattern is an unknown condition", at: place)
    }
  }

  private func constants(_ nodes: [LuaNode]) throws(RuleError) -> [PatternConstant] {
    var constants: [PatternConstant] = []
    for node in nodes { constants.append(try constant(node)) }
    return constants
  }
}

extension LuaValue {
  /// Whether values are compared with it by order.
  fileprivate var isBound: Bool {
    switch self {
    case .integer, .string, .bytes: true
    case .number(let number): !number.isNaN
    default: false
    }
  }

  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
