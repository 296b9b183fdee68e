import LuaRules

// Checks for conditions that are counted in a misleading way, so that the wrong rule wins.

extension Check {
  /// Finds functions that hide several conditions, and tests for nil that count
  /// as conditions.
  mutating func checkCounting(
    _ candidates: [Candidate], _ rules: CheckedRules, leavingOut dead: Set<Int>
  ) {
    guard candidates.count > 1 else { return }
    let independence = Independence(rules, self)
    for (position, candidate) in candidates.enumerated() where !dead.contains(position) {
      let rule = candidate.rule
      guard let way = candidate.onlyWay, rule.complexity == rule.countedComplexity,
        rule.conditions.contains(where: { if case .function = $0 { true } else { false } })
      else { continue }
      let guards = way.guards(among: rules)
      let written = way.tests.count - guards.count
      if written > rule.complexity {
        let rivals = candidates[..<position].filter {
          $0.rule.priority == rule.priority
            && ($0.rule.complexity < written && $0.rule.complexity > rule.complexity)
        }
        if callsFunction(rule, rules), hasOneWay(rule, rules) {
          report(helperOf: candidate, written, against: rivals, independence)
        }
      } else if !guards.isEmpty, written < rule.complexity {
        var withWritten = rule.rank
        withWritten.complexity = written
        let rivals = candidates[(position + 1)...].prefix {
          $0.rule.priority == rule.priority && $0.rule.complexity >= written
        }.filter { $0.rule.rank > withWritten }
        report(guardOf: candidate, guards, against: rivals, rules, independence)
      }
    }
  }

  /// Whether a condition calls a function.
  private func callsFunction(_ rule: InspectedRule, _ rules: CheckedRules) -> Bool {
    rule.conditions.contains { condition in
      guard case .function(let function) = condition else { return false }
      return rules.model.code.functions[function.number]?.written?.calls.isEmpty == false
    }
  }

  /// Whether the conditions of a rule hold in one way only, whatever is declared: not by an `or`, of
  /// which a declared type excludes one side.
  private func hasOneWay(_ rule: InspectedRule, _ rules: CheckedRules) -> Bool {
    let any = DeclaredDomains(ofAny: rules.model.variables.count)
    let outcomes = rule.conditions.map { CaseSearch.outcome(of: $0, any) }
    let known = outcomes.compactMap(\.self)
    guard known.count == outcomes.count else { return false }
    return CaseSearch.conjunction(known)?.count == 1
  }

  /// The maximum number of rivals of one rule that are examined.
  private static let mostRivals = 256

  private mutating func report(
    helperOf candidate: Candidate, _ written: Int, against rivals: [Candidate],
    _ independence: Independence
  ) {
    guard let rival = rival(of: candidate, among: rivals, independence) else { return }
    let rule = candidate.rule
    add(
      .countedHelper, .warning,
      "the rule loses to one with \(rival.rule.complexity) conditions: a function that it calls "
        + "counts as one, so it has \(rule.complexity), and not the \(written) that are in it",
      at: rule.location, fix: "write `complexity = \(written)` beside `when`, or a `priority`",
      related: [rival.note("asked before it")], rule: rule)
  }

  private mutating func report(
    guardOf candidate: Candidate, _ guards: [Int], against rivals: [Candidate],
    _ rules: CheckedRules, _ independence: Independence
  ) {
    guard let rival = rival(of: candidate, among: rivals, independence) else { return }
    let rule = candidate.rule
    let names = guards.map { rules.model.variables[$0].text }.joined(separator: " and ")
    add(
      .countedGuard, .warning,
      "the rule is asked before another one only because its test of \(names) for nil counts as "
        + "a condition",
      at: rule.location,
      fix: "write `complexity = \(rule.complexity - guards.count)` beside `when`, or a `priority`",
      related: [rival.note("asked after it")], rule: rule)
  }

  private func rival(
    of candidate: Candidate, among rivals: [Candidate], _ independence: Independence
  ) -> Candidate? {
    rivals.prefix(Self.mostRivals).first { rival in
      !candidate.givesSame(as: rival) && independence.canBothHold(candidate, rival)
        && !candidate.isInside(rival) && !rival.isInside(candidate)
    }
  }
}

extension CaseSearch.Way {
  /// Returns the variables that are tested for nil only because a member of
  /// them is read.
  fileprivate func guards(among rules: CheckedRules) -> [Int] {
    let tested = Set(
      tests.flatMap { [$0.test.left, $0.test.right] }.compactMap { operand in
        if case .variable(let number) = operand { number } else { nil as Int? }
      })
    let paths = tested.flatMap { variable -> [[String]] in
      let description = rules.model.variables[variable]
      return [description.path] + description.parts.map { rules.model.variables[$0].path }
    }
    return tests.compactMap { test, outcome in
      guard let variable = test.guarded(outcome) else { return nil }
      let path = rules.model.variables[variable].path
      let isOuter = paths.contains { $0.count > path.count && $0.starts(with: path) }
      return !path.isEmpty && isOuter ? variable : nil
    }
  }
}

extension DecisionGraph.Test {
  /// Returns the variable that is not nil if the test has this outcome.
  fileprivate func guarded(_ outcome: Bool) -> Int? {
    switch (kind, left, right) {
    case (.isTrue, .variable(let variable), _): outcome ? variable : nil
    case (.isEqual, .variable(let variable), .constant(.nothing)),
      (.isEqual, .constant(.nothing), .variable(let variable)):
      outcome ? nil : variable
    default: nil
    }
  }
}
