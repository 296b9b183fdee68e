import LuaBridge
import LuaRules

// Checks for keys without an answer.

extension Check {
  /// Finds keys that have no answer in some contexts.
  mutating func checkAnswers(of rules: CheckedRules) {
    guard isWhole else { return }
    for (key, candidates) in rules.keys where !isBroken(key) {
      // Fallback models answer where this model has no answer.
      let isLast = !models[(rules.number + 1)...].contains { model in
        model.model.rules.contains { $0.key == key }
      }
      guard isLast, !key.isPathKey else { continue }
      let policy = schema.hitPolicy(of: key)
      if policy.isFirst {
        checkDeclining(candidates, of: key, rules)
        checkDecliningBetween(candidates, of: key, rules)
      }
      // That no rule holds is usual where many may.
      guard !policy.joinsValues else { continue }
      let hasToHold = policy == .unique || policy == .firstDeclared
      if !hasToHold || !checkGaps(candidates, of: key, rules) {
        checkCoverage(candidates, of: key, rules)
      }
    }
  }

  private func isBroken(_ key: String) -> Bool {
    models.contains { $0.model.brokenKeys.contains(key) }
  }

  /// Returns how serious it is if no rule answers for a key; `nil` if it is not
  /// a problem.
  func severity(ofSilence key: String) -> RuleFinding.Severity? {
    guard let type = schema.type(of: key) else { return .info }
    if type.isOptional { return nil }
    return schema.hasDefault(key) ? nil : .warning
  }

  private mutating func checkDeclining(
    _ candidates: [Candidate], of key: String, _ rules: CheckedRules
  ) {
    guard let last = candidates.last, case .function(let function) = last.rule.outcome,
      let severity = severity(ofSilence: key)
    else { return }
    var givesNothing: SourceLocation?
    var givesSomething = false
    var mayGiveMissing = false
    var ways = PossibleWays(function.graph)
    for (number, node) in function.graph.nodes.enumerated() {
      guard case .result(let result, let place) = node, ways.reach(number) else { continue }
      if result == .constant(.nothing) {
        givesNothing = place ?? function.location
      } else {
        givesSomething = true
        if case .variable(let variable) = result, mayBeMissing(variable, rules) {
          mayGiveMissing = true
        }
      }
    }
    let search = search(rules)
    let found =
      givesNothing != nil || mayGiveMissing
      ? search.cases(of: function, in: last.cases ?? [.always]) : nil
    guard givesSomething, givesNothing != nil || found?.isEmpty == false else {
      reportOpenEnd(of: function, last, key, severity, rules)
      return
    }
    var place = givesNothing ?? function.location
    var message = "the function can decline"
    var isProved = false
    if let found {
      let left = unanswered(found, besides: candidates.dropLast(), rules)
      guard let first = left.first else { return }
      place = first.place ?? function.location
      isProved = candidates.count == 1 && left.contains { isPlain($0.situation, rules) }
      let texts = CaseSearch.merge(left.map(\.situation)).map {
        search.text(of: $0, rules.model.variables)
      }
      if texts.count <= 3, !texts.contains(nil) {
        let cases = texts.compactMap(\.self).sorted().joined(separator: ", or where ")
        message = "the function gives nothing where \(cases)"
      }
    }
    if !isProved, rules.number == 0, trials?.lacksAnswer(key) == false { return }
    add(
      .noAnswer, severity, "\(message), and no rule for `\(key)` comes after it", at: place,
      fix: "add a rule without a condition, or return `null` for nothing", rule: last.rule)
  }

  /// Reports a function that declines where no other rule answers, although all rules together hold everywhere.
  private mutating func checkDecliningBetween(
    _ candidates: [Candidate], of key: String, _ rules: CheckedRules
  ) {
    guard candidates.count > 1, candidates.count <= Self.mostDeclining, rules.number == 0,
      severity(ofSilence: key) == .warning, candidates.contains(where: { $0.canDecline }),
      hold(everywhere: candidates, rules)
    else { return }
    let search = search(rules)
    for (position, candidate) in candidates.dropLast().enumerated() {
      guard case .function(let function) = candidate.rule.outcome, let cases = candidate.cases,
        rules.certain.mayDecline(candidate), let found = search.cases(of: function, in: cases)
      else { continue }
      var others = candidates
      others.remove(at: position)
      guard let first = unanswered(found, besides: others, rules).first,
        trials?.lacksAnswer(key) == true
      else { continue }
      add(
        .noAnswer, .warning,
        "the function can decline, and no other rule for `\(key)` answers then",
        at: first.place ?? function.location,
        fix: "add a rule without a condition, or return `null` for nothing", rule: candidate.rule)
      return
    }
  }

  /// How many rules of a key are looked at one by one.
  private static let mostDeclining = 32

  /// Whether some rule certainly holds in every context.
  private func hold(everywhere candidates: [Candidate], _ rules: CheckedRules) -> Bool {
    let all = candidates.compactMap(\.cases)
    var index = CoverIndex(
      counting: all.joined(), rules.declared, share: rules.share(of: candidates))
    for (number, cases) in all.enumerated() {
      for situation in cases { index.add(situation, of: number) }
    }
    return !index.cover(.always).isEmpty
  }

  /// Reports a function that comes to its end without a value in some context, where no graph shows how.
  private mutating func reportOpenEnd(
    of function: InspectedFunction, _ last: Candidate, _ key: String,
    _ severity: RuleFinding.Severity, _ rules: CheckedRules
  ) {
    guard rules.number == 0, severity == .warning, last.isUnconditional,
      function.isOpaque,
      let code = rules.model.code.functions[function.number], let end = code.code.openEnd,
      trials?.lacksAnswer(key) == true
    else { return }
    add(
      .noAnswer, severity,
      "the function comes to its end without a value in some contexts, and no rule for `\(key)` comes after it",
      at: SourceLocation(file: code.file, line: code.code.line(at: end)),
      fix: "return a value at its end, or `null` for nothing", rule: last.rule)
  }

  private func search(_ rules: CheckedRules) -> DecliningSearch {
    DecliningSearch(rules.declared) { mayBeMissing($0, rules) }
  }

  /// Whether the schema says that a context may have no value at the path of a variable, which no rule answers.
  private func mayBeMissing(_ variable: Int, _ rules: CheckedRules) -> Bool {
    let path = rules.model.variables[variable].path
    return rules.model.variables[variable].isPath && !path.isEmpty && !isAssigned(path)
      && types.mayBeMissing(inUsualContexts: path)
  }

  /// Whether a case tests nothing but what the context has, and each value alone.
  private func isPlain(_ situation: RuleCase, _ rules: CheckedRules) -> Bool {
    situation.relations.isEmpty
      && situation.domains.keys.allSatisfy { rules.model.variables[$0].isPath }
  }

  /// Returns the cases of a candidate that no other one answers.
  private func unanswered(
    _ found: [DecliningSearch.Found], besides others: [Candidate], _ rules: CheckedRules
  ) -> [DecliningSearch.Found] {
    let others = others.filter { !rules.certain.mayDecline($0) }.compactMap(\.cases)
    var index = CoverIndex(
      counting: others.joined(), rules.declared,
      share: WorkShare(part: others.count + 1, whole: rules.model.rules.count))
    for (number, cases) in others.enumerated() {
      for situation in cases { index.add(situation, of: number) }
    }
    return found.filter { index.cover($0.situation).isEmpty }.map { found in
      (without(covered: &index, found.situation, rules), found.place)
    }
  }

  /// Returns a case without those listed values of its variables that other rules cover.
  private func without(
    covered index: inout CoverIndex, _ situation: RuleCase, _ rules: CheckedRules
  ) -> RuleCase {
    var result = situation
    for (variable, domain) in situation.domains.sorted(by: { $0.key < $1.key }) {
      guard let texts = rules.declared.type(of: variable).texts, texts.count <= Self.mostTexts
      else { continue }
      let values = texts.map { TestedValue.text($0) }.filter { domain.contains($0) }
      let open = values.filter { value in
        var part = result
        return part.narrow(variable, to: ValueDomain(oneOf: [value])) && index.cover(part).isEmpty
      }
      if open.count < values.count, !open.isEmpty,
        !rules.declared.type(of: variable).mayBe(.nothing)
      {
        _ = result.narrow(variable, to: ValueDomain(oneOf: open))
      }
    }
    return result
  }

  /// How many values of one variable are looked at one by one.
  private static let mostTexts = 16
}

extension InspectedFunction {
  /// Whether only Lua knows what the function gives.
  fileprivate var isOpaque: Bool {
    graph.nodes.allSatisfy { if case .result = $0 { false } else { true } }
      || graph.nodes.contains { if case .lua = $0 { true } else { false } }
  }
}
