import LuaBridge
import LuaRules

/// An evaluation of rules in a case: a context of which only some values are decided.
struct CaseEvaluation {
  /// The reason why there is no answer.
  enum Stop: Error {
    /// The answer depends on what is not decided, of a type.
    case needs(CaseSource, ValueType)
    /// The rules raise an error.
    case fails
    /// The rules do what is not understood.
    case obstacle(String)
  }

  /// A value, with its source if other values of the source are meant, too.
  struct Value {
    enum Form {
      case scalar(TestedValue)
      /// A calculated value that no rule has tested yet.
      case calculated(Int)
      case table(LuaTable)
      /// An object, a list or a dictionary of the context.
      case object(ValueType)
      /// An object without members of its own, in front of a key for a path.
      case outerObject
    }

    var form: Form
    var source: CaseSource?
    /// A whole number as rules read it; `nil` if it may be an integer or not, or if a zero may have a
    /// sign.
    var number: LuaValue?

    /// The value as a text that is the same for identical values only; `nil` if that is not known.
    var exactText: String? {
      guard case .scalar(let tested) = form else { return nil }
      guard case .integer = tested else { return tested.value.exactText }
      return number?.exactText
    }

    var path: [String]? { if case .path(let path) = source { path } else { nil } }
    var calculatedNumber: Int? { if case .calculated(let number) = form { number } else { nil } }

    static let nothing = Value(form: .scalar(.nothing))
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
  let decided: [CaseSource: WitnessValue]
  /// The values that rules of both sides calculate.
  let calculated: CalculatedValues
  /// The constants that the values of a source are told apart by.
  let constants: (CaseSource) -> Set<TestedValue>
  let defaults: KeyDefaults
  /// How many steps may still be made.
  private(set) var stepsLeft: Int
  private var active: Set<String> = []
  /// The answers of this case: each key is evaluated once.
  private var known: [String: Answer] = [:]
  /// Why there is no answer for a key.
  private var obstacles: [String: String] = [:]
  /// How many functions that are not followed have their keys read.
  var unfollowedCount = 0

  init(
    _ rules: ProvedRules, _ decided: [CaseSource: WitnessValue], _ calculated: CalculatedValues,
    constants: @escaping (CaseSource) -> Set<TestedValue>,
    defaults: KeyDefaults, stepsLeft: Int
  ) {
    self.rules = rules
    self.decided = decided
    self.calculated = calculated
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
    if let reason = obstacles[key] { throw .obstacle(reason) }
    do {
      let answer = try evaluate(key)
      known[key] = answer
      return answer
    } catch {
      if case .obstacle(let reason) = error { obstacles[key] = reason }
      throw error
    }
  }

  private mutating func evaluate(_ key: String) throws(Stop) -> Answer {
    guard active.insert(key).inserted else {
      if unfollowedCount > 0 { throw .obstacle("its keys may depend on each other") }
      throw .fails
    }
    defer { active.remove(key) }
    guard active.count < 50 else { throw .obstacle("its keys depend on too many others") }
    let policy = rules.schema.hitPolicy(of: key)
    var values: [Value] = []
    for candidate in rules.candidates(for: key) {
      try addStep()
      guard try holds(candidate), let value = try value(of: candidate) else { continue }
      try checkWhole(value)
      if policy.answersAlone { return .value(value) }
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
    case .scalar, .table, .calculated: return
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
        let result = try truth(of: run(function, candidate.model))
        if result == .null || !result.isTrue { return false }
      }
    }
    return true
  }

  private mutating func matches(_ entry: InspectedRule.Entry) throws(Stop) -> Bool {
    let value = try read(entry.path, isStrict: false)
    return try fulfills(entry.condition, value, at: entry)
  }

  /// The value that a rule gives; `nil` if it declines.
  private mutating func value(of candidate: ProvedRules.Candidate) throws(Stop) -> Value? {
    switch candidate.rule.outcome {
    case .constant(let value): return Value(value)
    case .host: throw .obstacle("\(candidate.rule.valueLocation): its value is a host function")
    case .function(let function):
      let value = try run(function, candidate.model)
      return try truth(of: value) == .nothing ? nil : value
    }
  }

  // MARK: Functions

  private mutating func run(_ function: InspectedFunction, _ model: Int) throws(Stop) -> Value {
    let reason: String
    do throws(Stop) {
      return try follow(function, model)
    } catch {
      guard case .obstacle(let text) = error else { throw error }
      reason = text
    }
    guard let value = try unfollowed(function, model, because: reason) else {
      throw .obstacle(reason)
    }
    return value
  }

  /// Follows a function from test to test.
  private mutating func follow(_ function: InspectedFunction, _ model: Int) throws(Stop) -> Value {
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
          outcome = try truth(of: left).isTrue
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
    case .constant(let value):
      var result = Value(form: .scalar(value))
      if case .integer(let number) = value, !function.graph.wholeFloats.contains(number) {
        result.number = .integer(number)
      }
      return result
    case .variable(let number): return try value(variables[number], variables, function)
    }
  }
}
