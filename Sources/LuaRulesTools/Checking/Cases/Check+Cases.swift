import LuaBridge
import LuaRules

// What shows if the values that rules read are followed one by one.

extension Check {
  /// Finds conditions, rules and branches that no combination of declared values leads to.
  ///
  /// - Complexity: A fixed number of steps for each rule, and at most so many for a model.
  mutating func checkCases(of rules: CheckedRules) {
    guard isWhole, models.count == 1, rules.model.brokenKeys.isEmpty, hasSchema else { return }
    var proofs = CaseProofs(rules, types)
    // A tie says less than that one of its rules never wins.
    let others = findings.filter { ![.notPlanned, .tie, .overlap].contains($0.code) }
    let told = Set(others.map(\.location))
    let warned = Set(others.lazy.filter { $0.severity > .info }.map(\.location))
    // What rests on rules of which something is told, may be meant otherwise.
    let doubtful = Set(
      rules.keys.filter { _, candidates in
        candidates.contains { candidate in
          warned.contains(candidate.rule.location)
            || candidate.rule.functions.contains { isTold($0, in: rules, warned) }
        }
      }.map { ByteName($0.key) })
    for (key, candidates) in rules.keys where !proofs.areAllPlain(candidates) {
      for position in candidates.indices {
        let rule = candidates[position].rule
        guard !rulesThatNeverHold.contains(rule.location), !told.contains(rule.location),
          rule.functions.allSatisfy({ !isTold($0, in: rules, told) }),
          doubtful.isEmpty || !reads(rule, anyOf: doubtful),
          let (shown, grounds) = proofs.shown(
            candidates, position, isFirst: schema.hitPolicy(of: key).answersAlone)
        else { continue }
        report(shown, grounds, rule, rules)
      }
    }
  }

  /// Whether a rule probably reads one of some keys.
  func reads(_ rule: InspectedRule, anyOf keys: Set<ByteName>) -> Bool {
    rule.probablePaths.contains { path in assignedKey(of: path).map { keys.contains($0) } ?? false }
  }

  /// Whether something was told in the lines of a function.
  private func isTold(
    _ function: InspectedFunction, in rules: CheckedRules, _ told: Set<SourceLocation>
  ) -> Bool {
    guard let code = rules.model.code.functions[function.number] else { return false }
    return (code.code.lineDefined...code.code.lastLineDefined).contains { line in
      told.contains(SourceLocation(file: code.file, line: line))
    }
  }

  /// Returns what a proof rests on that the engine does not make sure of: the bounds of floats.
  private func facts(of grounds: CaseProofs.Grounds) -> DeclaredFacts {
    var facts = DeclaredFacts()
    for name in grounds.set {
      let type = types.type(of: name.split(separator: ".").map(String.init))
      guard type.mayBe(.float) else { continue }
      facts.add(name, type, isRequired: true, isAnswered: false, isOrdered: true)
    }
    if grounds.mayOverflow { facts.addOverflow(isCertain: true) }
    return facts
  }

  private mutating func report(
    _ shown: CaseProofs.Shown, _ grounds: CaseProofs.Grounds, _ rule: InspectedRule,
    _ rules: CheckedRules
  ) {
    let whatever = grounds.text
    let unless = facts(of: grounds).text
    switch shown {
    case .neverHolds:
      add(
        .alwaysFalse, .warning, "the condition can never hold\(whatever)\(unless)",
        at: rule.location, fix: "change the condition, or remove the rule", rule: rule)
    case .neverWins(let winners):
      rulesThatNeverHold.insert(rule.location)
      add(
        .unreachableRule, .warning,
        "\(neverWins(rule))\(whatever): others that are asked before it always hold when it does\(unless)",
        at: rule.location, fix: "give it a higher `priority`, or change a condition",
        related: winners.prefix(4).map { $0.note("asked before it") }, rule: rule)
    case .function(let number, let typing):
      guard let function = rules.model.code.functions[number] else { return }
      let branches = typing.neverReached
      let tests = typing.decidedTests
      if let branch = branches.first {
        let place = SourceLocation(file: function.file, line: branch.line)
        let test = branch.fault.map { SourceLocation(file: function.file, line: $0.line) }
        add(
          .unreachableBranch, .warning,
          (branch.fault?.message ?? "this is never reached: an earlier test excludes it")
            + whatever + unless,
          at: test ?? place, fix: "change the test, or remove it",
          related: test == nil || test == place
            ? [] : [RuleError.Note("this is never reached", at: place)],
          rule: rule)
      } else if let test = tests.first {
        add(
          .decidedTest, .warning, test.message + whatever + unless,
          at: SourceLocation(file: function.file, line: test.line),
          fix: "change the test, or remove it", rule: rule)
      }
    }
  }
}

extension CaseProofs.Grounds {
  /// Which values decide nothing, as a part of a sentence.
  fileprivate var text: String {
    var text = ""
    if !set.isEmpty {
      text +=
        ", whatever value\(set.count == 1 ? "" : "s") \(list(set)) \(set.count == 1 ? "has" : "have")"
    }
    if !given.isEmpty { text += ", with what the rules for \(list(given)) give" }
    return text
  }

  private func list(_ names: [String]) -> String {
    let names = names.map { "`\($0)`" }
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}
