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
      let test = try test(condition, scope)
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

  /// Writes what a choice depends on.
  private func test(_ condition: Expression, _ scope: LuaScope) throws(FEELFault) -> LuaCode {
    switch try value(condition, scope).type.base {
    case .any, .boolean, .null: return try self.condition(condition, scope)
    default:
      throw FEELFault(message: "the condition after `if` is neither true nor false")
    }
  }

  /// Writes a choice within an expression.
  func choice(
    _ condition: Expression, _ yes: Expression, _ no: Expression, _ scope: LuaScope
  ) throws(FEELFault) -> LuaCode {
    let test = try test(condition, scope)
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
  func bind(_ entry: FEELEntry, _ scope: inout LuaScope) throws(FEELFault) -> (
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

  func locals(_ entries: [FEELEntry], _ result: Expression?, _ scope: LuaScope)
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
}

extension LuaCode {
  /// The condition before `and`.
  fileprivate var operandOfAnd: String { lua.contains(" or ") ? operand : lua }
}

extension TablePolicy {
  /// The word in `feel.lua`.
  var runtime: String {
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
  var parts: [FEELExpression] {
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
