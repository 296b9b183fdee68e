import LuaRules

/// The search for the cases in which a condition holds, and whether there are
/// cases in which it does not.
struct CaseSearch {
  /// One way through the tests of a condition.
  struct Way {
    var situation: RuleCase
    /// The tests on the way, with their outcomes.
    var tests: [(test: DecisionGraph.Test, outcome: Bool)] = []
  }

  /// The possible outcomes of a condition.
  struct Outcome {
    /// The ways in which the condition holds.
    var holding: [Way] = []
    /// Whether there is a way in which the condition does not hold.
    var canFail = false
  }

  /// The maximum number of ways of one condition, or of all conditions of a
  /// rule together.
  static let wayLimit = 64
  /// The maximum number of tests to follow for one condition.
  private static let stepLimit = 4096

  /// Finds the outcomes of a condition.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - declared: The declared types; ways that need other values are left out.
  /// - Returns: The outcomes; `nil` if the condition is too complex to analyse.
  static func outcome(
    of condition: InspectedRule.Condition, _ declared: DeclaredDomains
  ) -> Outcome? {
    switch condition {
    case .never: return Outcome(canFail: true)
    case .host(let number): return outcome(of: RuleCase.Relation.host(number))
    case .pattern(let entries):
      var outcome = Outcome(holding: [Way(situation: .always)])
      for entry in entries {
        let ways = self.ways(of: entry, declared)
        guard let ways else { return nil }
        if ways.canFail { outcome.canFail = true }
        guard outcome.holding.count * max(ways.holding.count, 1) <= wayLimit else { return nil }
        outcome.holding = outcome.holding.flatMap { way in
          ways.holding.compactMap { other in
            guard let situation = way.situation.and(other.situation),
              declared.allows(situation, afterNarrowing: entry.variable)
            else {
              outcome.canFail = true
              return nil
            }
            return Way(situation: situation, tests: way.tests + other.tests)
          }
        }
        if outcome.holding.isEmpty {
          outcome.canFail = true
          return outcome
        }
      }
      return outcome
    case .function(let function):
      guard !function.graph.nodes.isEmpty else {
        return outcome(of: RuleCase.Relation.function(function.identity))
      }
      return outcome(of: function, declared)
    }
  }

  /// Returns the ways in which an entry of a pattern holds.
  private static func ways(of entry: InspectedRule.Entry, _ declared: DeclaredDomains) -> Outcome? {
    let variable = entry.variable
    guard let domains = entry.condition.domains(in: declared.type(of: variable)) else {
      return outcome(of: RuleCase.Relation.fulfills(variable, entry.condition))
    }
    guard domains.count <= wayLimit else { return nil }
    var outcome = Outcome()
    for domain in domains {
      var way = Way(situation: .always)
      guard way.situation.narrow(variable, to: domain),
        declared.allows(way.situation, afterNarrowing: variable)
      else { continue }
      way.tests = tests(of: domain, variable, first: entry.allowed?.first).map { ($0, true) }
      outcome.holding.append(way)
    }
    outcome.canFail = declared.mayBeOutside(of: domains, variable)
    return outcome
  }

  /// The tests that tell that a variable is in a domain.
  private static func tests(
    of domain: ValueDomain, _ variable: Int, first: TestedValue?
  ) -> [DecisionGraph.Test] {
    var tests: [DecisionGraph.Test] = []
    if let value = first ?? domain.allowed?.first {
      tests.append(.init(kind: .isEqual, left: .variable(variable), right: .constant(value)))
    }
    if let lower = domain.lower {
      tests.append(
        .init(
          kind: lower.isInside ? .isLessOrEqual : .isLess, left: .constant(lower.value),
          right: .variable(variable)))
    }
    if let upper = domain.upper {
      tests.append(
        .init(
          kind: upper.isInside ? .isLessOrEqual : .isLess, left: .variable(variable),
          right: .constant(upper.value)))
    }
    return tests
  }

  private static func outcome(of relation: RuleCase.Relation) -> Outcome {
    var way = Way(situation: .always)
    _ = way.situation.decide(relation, as: true)
    return Outcome(holding: [way], canFail: true)
  }

  /// Returns the outcomes that a test alone may have.
  static func outcomes(of test: DecisionGraph.Test, _ declared: DeclaredDomains) -> Set<Bool> {
    Set(
      [true, false].filter { outcome in
        var situation = RuleCase.always
        return situation.add(test, outcome, declared) && declared.allows(situation, after: test)
      })
  }

  /// Finds the outcomes of a function from one of its tests on; `nil` if that is too complex.
  static func outcome(
    of function: InspectedFunction, _ declared: DeclaredDomains, from start: Int = 0
  ) -> Outcome? {
    let nodes = function.graph.nodes
    var outcome = Outcome()
    var pending = [(node: start, way: Way(situation: .always))]
    var steps = 0
    func fork(_ test: DecisionGraph.Test, yes: Int?, no: Int?, _ way: Way) {
      for (isTrue, next) in [(false, no), (true, yes)] {
        var other = way
        guard other.situation.add(test, isTrue, declared),
          declared.allows(other.situation, after: test)
        else {
          continue
        }
        other.tests.append((test, isTrue))
        if let next {
          pending.append((next, other))
        } else if isTrue {
          outcome.holding.append(other)
        } else {
          outcome.canFail = true
        }
      }
    }
    while let (number, way) = pending.popLast() {
      steps += 1
      if steps > stepLimit || outcome.holding.count > wayLimit { return nil }
      switch nodes[number] {
      case .test(let test, let yes, let no, _): fork(test, yes: yes, no: no, way)
      case .result(.constant(let value), _):
        if value.isTrue, value != .null {
          outcome.holding.append(way)
        } else {
          outcome.canFail = true
        }
      case .result(.variable(let variable), _):
        let test = DecisionGraph.Test(
          kind: .isTrue, left: .variable(variable), right: .constant(.nothing))
        fork(test, yes: nil, no: nil, way)
      case .lua:
        var other = way
        if other.situation.decide(.function(function.identity), as: true) {
          outcome.holding.append(other)
        }
        outcome.canFail = true
      }
    }
    return outcome
  }

  /// Returns the ways in which all conditions hold; `nil` if there are too
  /// many.
  static func conjunction(_ outcomes: [Outcome]) -> [Way]? {
    var ways = [Way(situation: .always)]
    for outcome in outcomes {
      guard ways.count * max(outcome.holding.count, 1) <= wayLimit else { return nil }
      ways = ways.flatMap { left in
        outcome.holding.compactMap { right in
          left.situation.and(right.situation).map {
            Way(situation: $0, tests: left.tests + right.tests)
          }
        }
      }
    }
    return ways
  }

  /// Merges cases that differ only in the values of one variable.
  static func merge(_ cases: [RuleCase]) -> [RuleCase] {
    var merged: [RuleCase] = []
    for situation in cases {
      var situation = situation
      var index = 0
      while index < merged.count {
        if let union = merged[index].merged(with: situation) {
          situation = union
          merged.remove(at: index)
          index = 0
        } else {
          index += 1
        }
      }
      merged.append(situation)
    }
    return merged
  }
}
