import LuaBridge

/// Reads a `when` that is written as a table.
enum PatternReader {
  static func pattern(
    _ table: LuaNodeTable, at place: SourceLocation
  ) throws(RuleError) -> Pattern {
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
      if case .table(let table) = field.node {
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
    switch node {
    case .scalar, .function: return .oneOf([try constant(node)])
    case .condition(let condition): return try read(condition)
    case .table(let table):
      guard table.hasNoFields, !table.hasNoElements else {
        throw RuleError(
          .badPattern,
          "`\(name)` in the pattern has a table in a list; expected constants or conditions",
          at: place)
      }
      return try list(table.elements)
    }
  }

  /// Reads a list: one of some constants, which may stand beside conditions.
  func list(_ elements: LuaNodeTable.Elements) throws(RuleError) -> PatternCondition {
    var constants: [PatternConstant] = []
    var others: [PatternCondition] = []
    for element in elements {
      switch element {
      case .scalar, .function: constants.append(try constant(element))
      case .condition(let condition): others.append(try read(condition))
      case .table:
        throw RuleError(
          .badPattern,
          "`\(name)` in the pattern is a list of tables; expected constants or conditions",
          at: place)
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
    case .table, .condition:
      throw RuleError(
        .badPattern, "`\(name)` in the pattern is a table; expected a constant", at: place)
    }
  }

  /// Reads a condition; Lua has checked its arguments when it was made.
  private func read(_ condition: LuaCondition) throws(RuleError) -> PatternCondition {
    var arguments = condition.arguments
    let count = arguments.count
    // A file may change what the function has made.
    guard let first = arguments.next() else { throw wasChanged }
    switch (condition.kind, count) {
    case (.between, 3):
      let second = arguments.next() ?? first
      let ends = arguments.next()?.value.text ?? "[]"
      return .range(
        PatternRange(
          lower: try bound(first, isInside: ends.utf8.first == UInt8(ascii: "[")),
          upper: try bound(second, isInside: ends.utf8.last == UInt8(ascii: "]"))))
    case (.atLeast, 1): return .range(PatternRange(lower: try bound(first, isInside: true)))
    case (.moreThan, 1): return .range(PatternRange(lower: try bound(first, isInside: false)))
    case (.atMost, 1): return .range(PatternRange(upper: try bound(first, isInside: true)))
    case (.lessThan, 1): return .range(PatternRange(upper: try bound(first, isInside: false)))
    case (.oneOf, _): return .oneOf(try constants(condition.arguments))
    case (.noneOf, _), (.isNot, 1): return .noneOf(try constants(condition.arguments))
    case (.contains, 1): return .contains(try constant(first))
    case (.startsWith, 1): return .text(.startsWith, try constant(first))
    case (.endsWith, 1): return .text(.endsWith, try constant(first))
    case (.matches, 1): return .text(.matches, try constant(first))
    case (.before, 1), (.after, 1):
      let text = first.value.text ?? ""
      if let date = PatternDate(text, isBefore: condition.kind == .before) { return .date(date) }
      throw RuleError(
        .badPattern,
        "`\(condition.name)` in the pattern for `\(name)` has \(first.value.literal), which is not a date",
        at: place, hint: "write a date as \"2026-01-31\" or \"2026-01-31T12:00:00Z\"")
    case (.anyOf, _), (.allOf, _):
      var parts: [PatternCondition] = []
      for argument in condition.arguments { parts.append(try self.condition(argument)) }
      return condition.kind == .anyOf ? .any(parts) : .all(parts)
    default:
      throw RuleError(
        .badPattern, "`\(name)` in the pattern is an unknown condition", at: place)
    }
  }

  private func bound(
    _ node: LuaNode, isInside: Bool
  ) throws(RuleError) -> PatternRange.Bound {
    guard case .scalar(let value) = node, value.isBound else { throw wasChanged }
    return PatternRange.Bound(value, isInside: isInside)
  }

  private var wasChanged: RuleError {
    RuleError(
      .badPattern, "`\(name)` in the pattern has a condition that was changed after it was made",
      at: place)
  }

  private func constants(_ nodes: LuaNodeTable.Elements) throws(RuleError) -> [PatternConstant] {
    var constants: [PatternConstant] = []
    constants.reserveCapacity(nodes.count)
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
