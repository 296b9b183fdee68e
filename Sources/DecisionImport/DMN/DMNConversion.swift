/// The conversion of a model of DMN to rules in Lua.
package struct DMNConversion {
  let model: DMNModel
  var writer = LuaWriter()
  /// What each decision became, by its id.
  var results: [String: Result<Converted, DecisionTableFault>] = [:]
  var functions: [String: Result<LuaBinding, DecisionTableFault>] = [:]
  var functionTexts: [String] = []
  /// Decisions that are being converted, which must not need themselves.
  var open: Set<String> = []

  /// A decision in Lua.
  struct Converted {
    /// An element of the list of rules.
    let lua: String
    let type: FEELType
    /// More of its schema, such as a hit policy.
    var schema: String?
    var table: DecisionTable?
    /// Whether the decision gives a function, and is a function of the context.
    var isFunction = false
    /// The function, or the context with functions, that a function of the context gives.
    var function: FEELExpression?
  }

  /// Why decisions were not converted, in the order of the model.
  package private(set) var faults: [DecisionTableFault] = []
  /// The names of decisions that were not converted.
  package private(set) var refusedDecisions: [String] = []

  /// Converts a model.
  ///
  /// - Parameter text: The XML.
  /// - Throws: ``DecisionTableFaults`` if the text is no model; what is wrong with single decisions is in ``faults``.
  package init(_ text: String) throws(DecisionTableFaults) {
    do throws(DecisionTableFault) {
      model = try DMNModel(text)
    } catch {
      throw DecisionTableFaults(error)
    }
    writer.typeNames = model.typeNames
    for (id, decision) in model.decisions {
      if case .failure(let fault) = converted(id) {
        faults.append(fault)
        refusedDecisions.append(decision.name)
      }
    }
    if model.decisions.isEmpty {
      throw DecisionTableFaults(DecisionTableFault("the model has no decision", line: 1))
    }
  }

  /// All that was refused; `nil` if everything was converted.
  package var refusal: DecisionTableFaults? { DecisionTableFaults(faults) }
  // MARK: Decisions

  mutating func converted(_ id: String) -> Result<Converted, DecisionTableFault> {
    if let result = results[id] { return result }
    guard case .decision(let decision)? = model.nodes[id] else {
      return .failure(DecisionTableFault("`\(id)` is no decision of this model", line: 1))
    }
    guard open.count < 200, open.insert(id).inserted else {
      return .failure(
        DecisionTableFault(
          "\(decision.element.title) requires itself", line: decision.element.line))
    }
    defer { open.remove(id) }
    let result: Result<Converted, DecisionTableFault>
    do throws(DecisionTableFault) {
      result = .success(try convert(decision, id))
    } catch {
      result = .failure(
        DecisionTableFault(
          "\(decision.element.title): \(error.message)", line: error.line, hint: error.hint))
    }
    results[id] = result
    return result
  }

  mutating func convert(_ decision: DMNModel.Decision, _ id: String)
    throws(DecisionTableFault) -> Converted
  {
    guard let logic = DMNBoxedReader.logic(of: decision.element) else {
      throw DecisionTableFault("the decision has no logic", line: decision.element.line)
    }
    var scope = LuaScope(reserved: model.reservedNames)
    var names: [String] = []
    try require(decision.requirements, at: decision.element, &scope, &names)
    let reader = DMNBoxedReader(
      types: model.types, members: model.members, names: names, resultType: decision.type)
    var expression = try reader.expression(logic)
    if case .conform(.table(let table), let type) = expression,
      decision.type == .any || type == decision.type
    {
      if let plain = plainTable(table, type, decision.key, scope) { return plain }
    } else if case .table(let table) = expression,
      let plain = plainTable(table, decision.type, decision.key, scope)
    {
      return plain
    }
    if decision.type != .any { expression = .conform(expression, decision.type) }
    do throws(FEELFault) {
      let body = try writer.body(expression, scope)
      if body.type.hasFunction || decision.type.hasFunction {
        return try function(decision, id, body, expression)
      }
      let value = rule(body, expression)
      let doc = decision.element.text(of: "description").map {
        ", doc = \(CellValue.text($0).lua)"
      }
      return Converted(
        lua: "{ key = \(CellValue.text(decision.key).lua), value = \(value)\(doc ?? "") },\n",
        type: decision.type == .any ? body.type : decision.type)
    } catch {
      throw DecisionTableFault(error.message, line: logic.line, hint: error.hint)
    }
  }

  /// Makes a decision that gives a function one of the context, which other decisions call; no rule has such a value.
  private mutating func function(
    _ decision: DMNModel.Decision, _ id: String, _ body: LuaBody, _ expression: FEELExpression
  ) throws(FEELFault) -> Converted {
    guard model.isRequired(id) else {
      throw FEELFault(message: "a decision that gives a function cannot be converted")
    }
    functionTexts.append("local function \(decision.key)(c)\n\(body.lua)\nend\n")
    return Converted(
      lua: "", type: body.type, isFunction: true, function: expression.withoutType)
  }

  /// The value of a rule: a constant or a function.
  func rule(_ body: LuaBody, _ expression: FEELExpression) -> String {
    if body.statements.isEmpty, let code = body.result, !code.mayBeNull, expression.isConstant {
      return code.lua
    }
    return "function(c)\n\(body.lua)\nend"
  }

  /// Puts what an element requires in scope.
  mutating func require(
    _ ids: [String], at element: DMNElement, _ scope: inout LuaScope, _ names: inout [String]
  ) throws(DecisionTableFault) {
    for id in ids {
      switch model.nodes[id] {
      case .input(let input)?:
        for name in Set([input.name, input.variable]) {
          scope.bind(name, LuaBinding(lua: "c.\(input.key)", type: input.type))
          names.append(name)
        }
      case .decision(let decision)?:
        let binding = binding(of: decision, id)
        for name in Set([decision.name, decision.variable]) {
          scope.bind(name, binding)
          names.append(name)
        }
      case .knowledge(let knowledge)?:
        names.append(knowledge.name)
        bind(knowledge.name, function(id, knowledge), &scope)
      case .service(let service)?:
        names.append(service.name)
        bind(service.name, function(id, service), &scope)
      case nil:
        throw DecisionTableFault(
          "it requires `\(id)`, which is not in this model", line: element.line,
          hint: "what another model defines cannot be converted")
      }
    }
  }

  /// What a decision is to one that requires it.
  private mutating func binding(of decision: DMNModel.Decision, _ id: String) -> LuaBinding {
    if open.contains(id) {
      return LuaBinding(
        lua: "", type: .any, refusal: "`\(decision.name)` requires this decision, directly or not")
    }
    switch converted(id) {
    case .success(let result):
      return LuaBinding(
        lua: result.isFunction ? "\(decision.key)(c)" : "c.\(decision.key)", type: result.type,
        parameters: result.function?.parameters, function: result.function)
    case .failure:
      return LuaBinding(lua: "", type: .any, refusal: "`\(decision.name)` could not be converted")
    }
  }

  private func bind(
    _ name: String, _ function: Result<LuaBinding, DecisionTableFault>, _ scope: inout LuaScope
  ) {
    switch function {
    case .success(let binding): scope.bind(name, binding)
    case .failure(let fault):
      scope.bind(
        name,
        LuaBinding(
          lua: "", type: .any,
          refusal: "`\(name)` cannot be converted: \(fault.message), in line \(fault.line)"))
    }
  }

  // MARK: Knowledge

  mutating func function(_ id: String, _ knowledge: DMNModel.Knowledge)
    -> Result<LuaBinding, DecisionTableFault>
  {
    once(id, knowledge.element) { conversion throws(DecisionTableFault) in
      try conversion.convert(knowledge)
    }
  }

  /// Converts a function, if it was not converted before, and does not need itself.
  mutating func once(
    _ id: String, _ element: DMNElement,
    _ convert: (inout DMNConversion) throws(DecisionTableFault) -> LuaBinding
  ) -> Result<LuaBinding, DecisionTableFault> {
    if let result = functions[id] { return result }
    let result: Result<LuaBinding, DecisionTableFault>
    do throws(DecisionTableFault) {
      guard open.count < 200, open.insert(id).inserted else {
        throw DecisionTableFault("\(element.title) requires itself", line: element.line)
      }
      defer { open.remove(id) }
      result = .success(try convert(&self))
    } catch {
      result = .failure(error)
    }
    functions[id] = result
    return result
  }

  mutating func convert(_ knowledge: DMNModel.Knowledge) throws(DecisionTableFault)
    -> LuaBinding
  {
    guard let logic = knowledge.element.first("encapsulatedLogic") else {
      throw DecisionTableFault("the function has no logic", line: knowledge.element.line)
    }
    var scope = LuaScope(reserved: model.reservedNames)
    var names = [knowledge.name]
    try require(
      knowledge.requirements.filter { id in
        if case .knowledge(let other)? = model.nodes[id] {
          other.name != knowledge.name
        } else {
          true
        }
      }, at: knowledge.element, &scope, &names)
    let reader = DMNBoxedReader(
      types: model.types, members: model.members, names: names, resultType: knowledge.type)
    guard case .function(let parameters, var inner) = try reader.function(logic) else {
      throw DecisionTableFault("the function has no parameters", line: logic.line)
    }
    let type = knowledge.type == .function ? FEELType.any : knowledge.type
    if type != .any { inner = .conform(inner, type) }
    var binding = LuaBinding(
      lua: knowledge.lua, type: type == .any ? .function : type, mayBeNull: false,
      parameters: parameters)
    if case .function = inner { binding.function = .function(parameters, inner) }
    scope.bind(knowledge.name, binding)
    do throws(FEELFault) {
      let (header, body) = try writer.functionParts(parameters, inner, scope)
      functionTexts.append("local function \(knowledge.lua)(\(header))\(body)end\n")
    } catch {
      throw DecisionTableFault(error.message, line: logic.line, hint: error.hint)
    }
    return binding
  }

  // MARK: Tables

  /// Converts a table of paths and constants to a table in Lua; `nil` for another one.
  func plainTable(
    _ table: DMNTable, _ type: FEELType, _ key: String, _ scope: LuaScope
  ) -> Converted? {
    guard let plain = PlainTable(table, type, scope, writer) else { return nil }
    return Converted(
      lua: plain.lua(key), type: plain.type, schema: plain.schema,
      table: plain.decisionTable(key))
  }
}

extension FEELExpression {
  /// The value that is made to fit a type.
  fileprivate var withoutType: FEELExpression {
    if case .conform(let inner, _) = self { inner.withoutType } else { self }
  }

  /// The parameters of a function.
  fileprivate var parameters: [FEELParameter]? {
    if case .function(let parameters, _) = self { parameters } else { nil }
  }

  /// Whether the value is written as a constant.
  fileprivate var isConstant: Bool {
    switch self {
    case .boolean, .number, .text: true
    case .conform(let inner, _): inner.isConstant
    default: false
    }
  }
}
