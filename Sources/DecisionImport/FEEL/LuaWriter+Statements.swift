/// The body of a function in Lua.
struct LuaBody {
  /// Statements before the last one.
  var statements = ""
  /// What the last statement returns; `nil` if each branch returns.
  var result: LuaCode?
  var type: FEELType
  var mayBeNull = true

  init(_ result: LuaCode, after statements: String = "") {
    (self.statements, self.result) = (statements, result)
    (type, mayBeNull) = (result.type, result.mayBeNull)
  }

  init(branches: String, type: FEELType, mayBeNull: Bool) {
    (statements, self.type, self.mayBeNull) = (branches, type, mayBeNull)
  }

  /// All statements.
  var lua: String { statements + (result.map { "return \($0.lua)" } ?? "") }

  /// The body as a value: as the call of a function if it has statements.
  var value: LuaCode {
    if statements.isEmpty, let result { return result }
    return LuaCode(lua: "(function()\n\(lua)\nend)()", type: type, mayBeNull: mayBeNull)
  }
}

extension LuaWriter {
  /// Writes the body of a function that returns a value.
  func body(_ expression: Expression, _ scope: LuaScope) throws(FEELFault) -> LuaBody {
    switch expression {
    case .choice(let condition, let yes, let no):
      let test = try self.condition(condition, scope)
      let (one, other) = (try body(yes, scope), try body(no, scope))
      return LuaBody(
        branches: "if \(test.lua) then\n\(one.lua)\nend\n\(other.lua)",
        type: one.type.joined(other.type), mayBeNull: one.mayBeNull || other.mayBeNull)
    case .context(let entries, let result) where result != nil || needsLocals(entries):
      return try locals(entries, result, scope)
    case .table(let table): return try body(table, scope)
    case .conform(let inner, let type):
      let body = try body(inner, scope)
      if let result = body.result {
        return LuaBody(try conformed(result, type), after: body.statements)
      }
      if needsNoCheck(body.value, type) { return body }
      return LuaBody(try conformed(body.value, type))
    default: return LuaBody(try value(expression, scope))
    }
  }

  /// Writes a choice within an expression.
  func choice(
    _ condition: Expression, _ yes: Expression, _ no: Expression, _ scope: LuaScope
  ) throws(FEELFault) -> LuaCode {
    let test = try self.condition(condition, scope)
    let (one, other) = (try value(yes, scope), try value(no, scope))
    let type = one.type.joined(other.type)
    let mayBeNull = one.mayBeNull || other.mayBeNull
    // `a and b or c` is `b` only if `b` is neither false nor nil.
    let isShort = !one.mayBeNull && one.type.base != .boolean && one.type != .any
    if isShort, !one.lua.contains("\n"), !other.lua.contains("\n") {
      return LuaCode(
        lua: "(\(test.operandOfAnd) and \(one.operand) or \(other.operand))", type: type,
        mayBeNull: mayBeNull)
    }
    return LuaBody(
      branches: "if \(test.lua) then\nreturn \(one.lua)\nend\nreturn \(other.lua)", type: type,
      mayBeNull: mayBeNull
    ).value
  }

  /// Whether entries of a context refer to those before.
  func needsLocals(_ entries: [FEELEntry]) -> Bool {
    var names: Set<String> = []
    for entry in entries {
      if entry.value.mentions(names) { return true }
      if case .function = entry.value, entry.value.mentions([entry.name]) { return true }
      names.insert(entry.name)
    }
    return false
  }

  /// Makes an entry of a context a local variable.
  private func bind(_ entry: FEELEntry, _ scope: inout LuaScope) throws(FEELFault) -> (
    lua: String, code: LuaCode, statement: String
  ) {
    if case .function(let parameters, let body) = entry.value {
      var inner = scope
      let lua = inner.local(entry.name, .any, mayBeNull: false, parameters: parameters)
      let (header, lines) = try functionParts(parameters, body, inner)
      scope = inner
      return (
        lua, LuaCode(lua: lua, type: .function, mayBeNull: false),
        "local function \(lua)(\(header)) \(lines) end\n"
      )
    }
    let code = try value(entry.value, scope)
    let lua = scope.local(entry.name, code.type, mayBeNull: code.mayBeNull)
    return (lua, code, "local \(lua) = \(code.lua)\n")
  }

  private func locals(_ entries: [FEELEntry], _ result: Expression?, _ scope: LuaScope)
    throws(FEELFault) -> LuaBody
  {
    var scope = scope
    var lines = ""
    var members: [String] = []
    var types: [FEELMember] = []
    for entry in entries {
      let (lua, code, statement) = try bind(entry, &scope)
      lines += statement
      types.append(FEELMember(name: entry.name, type: code.type))
      members.append(
        "\(LuaName.key(entry.name)) = \(orNull(LuaCode(lua: lua, type: code.type, mayBeNull: code.mayBeNull)))"
      )
    }
    if let result {
      var body = try body(result, scope)
      body.statements = lines + body.statements
      return body
    }
    return LuaBody(
      LuaCode(
        lua: "{ \(members.joined(separator: ", ")) }", type: .context(types), mayBeNull: false),
      after: lines)
  }

  // MARK: Tables

  /// Writes a table whose rows are conditions in Lua.
  private func body(_ table: DMNTable, _ scope: LuaScope) throws(FEELFault) -> LuaBody {
    var scope = scope
    var lines = ""
    var inputs: [LuaBinding] = []
    for (index, input) in table.inputs.enumerated() {
      let code = try value(input.expression, scope)
      if code.isPath {
        inputs.append(LuaBinding(lua: code.lua, type: code.type, mayBeNull: code.mayBeNull))
      } else {
        let name = scope.local(table.inputs.count == 1 ? "input" : "input\(index + 1)", .any)
        lines += "local \(name) = \(code.lua)\n"
        inputs.append(LuaBinding(lua: name, type: code.type, mayBeNull: code.mayBeNull))
      }
    }
    var rows = ""
    var types: [FEELType] = []
    for row in table.rows {
      var conditions: [String] = []
      for (input, tests) in zip(inputs, row.inputs) {
        guard let tests else { continue }
        var inner = scope
        inner.bind("?", input)
        conditions.append(try condition(tests, inner))
      }
      let test =
        conditions.isEmpty
        ? "true"
        : conditions.dropFirst().reduce(conditions[0]) {
          "\($0) and \($1.after($0, .and))"
        }
      let output = try body(table.value(of: row), scope)
      types.append(output.type)
      rows += "  { \(test), function() \(output.lua) end },\n"
    }
    var options: [String] = []
    if [.priority, .outputOrder].contains(table.policy) {
      options.append("order = { \(try order(of: table, scope)) }")
    }
    if let standard = table.standard {
      let code = try value(standard, scope)
      types.append(code.type)
      options.append("default = \(orNull(code))")
    }
    let last = options.isEmpty ? "" : ", { \(options.joined(separator: ", ")) }"
    let rowType = types.dropFirst().reduce(types.first ?? .any) { $0.joined($1) }
    let type: FEELType =
      switch table.policy {
      case .count, .sum: .number
      case .collectDeclared, .outputOrder: .list(rowType)
      default: rowType
      }
    return LuaBody(
      LuaCode(lua: "feel.decide(\"\(table.policy.runtime)\", {\n\(rows)}\(last))", type: type),
      after: lines)
  }

  private func order(of table: DMNTable, _ scope: LuaScope) throws(FEELFault) -> String {
    func list(_ values: [Expression]) throws(FEELFault) -> String {
      var parts: [String] = []
      for value in values { parts.append(orNull(try self.value(value, scope))) }
      return parts.joined(separator: ", ")
    }
    if table.outputs.count == 1 { return try list(table.outputs[0].values) }
    var parts: [String] = []
    for output in table.outputs where !output.values.isEmpty {
      parts.append(
        "{ name = \(CellValue.text(output.name ?? "").lua), values = { \(try list(output.values)) } }"
      )
    }
    return parts.joined(separator: ", ")
  }

  /// Writes the tests of a cell, which are about `?`.
  func condition(_ tests: FEELUnaryTests, _ scope: LuaScope) throws(FEELFault) -> String {
    if tests.isNegated {
      let values = tests.tests.compactMap { $0.constant == nil ? nil : $0 }
      if values.count == 1, tests.tests.count == 1 {
        return try joined(condition(.binary(.unequal, .name("?"), values[0]), scope))
      }
      var codes: [String] = []
      for test in tests.tests { codes.append(try value(tested(test), scope).lua) }
      return codes.count == 1
        ? "feel.negate(\(codes[0]))"
        : "feel.negate(feel.any({ \(codes.map { "feel.or_null(\($0))" }.joined(separator: ", ")) }))"
    }
    var parts: [LuaCode] = []
    for test in tests.tests { parts.append(try condition(tested(test), scope)) }
    if parts.count == 1 { return joined(parts[0]) }
    return "(\(parts.map { $0.operand }.joined(separator: " or ")))"
  }

  private func joined(_ code: LuaCode) -> String {
    code.lua.contains(" or ") ? code.operand : code.lua
  }

  /// What a single test says about `?`.
  private func tested(_ test: Expression) -> Expression {
    switch test {
    case .side(let sign, let bound): return .binary(sign, .name("?"), bound)
    case _ where test.constant != nil: return .binary(.equal, .name("?"), test)
    case _ where test.day != nil: return .binary(.equal, .name("?"), test)
    case .range(let low, let high, let form) where low.day != nil && high.day != nil:
      return .binary(
        .and, .binary(form.hasPrefix("[") ? .atLeast : .more, .name("?"), low),
        .binary(form.hasSuffix("]") ? .atMost : .less, .name("?"), high))
    case _ where test.mentions(["?"]) || test.isTruth: return test
    default: return .within(.name("?"), [test])
    }
  }
}

extension LuaCode {
  /// The condition before `and`.
  fileprivate var operandOfAnd: String { lua.contains(" or ") ? operand : lua }
}

extension TablePolicy {
  /// The word in `feel.lua`.
  fileprivate var runtime: String {
    switch self {
    case .firstDeclared: "first"
    case .collectDeclared: "collect"
    default: rawValue
    }
  }
}

extension FEELExpression {
  /// Whether the expression says that something is true or false.
  var isTruth: Bool {
    switch self {
    case .binary(let sign, _, _): sign.isComparison || sign == .and || sign == .or
    case .between, .within, .quantified, .instance: true
    default: false
    }
  }

  /// Whether one of some variables is in the expression.
  func mentions(_ names: Set<String>) -> Bool {
    guard !names.isEmpty else { return false }
    if case .name(let name) = self { return names.contains(name) }
    return parts.contains { $0.mentions(names) }
  }

  /// The expressions within.
  private var parts: [FEELExpression] {
    switch self {
    case .null, .boolean, .number, .text, .name: []
    case .member(let value, _), .minus(let value), .side(_, let value), .instance(let value, _),
      .conform(let value, _), .function(_, let value):
      [value]
    case .binary(_, let one, let other), .range(let one, let other, _), .steps(let one, let other),
      .filter(let one, let other):
      [one, other]
    case .between(let one, let two, let three), .choice(let one, let two, let three):
      [one, two, three]
    case .within(let value, let tests): [value] + tests
    case .loop(let iterators, let result), .quantified(_, let iterators, let result):
      iterators.map(\.values) + [result]
    case .call(let callee, let arguments): [callee] + arguments
    case .namedCall(let callee, let arguments): [callee] + arguments.map(\.value)
    case .list(let values): values
    case .context(let entries, let result): entries.map(\.value) + (result.map { [$0] } ?? [])
    case .table(let table):
      table.inputs.map(\.expression) + table.outputs.compactMap(\.standard)
        + table.rows.flatMap { $0.outputs + $0.inputs.flatMap { $0?.tests ?? [] } }
    }
  }
}
