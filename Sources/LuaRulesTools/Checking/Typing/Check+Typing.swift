import LuaBridge
import LuaBytecode
import LuaRules

// Checks of what functions do with values, by their types.

extension Check {
  /// Finds instructions that fail, comparisons with one outcome, branches that are never taken, and
  /// loops without an end.
  mutating func checkTypes(of rules: CheckedRules) {
    let uses = rules.uses
    let plain = rules.plainResults.value
    let earlier = EarlierRules(rules, schema)
    let declared = RuleTyping(TypeAnalysis(rules.model, types), uses, behind: earlier)
    let alone = RuleTyping(TypeAnalysis(rules.model, types), uses)
    // Only findings are looked at once more, without what the engine does not make sure of.
    let certain = RuleTyping(TypeAnalysis(rules.model, types.strict), uses, behind: earlier)
    let hiding = TypeAnalysis(rules.model, types)
    hiding.hidesSwitches = true
    let anyway = RuleTyping(hiding, uses, behind: earlier)
    let guards = GuardingRules(rules, declared)
    let unanswered = UnansweredKeys(rules, types)
    /// Whether a value that may be missing is told of; a key only if nothing tells of its answer.
    func isOpen(_ fault: TypeFault, _ number: Int, _ tests: [TestedPlaces]) -> Bool {
      let users = uses.rules[number] ?? []
      if !uses.isCondition(number), areNeverAsked(users) { return false }
      guard let path = fault.path, path.count == 1, !fault.isOfElement, !types.isNullable(path[0])
      else {
        return !guards.mayGuard(fault, in: number, of: users)
      }
      guard let before = guards.paths(testedBefore: users) else { return false }
      let tested = before + tests.flatMap { $0.values.values.compactMap(\.path) }
      return unanswered.mayMiss(path[0], testing: tested, of: users)
        && !guards.mayGuard(fault, in: number, of: users)
    }
    var told = ToldFindings(findings)
    var followed: [Int: RuleTyping.Result] = [:]
    var holding: Set<Int> = []
    for number in rules.model.code.functions.keys.sorted() {
      if uses.owners[number] != nil, declared.rules(before: number).isEmpty,
        let results = plain[number], fit(results, uses.outcomes[number] ?? [])
      {
        continue
      }
      followed[number] = declared.follow(number)
    }
    for (number, typing) in followed where uses.isCondition(number) {
      guard let truth = typing.truth else { continue }
      if truth { holding.insert(number) }
      for rule in uses.rules[number] ?? [] where !truth {
        rulesThatNeverHold.insert(rule.location)
      }
    }
    let decided = reportCalled(declared, certain, anyway, uses, &told)
    reportWritten(in: rules, endlessLoops: endlessLoops(followed, rules.model.code), &told)
    for number in rules.model.code.functions.keys.sorted() {
      guard let function = rules.model.code.functions[number] else { continue }
      let owner = uses.owners[number]
      guard let typing = followed[number] else { continue }
      let proven = RuleTyping.Once(certain, number)
      let anyway = RuleTyping.Once(anyway, number)
      func isCertain(_ isTold: (RuleTyping.Result) -> Bool) -> Bool {
        proven.result.map(isTold) ?? false
      }
      lazy var facts = self.facts(in: typing.tests)
      let count = findings.count
      defer { noteEarlier(declared.rules(before: number), alone, number, since: count) }
      for fault in typing.faults where fault.isTold(of: number, uses) {
        if fault.code == .possibleNil, !fault.isFatal {
          guard isOpen(fault, number, [typing.tests]) else { continue }
          let isOfOneRule = owner != nil && uses.rules[number]?.count == 1
          let missing =
            isOfOneRule ? fault.missingValue(in: function.code, declared.analysis.places) : nil
          report(fault, in: function.file, owner, &told, missing: missing)
          continue
        }
        if !isCertain({ $0.faults.contains { $0.isSame(as: fault) } }) {
          if let weaker = proven.result?.faults.first(where: { $0.isWeaker(than: fault) }) {
            report(weaker, in: function.file, owner, &told)
            continue
          }
          var tests = typing.tests
          if fault.inner != nil { tests.merge(called: typing.calledTests) }
          let facts = fault.inner == nil ? facts : self.facts(in: tests)
          guard !facts.isEmpty else { continue }
          report(fault.resting(on: facts), in: function.file, owner, &told)
          continue
        }
        report(fault, in: function.file, owner, &told)
      }
      for fault in typing.calledFaults {
        if fault.place != 0 {
          guard isOpen(fault, number, [typing.tests, typing.calledTests]) else { continue }
        } else if !isCertain({ $0.calledFaults.contains { $0.isSame(as: fault) } }) {
          var tests = typing.tests
          tests.merge(called: typing.calledTests)
          let facts = self.facts(in: tests)
          guard !facts.isEmpty else { continue }
          report(fault.resting(on: facts), in: fault.file ?? function.file, owner, &told)
          continue
        }
        report(fault, in: fault.file ?? function.file, owner, &told)
      }
      for branch in typing.neverReached where branch.callees.isDisjoint(with: decided) {
        report(branch, in: function, owner, facts, anyway, isCertain, &told)
      }
      reportDecided(typing, anyway, function, owner, facts, isCertain, &told) {
        $0.callees.isDisjoint(with: decided)
      }
      if let owner, uses.isCondition(number), typing.givenCallees.isDisjoint(with: decided) {
        reportTruth(of: owner, typing, anyway, function, facts, isCertain, told)
      }
      if let users = uses.outcomes[number] {
        reportOutOfBounds(typing, function, users, &told)
        reportSameAnswer(typing, anyway, function, owner, isCertain, &told)
        reportNothing(typing, anyway, function, owner, isCertain, &told)
      }
      reportMade(typing, function, uses.outcomes[number] ?? [], &told)
      reportQuotients(typing, function, uses.outcomes[number] ?? [], rules, &told)
      reportMissingEntry(typing, uses.outcomes[number] ?? [], rules, &told)
      var seen: Set<String> = []
      for rule in uses.outcomes[number] ?? [] where seen.insert(rule.key).inserted {
        for (position, type) in wrongResults(typing.results, of: rule) {
          let isCertain = isCertain { proven in
            // What is missing declines.
            let given = proven.results.map { (position: $0.position, type: $0.type.present) }
            return wrongResults(given, of: rule).contains { $0.position == position }
          }
          guard isCertain || !facts.isEmpty else { continue }
          // Behind a test, a value that may be nil may always be nil.
          if type.mayBe(.nothing), function.code.comesToEnd(without: position) { continue }
          let place = SourceLocation(file: function.file, line: function.code.line(at: position))
          guard told.insert(.wrongType, place, nil) else { continue }
          guard let wanted = acceptedType(for: rule.key)?.present else { continue }
          // An empty list, and nothing, fit anyway.
          let isTable = type.mayBe(.table) && LuaType(givenTo: wanted).mayBe(.table)
          let isOneOf = typing.results.count { $0.position == position } > 1
          let fails =
            isCertain && !isOneOf && !type.mayBe(.nothing) && !isTable && !rule.key.isPathKey
          add(
            .wrongType, fails ? .error : .warning,
            "a function for `\(rule.key)` gives \(type.text(givenTo: wanted)); "
              + "expected \(wanted.expectation)"
              + (isCertain ? "" : facts.text),
            at: place, rule: rule)
        }
      }
    }
    reportGivenContext(declared, certain, anyway, uses, decided, &told)
    reportMisspeltEntries(followed.mapValues(\.lookups), rules.model)
    reportComparedLists(declared.analysis.comparedLists, rules.model)
    warnOfWrites(declared.analysis.called, rules.model.code)
    noteRulesThatNeverWin(behind: holding, rules)
  }

  /// Whether rules have conditions that never hold, so that nobody comes to their values.
  private func areNeverAsked(_ rules: [InspectedRule]) -> Bool {
    !rules.isEmpty
      && rules.allSatisfy { !$0.conditions.isEmpty && rulesThatNeverHold.contains($0.location) }
  }

  /// Adds the rules to findings that are asked before the rule with a function, where only they tell that a
  /// branch is never reached.
  private mutating func noteEarlier(
    _ earlier: [EarlierRules.Simple], _ alone: RuleTyping, _ number: Int, since count: Int
  ) {
    let codes: [RuleFinding.Code] = [.decidedTest, .unreachableBranch]
    // Others may have been taken back.
    let new = findings.indices.filter { $0 >= count && codes.contains(findings[$0].code) }
    guard !earlier.isEmpty, !new.isEmpty, let typing = alone.follow(number) else { return }
    let lines = Set(
      typing.decidedTests.map(\.line) + typing.neverReached.flatMap { [$0.line, $0.testLine] })
    for index in new where !lines.contains(findings[index].location.line ?? 0) {
      var finding = findings[index]
      finding.related += earlier.prefix(Self.mostEarlier).map {
        RuleError.Note("asked before it", at: $0.rule.location)
      }
      replaceFinding(index, with: finding)
    }
  }

  /// How many rules are named that are asked before a function.
  private static let mostEarlier = 4

  /// Notes the rules that are asked behind one whose conditions always hold, as far as only the types show.
  private mutating func noteRulesThatNeverWin(behind holding: Set<Int>, _ rules: CheckedRules) {
    guard !holding.isEmpty else { return }
    for (key, candidates) in rules.keys where schema.hitPolicy(of: key).answersAlone {
      let first = candidates.firstIndex { candidate in
        !candidate.canDecline
          && zip(candidate.rule.conditions, candidate.outcomes).allSatisfy { condition, outcome in
            if case .function(let function) = condition, holding.contains(function.number) {
              return true
            }
            return outcome.map { !$0.canFail } ?? false
          }
      }
      guard let first else { continue }
      for candidate in candidates[(first + 1)...] {
        rulesThatNeverHold.insert(candidate.rule.location)
      }
    }
  }

  /// Makes warnings of writes to tables of a file in functions that rules call.
  private mutating func warnOfWrites(_ called: Set<Int>, _ code: InspectedCode) {
    raise(.frozen) { finding in
      let line = finding.location.line ?? 0
      let writing = code.functions.filter { _, function in
        function.file == finding.location.file
          && (function.code.lineDefined...function.code.lastLineDefined).contains(line)
      }
      return !writing.isEmpty && writing.keys.allSatisfy { called.contains($0) }
    }
  }

  /// Whether the results of a plain function fit the keys of the rules with it, so that nothing can be told of it.
  private func fit(_ results: [LuaType], _ rules: [InspectedRule]) -> Bool {
    rules.allSatisfy { rule in
      let returned = results.map { (position: 0, type: $0) }
      return wrongResults(returned, of: rule).isEmpty && !hasBounds(rule.key)
    }
  }

  /// Returns what findings in a function rest on.
  func facts(in tests: TestedPlaces) -> DeclaredFacts {
    var facts = DeclaredFacts()
    for (name, type) in tests.calculated.sorted(by: { $0.key < $1.key }) {
      if !add(given: name, [name], to: &facts) { facts.add(calculated: name, type) }
    }
    for (name, value) in tests.values.sorted(by: { $0.key < $1.key }) where !value.type.isAny {
      let path = value.path ?? []
      if add(given: name, path, to: &facts) { continue }
      facts.add(
        name, value.type, isRequired: requires(path), isAnswered: isAlwaysAnswered(path),
        isOrdered: value.isOrdered)
    }
    if tests.mayOverflow { facts.addOverflow() }
    return facts
  }

  /// Returns the results whose kind the key of a rule does not accept.
  private func wrongResults(
    _ results: [RuleTyping.Returned], of rule: InspectedRule
  ) -> [RuleTyping.Returned] {
    guard let type = acceptedType(for: rule.key) else { return [] }
    let accepted = LuaType(givenTo: type)
    return results.filter {
      let given = $0.type.present
      return !given.isNever && (!given.mayBe(accepted.kinds) || !given.mayBeGiven(to: type))
    }
  }

  /// Returns the lines in which functions have endless loops, by their files.
  private func endlessLoops(
    _ followed: [Int: RuleTyping.Result], _ code: InspectedCode
  ) -> [String: [Int]] {
    var lines: [String: [Int]] = [:]
    for (number, typing) in followed {
      guard let file = code.functions[number]?.file else { continue }
      for fault in typing.faults where fault.code == .endlessLoop {
        lines[file, default: []].append(fault.line)
      }
    }
    return lines
  }

  mutating func report(
    _ fault: TypeFault, in file: String, _ rule: InspectedRule?, _ told: inout ToldFindings,
    missing: RuleFinding.MissingValue? = nil
  ) {
    let place = SourceLocation(file: file, line: fault.line)
    // What a called function does wrong whatever it is given, is told there.
    if let inner = fault.inner, told.hasError(at: inner), !takeBackComparisons(at: inner) { return }
    // What is nil in a line may be named there more than once.
    if fault.code == .possibleNil, fault.severity == .warning, told.hasNil(at: place) { return }
    guard told.insert(fault.code, place, fault.subject, comparing: fault.compared) else { return }
    if fault.code == .possibleNil, fault.severity == .error { told.noteNil(at: place) }
    var finding = RuleFinding(
      fault.code, fault.severity, fault.message, at: place, fix: fault.fix,
      related: (fault.inner.map {
        [
          RuleError.Note(
            fault.isFatal || fault.code != .impossibleComparison
              ? "it fails here" : "it is compared here", at: $0)
        ]
      } ?? [])
        + (fault.call.map { [RuleError.Note("with what is given here", at: $0)] } ?? []),
      subject: fault.subject, replacement: fault.replacement, compared: fault.compared,
      rule: rule?.location)
    finding.missing = missing
    add(finding)
  }
}

extension TypeFault {
  /// Whether it is one for what the rules use the function for.
  fileprivate func isTold(of number: Int, _ uses: FunctionUsers) -> Bool {
    if isOfCondition { return uses.isCondition(number) }
    return code != .noAnswer || uses.outcomes[number] != nil
  }

  /// Whether another analysis has found the same at the same place.
  func isSame(as other: TypeFault) -> Bool {
    code == other.code && position == other.position && line == other.line
      && severity == other.severity && file == other.file
  }

  /// Whether it says that a call may fail which the other one says always fails.
  fileprivate func isWeaker(than other: TypeFault) -> Bool {
    guard inner != nil, severity < other.severity else { return false }
    return code == other.code && position == other.position && inner == other.inner
  }
}
