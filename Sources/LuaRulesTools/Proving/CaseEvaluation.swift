import LuaBridge
import LuaRules

/// An evaluation of rules in a case: a context of which only some values are decided.
struct CaseEvaluation {
  /// The reason why there is no answer.
  enum Stop: Error {
    /// The answer depends on a value that is not decided.
    case needs([String], ValueType)
    /// The rules raise an error.
    case fails
    /// The rules do what is not understood.
    case obstacle(String)
  }

  /// A value, with the path that it comes from if other values of the path are meant, too.
  struct Value {
    enum Form {
      case scalar(TestedValue)
      case table(LuaTable)
      /// An object, a list or a dictionary of the context.
      case object(ValueType)
      /// An object without members of its own, in front of a key for a path.
      case outerObject
    }

    var form: Form
    var path: [String]?

    static let nothing = Value(form: .scalar(.nothing))

    var isTrue: Bool { if case .scalar(let value) = form { value.isTrue } else { true } }

    var isNothing: Bool {
      switch form {
      case .scalar(.nothing): true
      default: false
      }
    }
  }

  /// The answer for a key.
  enum Answer {
    case value(Value)
    /// What all rules that hold give, for hit policies other than `first`.
    case values([Value])
    /// The default of the key.
    case usual
    case fails
  }

  let rules: ProvedRules
  let decided: [[String]: WitnessValue]
  /// The constants that the values of a path are told apart by.
  let constants: ([String]) -> Set<TestedValue>
  /// The defaults of keys, as the engine gives them; `nil` for an error.
  let defaults: (String) -> LuaValue?
  /// How many steps may still be made.
  private(set) var stepsLeft: Int
  private var active: Set<String> = []
  /// The answers of this case: each key is evaluated once.
  private var known: [String: Answer] = [:]

  init(
    _ rules: ProvedRules, _ decided: [[String]: WitnessValue],
    constants: @escaping ([String]) -> Set<TestedValue>,
    defaults: @escaping (String) -> LuaValue?, stepsLeft: Int
  ) {
    self.rules = rules
    self.decided = decided
    self.constants = constants
    self.defaults = defaults
    self.stepsLeft = stepsLeft
  }

  /// Counts a step, so that every evaluation ends.
  private mutating func addStep() throws(Stop) {
    stepsLeft -= 1
    guard stepsLeft > 0 else { throw .obstacle("there are too many cases") }
  }

  // MARK: Keys

  /// Returns the answer for a key that the context does not set.
  ///
  /// - Throws: ``Stop`` other than ``Stop/fails``.
  mutating func answer(for key: String) throws(Stop) -> Answer {
    do {
      return try evaluated(key)
    } catch {
      if case .fails = error { return .fails }
      throw error
    }
  }

  mutating func evaluated(_ key: String) throws(Stop) -> Answer {
    if let answer = known[key] { return answer }
    let answer = try evaluate(key)
    known[key] = answer
    return answer
  }

  private mutating func evaluate(_ key: String) throws(Stop) -> Answer {
    guard active.insert(key).inserted else { throw .fails }
    defer { active.remove(key) }
    guard active.count < 50 else { throw .obstacle("its keys depend on too many others") }
    let policy = rules.schema.hitPolicy(of: key)
    var values: [Value] = []
    for candidate in rules.candidates(for: key) {
      try addStep()
      guard try holds(candidate), let value = try value(of: candidate) else { continue }
      try checkWhole(value)
      if policy.isFirst { return .value(value) }
      values.append(value)
    }
    if !values.isEmpty { return .values(values) }
    for dot in key.indices where key[dot] == "." {
      guard !rules.isAssigned(String(key[..<dot])) else {
        throw .obstacle("the rules for `\(key[..<dot])` may give `\(key)`, too")
      }
    }
    if key.contains(".") { return .usual }
    if rules.schema.type(of: key) == nil, !rules.isAssigned(key) { throw .fails }
    return .usual
  }

  /// Refuses an object of the context as an answer where it may be another one as a value of Lua.
  private func checkWhole(_ value: Value) throws(Stop) {
    switch value.form {
    case .outerObject: throw .obstacle("an object is the answer that has keys for paths")
    case .object:
      guard let path = value.path?.joined(separator: "."), rules.hasPathKeys(below: path) else {
        return
      }
      throw .obstacle("`\(path)` is the answer, which has keys for paths")
    case .scalar, .table: return
    }
  }

  private mutating func holds(_ candidate: ProvedRules.Candidate) throws(Stop) -> Bool {
    for condition in candidate.rule.conditions {
      switch condition {
      case .never: return false
      case .host: throw .obstacle("\(candidate.rule.location): its condition is a host function")
      case .pattern(let entries):
        for entry in entries where try !matches(entry) { return false }
      case .function(let function):
        let result = try run(function, candidate.model)
        if case .scalar(.null) = result.form { return false }
        if !result.isTrue { return false }
      }
    }
    return true
  }

  private mutating func matches(_ entry: InspectedRule.Entry) throws(Stop) -> Bool {
    let value = try read(entry.path, isStrict: false)
    for allowed in entry.allowed where try isEqual(value, Value(form: .scalar(allowed))) {
      return true
    }
    return false
  }

  /// The value that a rule gives; `nil` if it declines.
  private mutating func value(of candidate: ProvedRules.Candidate) throws(Stop) -> Value? {
    switch candidate.rule.outcome {
    case .constant(let value): return Value(value)
    case .host: throw .obstacle("\(candidate.rule.valueLocation): its value is a host function")
    case .function(let function):
      let value = try run(function, candidate.model)
      return value.isNothing ? nil : value
    }
  }

  // MARK: Functions

  private mutating func run(_ function: InspectedFunction, _ model: Int) throws(Stop) -> Value {
    let graph = function.graph
    let variables = rules.models[model].variables
    func obstacle() -> Stop {
      let line = graph.obstacle?.line ?? function.location.line
      let place = SourceLocation(file: function.location.file, line: line)
      return .obstacle("\(place): \(graph.obstacle?.text ?? "only Lua can run this function")")
    }
    guard !graph.nodes.isEmpty else { throw obstacle() }
    if graph.skipsReads {
      throw .obstacle("\(function.location): the function reads what it does not use")
    }
    for number in graph.firstReads { _ = try value(variables[number], variables, function) }
    var number = 0
    while true {
      try addStep()
      switch graph.nodes[number] {
      case .lua: throw obstacle()
      case .result(let operand, _): return try value(operand, variables, function)
      case .test(let test, let yes, let no, _):
        let left = try value(test.left, variables, function)
        let outcome: Bool
        if test.kind == .isTrue {
          outcome = left.isTrue
        } else {
          let right = try value(test.right, variables, function)
          outcome =
            test.kind == .isEqual
            ? try isEqual(left, right)
            : try isLess(left, right, orEqual: test.kind == .isLessOrEqual)
        }
        number = outcome ? yes : no
      }
    }
  }

  private mutating func value(
    _ operand: DecisionGraph.Operand, _ variables: [DecisionVariable], _ function: InspectedFunction
  ) throws(Stop) -> Value {
    switch operand {
    case .constant(let value): return Value(form: .scalar(value))
    case .variable(let number): return try value(variables[number], variables, function)
    }
  }

  private mutating func value(
    _ variable: DecisionVariable, _ variables: [DecisionVariable], _ function: InspectedFunction
  ) throws(Stop) -> Value {
    if variable.isPath { return try read(variable.path, isStrict: true) }
    guard variable.isOpposite, variable.parts.count == 1 else {
      let parts = variable.parts.map { "`\(variables[$0].text)`" }.joined(separator: " and ")
      throw .obstacle(
        "\(function.location): it calculates" + (parts.isEmpty ? "" : " with \(parts)"))
    }
    let inner = try value(variables[variable.parts[0]], variables, function)
    return Value(form: .scalar(.boolean(!inner.isTrue)))
  }

  // MARK: Comparisons

  private func isEqual(_ left: Value, _ right: Value) throws(Stop) -> Bool {
    switch (left.form, right.form) {
    case (.scalar(let one), .scalar(let other)):
      if one == .null || other == .null { return false }
      if left.path != nil, left.path == right.path { return true }
      try checkComparison(left, with: right)
      try checkComparison(right, with: left)
      return one == other
    case (.scalar, _), (_, .scalar): return false
    default: throw .obstacle("two tables are compared")
    }
  }

  /// Refuses a comparison whose outcome other values of the same path may change.
  private func checkComparison(_ value: Value, with other: Value) throws(Stop) {
    guard let path = value.path, case .scalar(let tested) = other.form else { return }
    switch tested {
    case .nothing, .null, .boolean: if other.path == nil { return }
    default: if other.path == nil, constants(path).contains(tested) { return }
    }
    throw .obstacle(
      "`\(path.joined(separator: "."))` is compared with a value that is not constant")
  }

  private func isLess(_ left: Value, _ right: Value, orEqual: Bool) throws(Stop) -> Bool {
    guard case .scalar(let one) = left.form, case .scalar(let other) = right.form else {
      throw .fails
    }
    try checkComparison(left, with: right)
    try checkComparison(right, with: left)
    if case .integer(let first) = one, case .integer(let second) = other {
      return orEqual ? first <= second : first < second
    }
    if let first = one.number, let second = other.number {
      return orEqual ? first <= second : first < second
    }
    switch (one, other) {
    case (.text, .text): throw .obstacle("texts are ordered")
    case (.integer, .float), (.float, .integer):
      throw .obstacle("large numbers are ordered")
    default: throw .fails
    }
  }
}
