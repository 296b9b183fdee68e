extension DMNConversion {
  /// Converts a decision service, which other decisions call, to a function.
  mutating func function(_ id: String, _ service: DMNModel.Service)
    -> Result<LuaBinding, DecisionTableFault>
  {
    once(id, service.element) { conversion throws(DecisionTableFault) in
      try conversion.convert(service)
    }
  }

  private mutating func convert(_ service: DMNModel.Service) throws(DecisionTableFault)
    -> LuaBinding
  {
    var parts = ServiceParts(scope: LuaScope(reserved: model.reservedNames))
    var parameters: [FEELParameter] = []
    for id in service.parameters {
      guard let (name, type) = known(id) else {
        throw DecisionTableFault(
          "\(service.element.title) requires `\(id)`, which is not in this model",
          line: service.element.line)
      }
      parts.names[id] = name
      parameters.append(FEELParameter(name: name, type: type))
    }
    var outputs: [FEELEntry] = []
    for id in service.outputs {
      let name = try add(id, of: service, to: &parts)
      outputs.append(FEELEntry(name: name, value: .name(name)))
    }
    guard let first = outputs.first else {
      throw DecisionTableFault(
        "\(service.element.title) answers no decision", line: service.element.line)
    }
    // The value of a single decision, or a context with those of several.
    let result = outputs.count == 1 ? first.value : .context(outputs, result: nil)
    var logic = FEELExpression.context(parts.entries, result: result)
    let type = service.type == .function ? FEELType.any : service.type
    if type != .any { logic = .conform(logic, type) }
    do throws(FEELFault) {
      let (header, body) = try writer.functionParts(parameters, logic, parts.scope)
      functionTexts.append("local function \(service.lua)(\(header))\(body)end\n")
    } catch {
      throw DecisionTableFault(error.message, line: service.element.line, hint: error.hint)
    }
    return LuaBinding(
      lua: service.lua, type: type == .any ? .function : type, mayBeNull: false,
      parameters: parameters)
  }

  /// What a service consists of, as far as it was read.
  private struct ServiceParts {
    /// The values of decisions, each after those that it requires.
    var entries: [FEELEntry] = []
    /// The names of parameters and decisions, by their ids.
    var names: [String: String] = [:]
    var scope: LuaScope
    var depth = 0
  }

  /// The name and type of an input or a decision.
  private func known(_ id: String) -> (name: String, type: FEELType)? {
    switch model.nodes[id] {
    case .input(let input)?: (input.variable, input.type)
    case .decision(let decision)?: (decision.variable, decision.type)
    case .knowledge?, .service?, nil: nil
    }
  }

  /// Adds a decision and what it requires, and returns its name.
  private mutating func add(
    _ id: String, of service: DMNModel.Service, to parts: inout ServiceParts
  ) throws(DecisionTableFault) -> String {
    if let name = parts.names[id] { return name }
    guard case .decision(let decision)? = model.nodes[id] else {
      throw DecisionTableFault(
        "\(service.element.title) requires `\(id)`, which it does not get",
        line: service.element.line)
    }
    guard parts.depth < 100, let logic = DMNBoxedReader.logic(of: decision.element) else {
      throw DecisionTableFault(
        "\(decision.element.title) requires itself", line: decision.element.line)
    }
    parts.depth += 1
    defer { parts.depth -= 1 }
    var names: [String] = []
    for requirement in decision.requirements {
      switch model.nodes[requirement] {
      case .knowledge?, .service?:
        try require([requirement], at: decision.element, &parts.scope, &names)
      case .input?, .decision?, nil:
        names.append(try add(requirement, of: service, to: &parts))
      }
    }
    let reader = DMNBoxedReader(
      types: model.types, members: model.members, names: names, resultType: decision.type)
    var value = try reader.expression(logic)
    if decision.type != .any { value = .conform(value, decision.type) }
    parts.entries.append(FEELEntry(name: decision.variable, value: value))
    parts.names[id] = decision.variable
    return decision.variable
  }
}
