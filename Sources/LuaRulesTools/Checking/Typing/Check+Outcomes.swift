import LuaBytecode
import LuaRules

// Tests, conditions and branches of which types tell the outcome.

extension Check {
  /// Reports tests that decide nothing, unless a switch of the author may decide them.
  mutating func reportDecided(
    _ typing: RuleTyping.Result, _ anyway: RuleTyping.Once, _ function: InspectedCode.Function,
    _ owner: InspectedRule?, _ allFacts: DeclaredFacts,
    _ isCertain: ((RuleTyping.Result) -> Bool) -> Bool, _ told: inout ToldFindings,
    where isOwn: (FunctionTyping.DecidedTest) -> Bool
  ) {
    for test in typing.decidedTests where isOwn(test) {
      func isTold(_ other: RuleTyping.Result) -> Bool {
        other.decidedTests.contains { $0.position == test.position }
      }
      let place = SourceLocation(file: function.file, line: test.line)
      guard !told.hasAny(at: place), anyway.result.map(isTold) == true else { continue }
      let facts =
        isCertain(isTold) ? nil : test.tests.map { self.facts(in: $0) } ?? allFacts
      if let facts, facts.isEmpty || test.isOfPresence && facts.hasExceptions { continue }
      guard told.insert(.decidedTest, place, nil) else { continue }
      add(
        .decidedTest, .warning, test.message + (facts?.text ?? ""), at: place,
        fix: "change the test, or remove it", rule: owner)
    }
  }

  /// Reports a condition that always holds, or never, as far as only the types show.
  mutating func reportTruth(
    of rule: InspectedRule, _ typing: RuleTyping.Result, _ anyway: RuleTyping.Once,
    _ function: InspectedCode.Function, _ facts: DeclaredFacts,
    _ isCertain: ((RuleTyping.Result) -> Bool) -> Bool, _ told: ToldFindings
  ) {
    let place = SourceLocation(
      file: function.file,
      line: Set(typing.results.map(\.position)).count == 1
        ? function.code.line(at: typing.results[0].position) : function.code.lineDefined)
    guard let truth = typing.truth, anyway.result?.truth == truth,
      !told.hasAny(at: place), !told.hasAny(at: rule.location)
    else { return }
    let isCertain = isCertain { $0.truth == truth }
    guard isCertain || !facts.isEmpty else { return }
    add(
      truth ? .alwaysTrue : .alwaysFalse, .warning,
      "the condition \(truth ? "always holds" : "can never hold")" + (isCertain ? "" : facts.text),
      at: place, fix: "change the condition, or leave `when` out", rule: rule)
  }

  /// Reports a function with tests that gives true on every way, or false.
  mutating func reportSameAnswer(
    _ typing: RuleTyping.Result, _ anyway: RuleTyping.Once, _ function: InspectedCode.Function,
    _ rule: InspectedRule?,
    _ isCertain: ((RuleTyping.Result) -> Bool) -> Bool, _ told: inout ToldFindings
  ) {
    guard let answer = typing.onlyTruth, typing.faults.isEmpty, typing.calledFaults.isEmpty,
      typing.neverReached.isEmpty, typing.decidedTests.isEmpty,
      function.code.code.contains(where: { $0.opcode.isTest }),
      anyway.result?.onlyTruth == answer, isCertain({ $0.onlyTruth == answer })
    else { return }
    let ends = Set(typing.results.map { function.code.line(at: $0.position) })
    let place = SourceLocation(
      file: function.file, line: ends.count == 1 ? ends.first : function.code.lineDefined)
    guard !told.hasAny(at: place), told.insert(.decidedTest, place, nil) else { return }
    add(
      .decidedTest, .warning, "the function gives \(answer) on every way, whatever it tests",
      at: place, fix: "give what the tests find out, or write `value = \(answer)`", rule: rule)
  }

  /// Reports a value function that gives back a variable which is nil on every way: its rules never answer.
  mutating func reportNothing(
    _ typing: RuleTyping.Result, _ anyway: RuleTyping.Once, _ function: InspectedCode.Function,
    _ rule: InspectedRule?,
    _ isCertain: ((RuleTyping.Result) -> Bool) -> Bool, _ told: inout ToldFindings
  ) {
    guard typing.givesNothing, typing.faults.isEmpty, typing.calledFaults.isEmpty,
      let given = typing.results.lazy.compactMap({ result in
        function.code.variableWithoutValue(givenAt: result.position).map { (result.position, $0) }
      }).first,
      anyway.result?.givesNothing == true, isCertain(\.givesNothing)
    else { return }
    let place = SourceLocation(file: function.file, line: function.code.line(at: given.0))
    guard !told.hasAny(at: place), told.insert(.noAnswer, place, given.1) else { return }
    add(
      .noAnswer, .warning, "`\(given.1)` is always nil here, so the function never gives anything",
      at: place, fix: "give back the value that was meant", subject: given.1, rule: rule)
  }

  /// Reports a branch that is never reached: at its test if that is wrong, or else at the branch.
  mutating func report(
    _ branch: FunctionTyping.NeverReached, in function: InspectedCode.Function,
    _ owner: InspectedRule?, _ allFacts: DeclaredFacts, _ anyway: RuleTyping.Once,
    _ isCertain: ((RuleTyping.Result) -> Bool) -> Bool, _ told: inout ToldFindings
  ) {
    func isTold(_ other: RuleTyping.Result) -> Bool {
      other.neverReached.contains { $0.line == branch.line }
    }
    let isCertain = isCertain(isTold)
    let restingOn = branch.fault?.tests.map { self.facts(in: $0) } ?? allFacts
    let facts = isCertain ? DeclaredFacts() : restingOn
    let file = function.file
    let place = SourceLocation(file: file, line: branch.line)
    let testPlace = SourceLocation(file: file, line: branch.testLine)
    // What is wrong with the test itself is told there.
    guard !told.has(place, [.alwaysTrue, .alwaysFalse, .impossibleComparison]),
      branch.testLine == branch.line || !told.hasAny(at: testPlace)
    else { return }
    if let setting = branch.setting {
      add(
        .unreachableBranch, .info, "\(setting), so this is never reached", at: place, rule: owner)
      return
    }
    // A switch of the author may decide it by way of a variable.
    guard isCertain || !restingOn.isEmpty, anyway.result.map(isTold) == true else { return }
    _ = told.insert(.unreachableBranch, branch.fault == nil ? place : testPlace, nil)
    let message = branch.fault?.message ?? "this is never reached: an earlier test excludes it"
    add(
      .unreachableBranch, .warning, message + facts.text,
      at: branch.fault == nil ? place : testPlace, fix: "change the test, or remove it",
      related: branch.fault == nil || place == testPlace
        ? [] : [RuleError.Note("this is never reached", at: place)], rule: owner)
  }
}

extension RuleTyping.Result {
  /// Whether all ways give nil.
  fileprivate var givesNothing: Bool {
    !mayRaise && !results.isEmpty && results.allSatisfy { $0.type.isOnly(.nothing) }
  }

  /// The truth that all ways give; `nil` if they give others, or one of them fails on purpose.
  fileprivate var onlyTruth: Bool? {
    guard !mayRaise else { return nil }
    if results.isEmpty { return nil }
    if results.allSatisfy({ $0.type.kinds == .yes }) { return true }
    return results.allSatisfy { $0.type.kinds == .no } ? false : nil
  }
}

extension CompiledFunction {
  /// Returns the local variable that an instruction gives back, if nothing but nil and results of calls is ever
  /// put into it.
  fileprivate func variableWithoutValue(givenAt position: Int) -> String? {
    let instruction = code[position]
    guard instruction.givesBackOne, instruction.a >= parameterCount else { return nil }
    let alive = locals.filter { $0.start <= position && position < $0.end }
    guard alive.indices.contains(instruction.a), !alive[instruction.a].name.hasPrefix("(") else {
      return nil
    }
    let local = alive[instruction.a]
    let isEmpty = code.indices.allSatisfy { other in
      guard other + 1 >= local.start, other < position,
        code[other].assignedRegisters?.contains(instruction.a) == true
      else { return true }
      return code[other].opcode == .loadNil || code[other].opcode == .call
    }
    return isEmpty ? local.name : nil
  }
}
