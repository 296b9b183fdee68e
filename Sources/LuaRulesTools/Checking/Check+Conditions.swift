import LuaRules

// Checks for conditions that always hold, and for those that never do.

extension Check {
  mutating func checkConditions(of candidate: Candidate, _ rules: CheckedRules) {
    let rule = candidate.rule
    var isTold = false
    for (index, condition) in rule.conditions.enumerated() {
      guard let outcome = candidate.outcomes[index], outcome.holding.isEmpty || !outcome.canFail
      else { continue }
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
            .alwaysFalse, .warning, "the condition can never hold\(rests)", at: function.location,
            fix: "change the condition, or remove the rule", rule: rule)
        } else if !outcome.canFail, !function.graph.comparesWithNull, !hasComparison(in: function) {
          add(
            .alwaysTrue, .warning, "the condition always holds\(rests)", at: function.location,
            fix: function.graph.givesConstantText
              ? "write what is to be compared on both sides of `or`, or leave `when` out"
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
    }
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

extension DecisionGraph {
  /// Whether a result is a text or a number that stands in the function, as in
  /// `c.size == "s" or "m"`.
  fileprivate var givesConstantText: Bool {
    nodes.contains { node in
      guard case .result(.constant(let value), _) = node else { return false }
      switch value {
      case .text, .integer, .float: return true
      case .nothing, .null, .boolean: return false
      }
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
