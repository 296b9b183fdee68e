extension LuaWriter {
  // MARK: Loops and filters

  func loop(_ iterators: [FEELIterator], _ result: Expression, _ scope: LuaScope)
    throws(FEELFault) -> LuaCode
  {
    var scope = scope
    let first = iterators[0]
    let list = try value(first.values, scope)
    let name = scope.local(first.name, list.type.element)
    if iterators.count > 1 {
      guard !result.mentions(["partial"]) else {
        throw FEELFault(message: "`partial` in a loop of several variables cannot be converted")
      }
      let inner = try loop(Array(iterators.dropFirst()), result, scope)
      return LuaCode(
        lua: "feel.flat_map(\(list.lua), function(\(name)) return \(inner.lua) end)",
        type: inner.type)
    }
    var header = name
    if result.mentions(["partial"]) { header += ", \(scope.local("partial", .list(.any)))" }
    let body = try body(result, scope)
    return LuaCode(
      lua: "feel.map(\(list.lua), function(\(header)) \(body.lua) end)", type: .list(body.type))
  }

  func quantified(
    _ isEvery: Bool, _ iterators: ArraySlice<FEELIterator>, _ condition: Expression,
    _ scope: LuaScope
  ) throws(FEELFault) -> LuaCode {
    guard let first = iterators.first else { return try value(condition, scope) }
    var scope = scope
    let list = try value(first.values, scope)
    let name = scope.local(first.name, list.type.element)
    let inner = try quantified(isEvery, iterators.dropFirst(), condition, scope)
    return LuaCode(
      lua:
        "feel.\(isEvery ? "every" : "some")(\(list.lua), function(\(name)) return \(inner.lua) end)",
      type: .boolean)
  }

  func filter(_ list: Expression, _ condition: Expression, _ scope: LuaScope) throws(FEELFault)
    -> LuaCode
  {
    let code = try value(list, scope)
    let element = code.type.element
    if case .number = condition {
      return LuaCode(
        lua: "feel.item(\(code.lua), \(try value(condition, scope).lua))", type: element)
    }
    var inner = scope
    let item = inner.element(code.type == .any ? .any : element)
    if condition.isTruth {
      let test = try self.condition(condition, inner)
      return LuaCode(
        lua: "feel.filter(\(code.lua), function(\(item)) return \(test.lua) end)",
        type: .list(element))
    }
    let chosen = try value(condition, inner)
    if chosen.type.base == .boolean {
      return LuaCode(
        lua: "feel.filter(\(code.lua), function(\(item)) return \(chosen.lua) end)",
        type: .list(element))
    }
    try refuseHidden(code, .any)
    var isChoice = false
    if case .choice = condition { isChoice = true }
    guard chosen.type.base == .number || chosen.type == .any && !isChoice || chosen.type == .null
    else {
      throw FEELFault(
        message: "a filter by what is neither a condition nor a position cannot be converted")
    }
    // A position, unless it depends on the element.
    if chosen.type.base == .number, !chosen.lua.contains(item) {
      return LuaCode(lua: "feel.item(\(code.lua), \(chosen.lua))", type: element)
    }
    return LuaCode(
      lua: "feel.select(\(code.lua), function(\(item)) return \(chosen.lua) end)", type: .any)
  }

  // MARK: Calls

  func call(_ callee: Expression, _ arguments: [Expression], _ scope: LuaScope) throws(FEELFault)
    -> LuaCode
  {
    if case .name(let name) = callee, scope.binding(of: name) == nil {
      return try builtIn(name, arguments, scope)
    }
    var codes: [LuaCode] = []
    for argument in arguments { codes.append(try value(argument, scope)) }
    let list = codes.map(\.lua)
    if case .name(let name) = callee, let binding = scope.binding(of: name) {
      if let refusal = binding.refusal { throw FEELFault(message: refusal) }
      if let parameters = binding.parameters {
        guard parameters.count == list.count else { return LuaCode(lua: "nil", type: .null) }
        for (parameter, code) in zip(parameters, codes) {
          try refuseHidden(code, parameter.type)
        }
        return LuaCode(
          lua: "\(binding.lua)(\(list.joined(separator: ", ")))", type: binding.type.result)
      }
    }
    for code in codes { try refuseHidden(code, .any) }
    let function = try value(callee, scope)
    if case .function(let parameters, _) = callee {
      guard parameters.count == list.count else { return LuaCode(lua: "nil", type: .null) }
      return LuaCode(lua: "(\(function.lua))(\(list.joined(separator: ", ")))", type: .any)
    }
    return LuaCode(
      lua: "feel.call(\(([function.lua] + list).joined(separator: ", ")))", type: .any)
  }

  /// The function, or the context with functions, that an expression gives, as far as that is known.
  func function(of expression: Expression, _ scope: LuaScope) -> Expression? {
    switch expression {
    case .function: return expression
    case .name(let name): return scope.binding(of: name)?.function
    case .member(let owner, let name):
      guard case .context(let entries, nil)? = function(of: owner, scope),
        let value = entries.first(where: { $0.name == name })?.value, case .function = value
      else { return nil }
      return value
    case .call(let callee, _):
      guard case .function(_, let result)? = function(of: callee, scope), case .function = result
      else { return nil }
      return result
    default: return nil
    }
  }

  private func builtIn(_ name: String, _ arguments: [Expression], _ scope: LuaScope)
    throws(FEELFault) -> LuaCode
  {
    if arguments.count == 1, case .text(let text) = arguments[0],
      let literal = TemporalLiteral(text, of: name)
    {
      return LuaCode(
        lua: CellValue.text(literal.text).lua, type: literal.type, mayBeNull: false)
    }
    if FEELFunction.temporal.contains(name), arguments.count < 4,
      arguments.isEmpty || arguments.contains(where: { $0.constant == .null })
    {
      return LuaCode(lua: "nil", type: .null)
    }
    if name == "duration" {
      switch arguments.count == 1 ? arguments[0] : .null {
      case .null, .boolean, .number, .list, .context: return LuaCode(lua: "nil", type: .null)
      case .text(let text) where FEELDuration.isNone(text):
        return LuaCode(lua: "nil", type: .null)
      default: break
      }
    }
    if name == "date", let day = Self.day(of: arguments) {
      return LuaCode(lua: CellValue.text(day).lua, type: .temporal("date"), mayBeNull: false)
    }
    if name == "@" {
      throw FEELFault(
        message: "`@` with a date, a time or a duration of this form cannot be converted")
    }
    if name == FEELFunction.measure {
      return LuaCode(lua: "feel.measure(\(try value(arguments[0], scope).lua))", type: .number)
    }
    guard let function = FEELFunction.all[name] else {
      return try value(.name(name), scope)
    }
    var codes: [LuaCode] = []
    for argument in arguments { codes.append(try value(argument, scope)) }
    if FEELFunction.ofPlainValues.contains(name),
      codes.contains(where: { $0.type.base.isTemporal })
    {
      return LuaCode(lua: "nil", type: .null)
    }
    if name == "string", codes.count == 1, codes[0].type.isPlainDate {
      return LuaCode(lua: codes[0].lua, type: .text, mayBeNull: codes[0].mayBeNull)
    }
    // A list of dates may be counted, but not looked into.
    for code in codes where name != "count" { try refuseHidden(code, .any) }
    guard function.takes(codes.count) else { return LuaCode(lua: "nil", type: .null) }
    if name == "sort" || name == "list replace", arguments.count > 1,
      let count = parameterCount(of: arguments[1], scope), count != 2
    {
      return LuaCode(lua: "nil", type: .null)
    }
    if name == "range", case .text(let text) = arguments[0],
      text.contains("@") || text.dropFirst().contains("(")
    {
      throw FEELFault(message: "a range of dates, times or durations in a text cannot be converted")
    }
    if name == "not", codes[0].isCertain {
      return LuaCode(
        lua: "not \(codes[0].operand)", type: .boolean, mayBeNull: false, isAtom: false)
    }
    var type = function.result
    if ["append", "reverse", "concatenate", "sublist", "sort", "remove", "distinct values"]
      .contains(name), case .list = codes[0].type, codes.allSatisfy({ $0.type == codes[0].type })
    {
      type = codes[0].type
    }
    return LuaCode(
      lua:
        "feel.\(FEELFunction.lua(name))(\(codes.map(\.lua).joined(separator: ", ")))",
      type: type)
  }

  /// The day of a year, a month and a day that are constants.
  private static func day(of arguments: [Expression]) -> String? {
    let numbers = arguments.compactMap { argument -> Int? in
      guard case .number(let digits) = argument else { return nil }
      return Int(digits)
    }
    guard arguments.count == 3, numbers.count == 3, (1000...9999).contains(numbers[0]) else {
      return nil
    }
    let text = [numbers[0], numbers[1], numbers[2]].map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: "-")
    return CalendarDay(text).map { _ in text }
  }

  /// How many parameters a function has that is known; `nil` for other values.
  private func parameterCount(of function: Expression, _ scope: LuaScope) -> Int? {
    switch function {
    case .function(let parameters, _): parameters.count
    case .name(let name): scope.binding(of: name)?.parameters?.count
    default: nil
    }
  }

  func namedCall(
    _ callee: Expression, _ arguments: [(name: String, value: Expression)], _ scope: LuaScope
  ) throws(FEELFault) -> LuaCode {
    guard case .name(let name) = callee else {
      if case .function(let parameters, _)? = function(of: callee, scope) {
        guard let ordered = Self.ordered(arguments, parameters.map(\.name)) else {
          return LuaCode(lua: "nil", type: .null)
        }
        return try call(callee, ordered, scope)
      }
      throw FEELFault(
        message: "named arguments of a function that is not known cannot be converted")
    }
    if let binding = scope.binding(of: name) {
      if let refusal = binding.refusal { throw FEELFault(message: refusal) }
      guard let parameters = binding.parameters else {
        throw FEELFault(
          message:
            "named arguments of `\(name)`, whose parameters are not known, cannot be converted")
      }
      guard let ordered = Self.ordered(arguments, parameters.map(\.name)) else {
        return LuaCode(lua: "nil", type: .null)
      }
      return try call(callee, ordered, scope)
    }
    guard let function = FEELFunction.all[name] else {
      if arguments.count == 1, arguments[0].name == "from" {
        return try call(callee, [arguments[0].value], scope)
      }
      return try value(callee, scope)
    }
    var ordered = [Expression?](repeating: nil, count: function.parameters.count)
    for argument in arguments {
      guard let position = FEELFunction.position(of: argument.name, in: name),
        position < ordered.count, ordered[position] == nil
      else { return LuaCode(lua: "nil", type: .null) }
      // `key` is a text, and `keys` are a list.
      if argument.name == "key", case .list = argument.value {
        return LuaCode(lua: "nil", type: .null)
      }
      ordered[position] = argument.value
    }
    while let last = ordered.last, case .none = last { ordered.removeLast() }
    guard ordered.prefix(function.required).allSatisfy({ $0 != nil }) else {
      return LuaCode(lua: "nil", type: .null)
    }
    return try call(callee, ordered.map { $0 ?? .null }, scope)
  }

  /// The arguments in the order of parameters; `nil` if they do not fit.
  private static func ordered(
    _ arguments: [(name: String, value: Expression)], _ parameters: [String]
  ) -> [Expression]? {
    let names = Set(arguments.map(\.name))
    guard names.count == arguments.count, names.isSubset(of: parameters) else { return nil }
    return parameters.map { name in arguments.first { $0.name == name }?.value ?? .null }
  }

  // MARK: Types

  /// Makes a value fit a type.
  func conformed(_ value: LuaCode, _ type: FEELType) throws(FEELFault) -> LuaCode {
    var code = value
    if needsNoCheck(code, type) {
      if code.type == .any || code.type == .null { code.type = type }
      return code
    }
    if let word = type.temporalWord ?? code.type.temporalWord {
      if code.type == .any, type == .temporal("date") {
        return LuaCode(lua: "feel.conform(\(code.lua), \"string\")", type: type)
      }
      guard type == .any else {
        throw FEELFault(message: "a value of the type \(word) cannot be checked")
      }
    }
    return LuaCode(lua: "feel.conform(\(code.lua), \(written(type)))", type: type)
  }

  /// A type as `feel.conform` reads it: the name of one that the model defines, if there is one.
  func written(_ type: FEELType) -> String {
    if let name = typeNames.first(where: { $0.type == type })?.name { return name }
    if case .list(let element) = type { return "{ list = \(written(element)) }" }
    return type.lua
  }

  func needsNoCheck(_ code: LuaCode, _ type: FEELType) -> Bool {
    type == .any || type.takes(code.type) || (type == .function && code.type == .function)
  }
}

extension FEELType {
  /// The type of what a loop goes through.
  var element: FEELType {
    switch base {
    case .list(let element), .range(let element): element
    case .any: .any
    default: self
    }
  }

  /// The type of values of either type; dates in one of them stay known.
  func joined(_ other: FEELType) -> FEELType {
    if self == other || other == .null { return self }
    if self == .null { return other }
    if let word = innerTemporalWord ?? other.innerTemporalWord {
      return .temporal("\(word) or something else")
    }
    return .any
  }

  /// The type of what a function gives, which is not known.
  var result: FEELType { self == .function ? .any : self }
}
