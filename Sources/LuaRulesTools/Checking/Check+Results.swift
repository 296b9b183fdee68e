import LuaBridge
import LuaRules

// Checks of the values that functions give to keys.

extension Check {
  /// Checks the values that a function gives to a key.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - users: The rules for the key with the function.
  ///   - rules: All rules.
  mutating func checkResults(
    of function: InspectedFunction, givenTo users: [InspectedRule], _ rules: CheckedRules
  ) {
    guard let rule = users.first else { return }
    lazy var given = Self.nodesGiven(by: function, to: users, rules)
    checkReadResults(of: function, of: rule, rules) { given?.contains($0) != false }
    checkMethods(givenBy: function, of: rule, rules)
    var ways = PossibleWays(function.graph, declaredBy: rules)
    var placesOfTypes: Set<SourceLocation> = []
    for (number, node) in function.graph.nodes.enumerated() {
      guard case .result(.constant(let value), let place) = node, value != .nothing,
        ways.reach(number),
        let problem = schema.problem(
          of: value.value, givenTo: rule.key, at: place ?? function.location),
        given?.contains(number) != false,
        problem.code != .wrongType || placesOfTypes.insert(place ?? function.location).inserted
      else { continue }
      add(
        RuleFinding.Code(rawValue: problem.code.rawValue), .error, problem.message,
        at: place ?? function.location, fix: problem.hint, subject: value.literal,
        replacement: problem.spelling.flatMap { $0.written == value.literal ? $0.meant : nil },
        rule: rule)
    }
  }

  /// Returns the nodes that a value function reaches where the conditions of one of some rules hold; `nil` if that is
  /// not known.
  private static func nodesGiven(
    by function: InspectedFunction, to users: [InspectedRule], _ rules: CheckedRules
  ) -> Set<Int>? {
    let cases = users.flatMap { rules.certain.candidate($0).cases ?? [.always] }
    return reached(in: function.graph, rules.certain.domains, from: cases)?.nodes
  }

  /// Finds host functions as values or conditions that take something else than the context.
  mutating func checkHostParameters(of rules: CheckedRules) {
    let names = rules.model.hostFunctions
    for rule in rules.model.rules {
      var numbers = rule.conditions.compactMap { condition in
        if case .host(let number) = condition { number } else { nil as Int? }
      }
      if case .host(let number) = rule.outcome { numbers.append(number) }
      for number in numbers where names.indices.contains(number) {
        guard let first = schema.hostFunctionTypes[ByteName(names[number])]?.parameters.first,
          first.present.isNoContext
        else { continue }
        let name = names[number]
        add(
          .wrongArgument, .warning,
          "`host.\(name)` is replaced with a function of the context here, and takes \(first.present.expectation)",
          at: rule.location, fix: "call it: `function(c) return host.\(name)(…) end`",
          subject: name,
          rule: rule)
      }
    }
  }

  /// Finds host functions as values whose declared results do not fit the keys.
  mutating func checkHostResults(of rules: CheckedRules) {
    let names = rules.model.hostFunctions
    for rule in rules.model.rules {
      guard case .host(let number) = rule.outcome, names.indices.contains(number),
        let function = schema.hostFunctionTypes[ByteName(names[number])],
        let wanted = acceptedType(for: rule.key)?.present
      else { continue }
      let name = names[number]
      let given = LuaType(DeclaredPlace(type: function.result, path: ""), DeclaredLimits()).present
      guard !given.isNever,
        !given.mayBe(LuaType(givenTo: wanted).kinds) || !given.mayBeGiven(to: wanted)
      else { continue }
      add(
        .wrongType, .warning,
        "`host.\(name)` gives `\(rule.key)` \(given.text(givenTo: wanted)); "
          + "expected \(wanted.expectation); it is declared so",
        at: rule.valueLocation, subject: name, rule: rule)
    }
  }

  /// Finds paths of one kind that a function assigns to a key of another kind.
  private mutating func checkReadResults(
    of function: InspectedFunction, of rule: InspectedRule, _ rules: CheckedRules,
    where isGiven: (Int) -> Bool
  ) {
    let wanted = schema.typeOfOneRule(for: rule.key).present
    guard let kind = wanted.onlyKind else { return }
    var places: Set<String> = []
    var ways = PossibleWays(function.graph, declaredBy: rules)
    for (node, end) in function.graph.nodes.enumerated() {
      // Where it is nil or false, it is not of the type that is declared.
      guard case .result(.variable(let number), let place) = end,
        ways.reach(node, with: [number])
      else { continue }
      let variable = rules.model.variables[number]
      let given = type(of: variable.path).present
      guard let other = given.equality, other != kind, isGiven(node),
        places.insert("\(number) \(place?.description ?? "")").inserted
      else { continue }
      add(
        .wrongType, .error,
        "a function for `\(rule.key)` gives `\(variable.text)`, which is \(given.expectation); "
          + "expected \(wanted.expectation)",
        at: place ?? function.location, subject: variable.path.last, rule: rule)
    }
  }
}

extension ValueType {
  /// Whether the context is no value of the type.
  fileprivate var isNoContext: Bool {
    switch self {
    case .boolean, .integer, .number, .decimal, .date, .duration, .string, .uuid, .url, .data,
      .enumeration, .list:
      true
    default: false
    }
  }
}
