import LuaBridge
import LuaRules

/// The rules that are asked before others, and may make sure that a value is there: their conditions may
/// hold where it is missing.
final class GuardingRules {
  private struct Question: Hashable {
    let key: ByteName
    let path: [ByteName]
    let isOfElement: Bool
  }

  private let typing: RuleTyping
  private let depending: DependingRules
  private let schema: RuleSchema
  private let code: InspectedCode
  private let variables: [DecisionVariable]
  private let candidates: [ByteName: [Candidate]]
  /// The places of rules among the candidates of their keys, by their declaration.
  private let places: [ByteName: [Int: Int]]
  /// The place of the first rule for a key that may depend on a path, as far as that was asked.
  private var firsts: [Question: Int] = [:]

  init(_ rules: CheckedRules, _ typing: RuleTyping) {
    self.typing = typing
    depending = typing.analysis.depending
    schema = typing.analysis.schema
    code = rules.model.code
    variables = rules.model.variables
    var candidates: [ByteName: [Candidate]] = [:]
    var places: [ByteName: [Int: Int]] = [:]
    for (_, all) in rules.keys {
      guard let key = all.first?.rule.key else { continue }
      candidates[ByteName(key)] = all
      places[ByteName(key)] = Dictionary(
        all.enumerated().map { ($1.rule.declarationIndex, $0) }
      ) { first, _ in first }
    }
    self.candidates = candidates
    self.places = places
  }

  /// Whether rules that are asked before one of several may make sure of the value that a fault is about.
  ///
  /// - Parameters:
  ///   - fault: The fault.
  ///   - number: The function that has it.
  ///   - rules: The rules with the function.
  /// - Returns: Whether they may.
  /// - Complexity: O(*n*) for *n* rules of a key, once for each key and value.
  func mayGuard(_ fault: TypeFault, in number: Int, of rules: [InspectedRule]) -> Bool {
    guard let path = fault.path else {
      // A condition before may have called what gives the value, and a rule before may answer where it is missing.
      return fault.place == 0
        && rules.contains { rule in
          rule.conditions.prefix { !$0.isFunction(number) }.contains(where: \.callsSomething)
            || testsBefore(rule, anyOf: rule.functions.first { $0.number == number })
        }
    }
    return rules.contains { rule in
      // Where the answers of all rules count, none of them is asked before another one.
      guard schema.hitPolicy(of: rule.key).answersAlone else { return false }
      guard let place = places[ByteName(rule.key)]?[rule.declarationIndex] else { return true }
      return first(for: rule.key, dependingOn: path, isOfElement: fault.isOfElement) < place
    }
  }

  /// Returns what the rules test that are asked before some; `nil` if that is not known.
  func paths(testedBefore rules: [InspectedRule]) -> [[String]]? {
    var paths: [[String]] = []
    for rule in rules where schema.hitPolicy(of: rule.key).answersAlone {
      guard let place = places[ByteName(rule.key)]?[rule.declarationIndex],
        place <= Self.mostBefore
      else { return nil }
      for candidate in (candidates[ByteName(rule.key)] ?? [])[..<place] {
        for condition in candidate.rule.conditions where condition.callsSomething {
          guard let keys = keys(namedIn: condition) else { return nil }
          paths += keys.map { [$0] }
        }
        paths += candidate.rule.probablePaths
      }
    }
    return paths
  }

  /// Returns the keys that a condition, and what it calls, may read; `nil` if it may read any.
  private func keys(namedIn condition: InspectedRule.Condition) -> [String]? {
    guard case .function(let function) = condition,
      !code.readsByCalculatedNames(inFunction: function.number)
    else { return nil }
    let names = code.names(inFunction: function.number)
    return names.isDisjoint(with: ["pairs", "next"])
      ? names.filter { schema.type(of: $0) != nil } : nil
  }

  /// How many rules are looked at that are asked before another one.
  private static let mostBefore = 256

  /// Whether a rule that is asked before, or another function that is a condition of the rule, tests something that
  /// a function reads.
  private func testsBefore(_ rule: InspectedRule, anyOf function: InspectedFunction?) -> Bool {
    guard let function, var before = paths(testedBefore: [rule]) else { return true }
    for case .function(let condition) in rule.conditions where condition.number != function.number {
      before += condition.probablePaths
    }
    let read = function.probablePaths
    return before.contains { path in
      read.contains { $0.starts(with: path) || path.starts(with: $0) }
    }
  }

  private func first(
    for key: String, dependingOn path: [String], isOfElement: Bool
  ) -> Int {
    let question = Question(
      key: ByteName(key), path: path.map { ByteName($0) }, isOfElement: isOfElement)
    if let known = firsts[question] { return known }
    let all = candidates[question.key] ?? []
    let first = all.firstIndex { mayDepend($0, on: path, isOfElement) } ?? .max
    firsts[question] = first
    return first
  }

  /// Whether a condition may hold where a value is missing.
  private func mayHold(_ condition: InspectedRule.Condition, without path: [String]) -> Bool {
    switch condition {
    case .never: return false
    case .host: return true
    case .pattern(let entries):
      return !entries.contains { entry in
        entry.path.starts(with: path)
          && !entry.holds(for: .nothing) && !entry.holds(for: .boolean(false))
      }
    case .function(let function):
      guard function.graph.obstacle == nil, !function.graph.nodes.isEmpty else { return true }
      return mayHold(function.graph, without: path)
    }
  }

  private func mayHold(_ graph: DecisionGraph, without path: [String]) -> Bool {
    func isMissing(_ operand: DecisionGraph.Operand) -> Bool {
      guard case .variable(let number) = operand else { return false }
      return variables.indices.contains(number) && variables[number].isPath
        && variables[number].path.starts(with: path)
    }
    var seen: Set<Int> = []
    var pending = [0]
    while let number = pending.popLast() {
      guard seen.insert(number).inserted, graph.nodes.indices.contains(number) else { continue }
      switch graph.nodes[number] {
      case .lua: return true
      case .result(let operand, _):
        if case .constant(let value) = operand, [.nothing, .boolean(false)].contains(value) {
          continue
        }
        if !isMissing(operand) { return true }
      case .test(let test, let yes, let no, _):
        let isOfMissing = isMissing(test.left) || test.kind != .isTrue && isMissing(test.right)
        // Whether nothing is equal to another value that may be missing, is not known.
        let mayBeTrue =
          !isOfMissing
          || test.kind == .isEqual
            && (test.constant.map { [.nothing, .null].contains($0) } ?? true)
        if mayBeTrue { pending.append(yes) }
        pending.append(no)
      }
    }
    return false
  }

  /// Whether a rule may depend on a value where it answers: by its conditions, or by a value function that
  /// declines.
  ///
  /// One that never answers where the value is missing makes sure of nothing.
  private func mayDepend(
    _ candidate: Candidate, on path: [String], _ isOfElement: Bool
  ) -> Bool {
    if !isOfElement, candidate.rule.conditions.contains(where: { !mayHold($0, without: path) }) {
      return false
    }
    switch candidate.rule.outcome {
    case .constant: break
    case .host: return true
    case .function(let function):
      if depending.mayDepend(function, on: path), typing.mayDecline(function) { return true }
    }
    return candidate.rule.conditions.contains { depending.mayDepend($0, on: path) }
  }
}

extension InspectedRule.Condition {
  /// Whether it is a function with a number.
  fileprivate func isFunction(_ number: Int) -> Bool {
    if case .function(let function) = self { function.number == number } else { false }
  }

  /// Whether it may call a function.
  fileprivate var callsSomething: Bool {
    switch self {
    case .never, .pattern: false
    case .host: true
    case .function(let function): function.graph.obstacle != nil || function.graph.nodes.isEmpty
    }
  }
}
