extension LuaWriter {
  /// Writes a table whose rows are conditions in Lua.
  func body(_ table: DMNTable, _ scope: LuaScope) throws(FEELFault) -> LuaBody {
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

  func order(of table: DMNTable, _ scope: LuaScope) throws(FEELFault) -> String {
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

  func joined(_ code: LuaCode) -> String {
    code.lua.contains(" or ") ? code.operand : code.lua
  }

  /// What a single test says about `?`.
  func tested(_ test: Expression) -> Expression {
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
