import LuaRules

// Checks for conditions that always hold, and for those that never do.

extension Check {
  mutating func checkConditions(
    of candidate: Candidate, _ rules: CheckedRules, _ answers: AnswerCases
  ) {
    let rule = candidate.rule
    var isTold = false
    for (index, condition) in rule.conditions.enumerated() {
      guard let outcome = candidate.outcomes[index] else { continue }
      guard outcome.holding.isEmpty || !outcome.canFail else {
        if case .function(let function) = condition {
          checkResults(of: function, rule, rules)
          checkOperands(of: function, rule, rules)
        }
        continue
      }
      var rests = ""
      if case .never = condition {
      } else {
        let certain = rules.certain.candidate(rule).outcomes[index]
        if outcome.holding.isEmpty
          ? certain?.holding.isEmpty != true : certain?.canFail != false
        {
          let facts = facts(in: [condition], rules)
          if facts.isEmpty { continue }
          rests = facts.text
        }
      }
      switch condition {
      case .never:
        isTold = true
        add(
          .alwaysFalse, .info, "the rule is switched off by `when = false`", at: rule.location,
          rule: rule)
      case .function(let function):
        if let setting = rules.settings.deciding(function) {
          if outcome.holding.isEmpty { isTold = true }
          add(
            outcome.holding.isEmpty ? .alwaysFalse : .alwaysTrue, .info,
            "\(setting), so the condition \(outcome.holding.isEmpty ? "never" : "always") holds",
            at: function.location, rule: rule)
        } else if outcome.holding.isEmpty {
          isTold = true
          // The comparison with `null` is reported elsewhere.
          if function.graph.comparesWithNull || hasComparison(in: function) { continue }
          add(
            .alwaysFalse, .warning, "the condition can never hold\(rests)",
            at: placeOfTests(of: function, rules),
            fix: "change the condition, or remove the rule", rule: rule)
        } else if !outcome.canFail, !function.graph.comparesWithNull, !hasComparison(in: function) {
          add(
            .alwaysTrue, .warning, "the condition always holds\(rests)",
            at: placeOfTests(of: function, rules),
            fix: function.graph.givesConstantText
              ? "write the comparison on both sides of `or`, or leave `when` out"
              : "change the condition, or leave `when` out", rule: rule)
        }
      case .pattern(let entries):
        let place = entries.first?.location ?? rule.location
        if outcome.holding.isEmpty {
          isTold = true
          if hasComparison(at: [place]) { continue }
          add(
            .alwaysFalse, .warning, "the pattern can never match\(rests)", at: place, rule: rule)
        } else if !outcome.canFail {
          add(
            .alwaysTrue, .warning, "the pattern always matches\(rests)", at: place,
            fix: "leave out what lists every value", rule: rule)
        }
      case .host: break
      }
    }
    if candidate.isImpossible, !isTold {
      let isCertain = rules.certain.candidate(rule).isImpossible
      let facts = isCertain ? DeclaredFacts() : facts(in: rule.conditions, rules)
      guard isCertain || !facts.isEmpty else { return }
      add(
        .alwaysFalse, .warning,
        (rule.conditions.count == 1
          ? "the condition can never hold"
          : "the conditions of the rule and its groups contradict each other") + facts.text,
        at: rule.location, fix: "change a condition, or remove the rule", rule: rule)
      return
    }
    if !isTold { checkAnswers(in: candidate, rules, answers) }
  }

  /// Finds conditions that contradict the rules for the keys that they test.
  private mutating func checkAnswers(
    in candidate: Candidate, _ rules: CheckedRules, _ answers: AnswerCases
  ) {
    guard let cases = candidate.cases, !cases.isEmpty, cases.allSatisfy(answers.concerns),
      rules.settings.deciding(candidate.rule) == nil
    else { return }
    var found = AnswerCases.Contradiction()
    for situation in cases {
      guard let one = answers.contradiction(in: situation) else { return }
      found.merge(one)
    }
    let rule = candidate.rule
    var place = rule.location
    if rule.conditions.count == 1, case .function(let function) = rule.conditions[0] {
      place = placeOfTests(of: function, rules)
    }
    add(
      .alwaysFalse, .warning,
      "the \(rule.conditions.count == 1 ? "condition" : "conditions") can never hold: "
        + found.text,
      at: place, fix: "change a condition, or remove the rule", related: found.notes, rule: rule)
  }

  /// Finds what a condition gives back that always counts as true, as the text in
  /// `c.size == "s" or "m"`.
  private mutating func checkResults(
    of function: InspectedFunction, _ rule: InspectedRule, _ rules: CheckedRules
  ) {
    let nodes = function.graph.nodes
    func truth(_ node: Int) -> Bool? {
      guard nodes.indices.contains(node), case .result(let operand, _) = nodes[node] else {
        return nil
      }
      switch operand {
      case .constant(let value): return LuaType(value: value.value).truth
      case .variable(let number): return rules.declared.type(of: number).truth
      }
    }
    // What stands before `and` is the result where it counts as false.
    var falseResults: Set<Int> = []
    for case .test(let test, _, let no, _) in nodes where test.kind == .isTrue {
      guard nodes.indices.contains(no), case .result(let operand, _) = nodes[no] else { continue }
      if operand == test.left { falseResults.insert(no) }
    }
    for (index, node) in nodes.enumerated() {
      switch node {
      case .result(.variable(let number), let place?)
      where truth(index) == true && !falseResults.contains(index):
        guard !rules.declared.type(of: number).mayBe(.boolean),
          let place = self.place(place, in: function, rules)
        else { continue }
        let isCertain = rules.certain.domains.type(of: number).truth == true
        let facts = isCertain ? DeclaredFacts() : self.facts(of: number, rules)
        guard isCertain || !facts.isEmpty && !facts.hasExceptions else { continue }
        let name = rules.model.variables[number].nameInSource
        add(
          .decidedTest, .warning, "`\(name)` always counts as true\(facts.text)", at: place,
          fix: "compare it with something, or leave it out", rule: rule)
      case .test(_, let yes, let no, let place?) where truth(yes) == true && truth(no) == true:
        guard let place = self.place(place, in: function, rules) else { continue }
        for case .result(.constant(let value), _) in [nodes[yes], nodes[no]] where value.isCounted {
          add(
            .decidedTest, .warning, "\(value.literal) always counts as true", at: place,
            fix: "write the comparison on both sides of `or`", rule: rule)
        }
      default: break
      }
    }
  }

  /// Returns a place in a condition; `nil` for one in a function that it calls, and where a comparison
  /// is reported.
  func place(
    _ place: SourceLocation, in function: InspectedFunction, _ rules: CheckedRules
  ) -> SourceLocation? {
    guard let code = rules.model.code.functions[function.number]?.code, let line = place.line,
      place.file == function.location.file,
      (code.lineDefined...code.lastLineDefined).contains(line), !hasComparison(at: [place])
    else { return nil }
    return place
  }

  /// Returns the line of all tests of a condition, or else the place of the function.
  private func placeOfTests(
    of function: InspectedFunction, _ rules: CheckedRules
  ) -> SourceLocation {
    var places: Set<SourceLocation> = []
    for node in function.graph.nodes {
      switch node {
      case .test(_, _, _, let place?), .result(.variable, let place?): places.insert(place)
      default: break
      }
    }
    guard places.count == 1, let only = places.first, only.file == function.location.file,
      let line = only.line, let code = rules.model.code.functions[function.number]?.code,
      (code.lineDefined...code.lastLineDefined).contains(line)
    else { return function.location }
    return only
  }

  /// Whether a comparison that decides a condition is reported as such.
  private func hasComparison(in function: InspectedFunction) -> Bool {
    var places: Set<SourceLocation> = [function.location]
    for node in function.graph.nodes {
      switch node {
      case .test(_, _, _, let place?), .result(_, let place?): places.insert(place)
      default: break
      }
    }
    return hasComparison(at: places)
  }

  private func hasComparison(at places: Set<SourceLocation>) -> Bool {
    !comparisonPlaces.isDisjoint(with: places)
  }
}

extension TestedValue {
  /// Whether it is a text or a number, which a condition does not give back.
  fileprivate var isCounted: Bool {
    switch self {
    case .text, .integer, .float: true
    case .nothing, .null, .boolean: false
    }
  }
}

extension DecisionGraph {
  /// Whether a result is a text or a number that stands in the function, as in
  /// `c.size == "s" or "m"`.
  fileprivate var givesConstantText: Bool {
    nodes.contains { node in
      guard case .result(.constant(let value), _) = node else { return false }
      return value.isCounted
    }
  }

  /// Whether the graph contains a comparison with `null`.
  fileprivate var comparesWithNull: Bool {
    nodes.contains { node in
      guard case .test(let test, _, _, _) = node, test.kind == .isEqual else { return false }
      return test.left == .constant(.null) || test.right == .constant(.null)
    }
  }
}
