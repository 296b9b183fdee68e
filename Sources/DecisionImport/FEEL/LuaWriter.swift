/// An expression in Lua.
struct LuaCode {
  var lua: String
  var type: FEELType
  var mayBeNull = true
  /// Whether the text can be an operand without parentheses.
  var isAtom = true

  /// The text as an operand.
  var operand: String { isAtom ? lua : "(\(lua))" }
}

/// Writes expressions of FEEL in Lua: plainly where that means the same, else with functions of `feel.lua`.
///
/// FEEL's null is `nil` in all that is written; within lists and contexts it is `null`.
struct LuaWriter {
  typealias Expression = FEELExpression

  /// Types of the model that have a local variable in the file.
  var typeNames: [(type: FEELType, name: String)] = []

  /// Writes a value.
  ///
  /// - Throws: ``FEELFault`` for what cannot be converted.
  func value(_ expression: Expression, _ scope: LuaScope) throws(FEELFault) -> LuaCode {
    switch expression {
    case .null: return LuaCode(lua: "nil", type: .null)
    case .boolean(let flag):
      return LuaCode(lua: flag ? "true" : "false", type: .boolean, mayBeNull: false)
    case .number(let digits):
      return LuaCode(
        lua: digits, type: .number, mayBeNull: false, isAtom: !digits.hasPrefix("-"))
    case .text(let text):
      return LuaCode(lua: CellValue.text(text).lua, type: .text, mayBeNull: false)
    case .name(let name): return try variable(name, scope)
    case .member(let owner, let name): return try member(owner, name, scope)
    case .minus(let operand):
      let code = try value(operand, scope)
      if code.type.temporalClass == .point { return LuaCode(lua: "nil", type: .null) }
      try refuseTemporal(code)
      return LuaCode(lua: "feel.minus(\(code.lua))", type: .number)
    case .binary(let sign, let left, let right): return try binary(sign, left, right, scope)
    case .between(let tested, let low, let high):
      if let parts = try measured([tested, low, high], scope) {
        return try value(.between(parts[0], parts[1], parts[2]), scope)
      }
      let codes = (try value(tested, scope), try value(low, scope), try value(high, scope))
      try refuseUncomparable([codes.0, codes.1, codes.2])
      return LuaCode(
        lua: "feel.between(\(codes.0.lua), \(codes.1.lua), \(codes.2.lua))", type: .boolean)
    case .within(let tested, let tests): return try within(tested, tests, scope)
    case .side(let sign, let bound): return try side(sign, bound, scope)
    case .range(let low, let high, let form):
      let (least, most) = (try value(low, scope), try value(high, scope))
      try refuseUncomparable([least, most])
      return LuaCode(
        lua: "feel.range(\(least.lua), \(most.lua), \"\(form)\")", type: .range(least.type))
    case .steps(let first, let last):
      return LuaCode(
        lua: "feel.steps(\(try value(first, scope).lua), \(try value(last, scope).lua))",
        type: .list(.number))
    case .choice(let condition, let yes, let no): return try choice(condition, yes, no, scope)
    case .context(let entries, nil) where !needsLocals(entries):
      return try context(entries, scope)
    case .context, .table: return try body(expression, scope).value
    case .loop(let iterators, let result): return try loop(iterators, result, scope)
    case .quantified(let isEvery, let iterators, let condition):
      return try quantified(isEvery, iterators[...], condition, scope)
    case .filter(let list, let condition): return try filter(list, condition, scope)
    case .call(let callee, let arguments):
      var code = try call(callee, arguments, scope)
      if code.type == .any, case .function? = function(of: expression, scope) {
        code.type = .function
      }
      return code
    case .namedCall(let callee, let arguments): return try namedCall(callee, arguments, scope)
    case .list(let values):
      var codes: [LuaCode] = []
      for value in values { codes.append(try self.value(value, scope)) }
      let type = codes.dropFirst().reduce(codes.first?.type ?? .any) { $0.joined($1.type) }
      return LuaCode(
        lua: codes.isEmpty ? "{}" : "{ \(codes.map(orNull).joined(separator: ", ")) }",
        type: .list(type), mayBeNull: false)
    case .function(let parameters, let body):
      return LuaCode(
        lua: try function(parameters, body, scope), type: .function, mayBeNull: false,
        isAtom: false)
    case .instance(let tested, let type):
      return try instance(try value(tested, scope), type.base)
    case .conform(let inner, let type): return try conformed(try value(inner, scope), type)
    }
  }

  /// The value as an element or member, where null is `null`.
  func orNull(_ code: LuaCode) -> String {
    if code.lua == "nil" { return "null" }
    return code.mayBeNull ? "feel.or_null(\(code.lua))" : code.lua
  }

  // MARK: Names

  func variable(_ name: String, _ scope: LuaScope) throws(FEELFault) -> LuaCode {
    guard let binding = scope.binding(of: name) else {
      if FEELFunction.all[name] != nil {
        return LuaCode(
          lua: "feel.\(FEELFunction.lua(name))", type: .function, mayBeNull: false)
      }
      if FEELFunction.refused.contains(name) {
        throw FEELFault(message: "the function `\(name)` cannot be converted")
      }
      throw FEELFault(
        message: "`\(name)` is no name here",
        hint: "a decision can use what it requires, and a function its parameters")
    }
    if let refusal = binding.refusal { throw FEELFault(message: refusal) }
    let type = binding.parameters == nil ? binding.type : .function
    return LuaCode(lua: binding.lua, type: type, mayBeNull: binding.mayBeNull)
  }

  func member(_ owner: Expression, _ name: String, _ scope: LuaScope) throws(FEELFault)
    -> LuaCode
  {
    let code = try value(owner, scope)
    if let duration = FEELDuration(owner), FEELDuration.units.contains(name) {
      guard let digits = duration.part(name) else { return LuaCode(lua: "nil", type: .null) }
      return LuaCode(lua: digits, type: .number, mayBeNull: false, isAtom: !digits.hasPrefix("-"))
    }
    if TemporalLiteral(owner)?.lacks(name) == true { return LuaCode(lua: "nil", type: .null) }
    if let digits = TemporalLiteral(owner)?.part(name) {
      return LuaCode(lua: digits, type: .number, mayBeNull: false)
    }
    try refuseTemporal(code)
    return LuaCode(
      lua: "feel.get(\(code.lua), \(CellValue.text(name).lua))",
      type: code.type.member(name) ?? .any)
  }
  // MARK: Functions

  /// Writes a function.
  func function(_ parameters: [FEELParameter], _ body: Expression, _ scope: LuaScope)
    throws(FEELFault) -> String
  {
    let (header, lines) = try functionParts(parameters, body, scope)
    let isShort = !lines.trimmed.contains("\n")
    return "function(\(header)) \(isShort ? lines.trimmed : lines) end"
  }

  /// The parameters of a function, and what is in it.
  func functionParts(
    _ parameters: [FEELParameter], _ body: Expression, _ scope: LuaScope
  ) throws(FEELFault) -> (parameters: String, body: String) {
    var scope = scope
    var names: [String] = []
    var checks = ""
    for parameter in parameters {
      if let word = parameter.type.temporalWord, word != "date" {
        throw FEELFault(message: "the parameter `\(parameter.name)` is a \(word)")
      }
      let name = scope.local(parameter.name, parameter.type)
      names.append(name)
      switch parameter.type {
      case .any, .function, .temporal: break
      default: checks += "\(name) = feel.conform(\(name), \(written(parameter.type)))\n"
      }
    }
    let inner = try self.body(body, scope)
    return (names.joined(separator: ", "), "\n\(checks)\(inner.lua)\n")
  }

  func context(_ entries: [FEELEntry], _ scope: LuaScope) throws(FEELFault) -> LuaCode {
    if entries.isEmpty {
      return LuaCode(lua: "feel.empty_context", type: .context([]), mayBeNull: false)
    }
    var parts: [String] = []
    var members: [FEELMember] = []
    for entry in entries {
      let code = try value(entry.value, scope)
      parts.append("\(LuaName.key(entry.name)) = \(orNull(code))")
      members.append(FEELMember(name: entry.name, type: code.type))
    }
    return LuaCode(
      lua: "{ \(parts.joined(separator: ", ")) }", type: .context(members), mayBeNull: false)
  }

  /// Writes whether a value is of a type.
  func instance(_ code: LuaCode, _ type: FEELType) throws(FEELFault) -> LuaCode {
    func known(_ isInstance: Bool) -> LuaCode {
      LuaCode(
        lua: !isInstance ? "false" : code.mayBeNull ? "\(code.operand) ~= nil" : "true",
        type: .boolean, mayBeNull: false, isAtom: !isInstance || !code.mayBeNull)
    }
    let word = type.innerTemporalWord
    if case .temporal(let given) = code.type, !given.contains("something else") {
      return known(type == .any || word != nil && type.takes(code.type))
    }
    if let word {
      switch code.type.base {
      case .number, .text, .boolean, .null: return known(false)
      case .list where !type.isList, .context where !type.isContext, .function where type.isList:
        return known(false)
      default: throw FEELFault(message: "whether a value is a \(word) cannot be told")
      }
    }
    try refuseHidden(code, .any)
    return LuaCode(
      lua: "feel.instance_of(\(code.lua), \(written(type.withoutChoices)))", type: .boolean,
      mayBeNull: false)
  }

  // MARK: What cannot be converted

  /// Refuses to calculate with a date, a time or a duration.
  func refuseTemporal(_ code: LuaCode) throws(FEELFault) {
    guard let word = code.type.temporalWord else { return }
    throw FEELFault(message: "what is done with a value of the type \(word) cannot be converted")
  }

  /// Refuses to hide a date, a time or a duration behind a type that does not tell of it.
  func refuseHidden(_ code: LuaCode, _ type: FEELType) throws(FEELFault) {
    guard let word = code.type.innerTemporalWord, type != code.type else { return }
    throw FEELFault(message: "what is done with a value of the type \(word) cannot be converted")
  }

  /// Refuses to compare times and durations, and dates with what may be a text.
  func refuseUncomparable(_ codes: [LuaCode]) throws(FEELFault) {
    let words = codes.compactMap(\.type.innerTemporalWord)
    guard let word = words.first else { return }
    let mayBeTexts = codes.contains { code in
      guard code.type.innerTemporalWord == nil else { return false }
      switch code.type.base {
      case .null, .number, .boolean: return false
      default: return true
      }
    }
    let haveOrder = word == "date" || word.hasSuffix(TemporalLiteral.local)
    guard !mayBeTexts, words.count == 1 || haveOrder && words.allSatisfy({ $0 == word }) else {
      throw FEELFault(
        message:
          "what is done with a value of the type \(word) cannot be converted",
        hint: "dates can be compared with dates")
    }
  }
}

extension String {
  /// The condition beside one that has told already that its variable is not null.
  func after(_ condition: String, _ sign: FEELOperator) -> String {
    guard sign == .and, !condition.contains(" or "), let test = firstRange(of: " ~= nil and "),
      condition.hasPrefix(self[..<test.upperBound])
        || condition.contains(" and \(self[..<test.upperBound])")
    else { return self }
    return String(self[test.upperBound...])
  }
}

extension LuaCode {
  /// Whether the value is surely true or false.
  var isCertain: Bool { type.base == .boolean && !mayBeNull }

  /// Whether the text is a variable, or a key of the context.
  var isPath: Bool {
    lua.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || $0 == 0x5F || $0 == 0x2E
    }
  }

  /// The condition beside others; `or` needs no parentheses around `and`, but people do.
  func joined(_ sign: FEELOperator) -> String {
    guard !isAtom else { return lua }
    let hasWord = lua.contains(" and ") || lua.contains(" or ") || lua.contains("function")
    if !hasWord { return lua }
    if sign == .and, !lua.contains(" or "), !lua.contains("function"), !lua.contains("\"") {
      return lua
    }
    return "(\(lua))"
  }
}

extension FEELType {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }

  fileprivate var isContext: Bool { if case .context = self { true } else { false } }

  /// Whether a function is in it, which no other decision can take.
  var hasFunction: Bool {
    switch self {
    case .function: true
    case .list(let element): element.hasFunction
    case .context(let members): members.contains { $0.type.hasFunction }
    default: false
    }
  }

  /// Whether Lua's `==` compares such values.
  var isScalar: Bool {
    switch base {
    case .number, .text, .boolean: true
    default: false
    }
  }
}

extension FEELExpression {
  /// The day of a literal such as `date("2026-01-31")`.
  var day: String? {
    guard case .call(.name("date"), let arguments) = self, arguments.count == 1,
      case .text(let text) = arguments[0], CalendarDay(text) != nil
    else { return nil }
    return text
  }
}
