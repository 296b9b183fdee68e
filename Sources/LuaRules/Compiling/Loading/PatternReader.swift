import LuaBridge

/// Reads a `when` that is written as a table.
enum PatternReader {
  static func pattern(
    _ table: LuaNodeTable, at place: SourceLocation
  ) throws(RuleError) -> Pattern {
    var entries: [Pattern.Entry] = []
    try collect(table, path: [], at: place, into: &entries)
    let named = entries.map { (text: $0.path.joined(separator: "."), entry: $0) }
    let sorted = named.sorted { $0.text.precedesInBytes($1.text) }
    return Pattern(entries: sorted.map(\.entry), location: place)
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
      var allowed: [LuaValue] = []
      for element in table.elements {
        allowed.append(try constant(element, path: path, at: place))
      }
      entries.append(.init(path: path, allowed: allowed))
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
        let value = try constant(field.node, path: inner, at: place)
        entries.append(.init(path: inner, allowed: [value]))
      }
    }
  }

  private static func constant(
    _ node: LuaNode, path: [String], at place: SourceLocation
  ) throws(RuleError) -> LuaValue {
    let name = path.joined(separator: ".")
    switch node {
    case .scalar(let value): return value
    case .function:
      throw RuleError(
        .badPattern, "`\(name)` in the pattern is a function; expected a constant", at: place,
        hint: "write `when = function(c) return … end` for a test of your own")
    case .table:
      throw RuleError(
        .badPattern, "`\(name)` in the pattern is a list of tables; expected constants", at: place)
    }
  }
}
