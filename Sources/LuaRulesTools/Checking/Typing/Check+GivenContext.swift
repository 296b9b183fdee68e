import LuaRules

// What is told of functions that other functions call, each time with the context.

extension Check {
  /// Reports what is wrong in functions that get the context in every call of them, as if they were functions
  /// of rules: whatever else they are given, and whatever was tested before.
  ///
  /// - Parameters:
  ///   - declared: The analysis, which has followed all functions.
  ///   - certain: The analysis that knows only what the engine makes sure of.
  ///   - anyway: The analysis that does not know the switches of the author.
  ///   - uses: The rules that use functions.
  ///   - decided: The functions with tests of which the outcome is told already, and those that call them.
  ///   - told: Receives the findings.
  mutating func reportGivenContext(
    _ declared: RuleTyping, _ certain: RuleTyping, _ anyway: RuleTyping, _ uses: FunctionUsers,
    _ decided: Set<Int>, _ told: inout ToldFindings
  ) {
    let code = declared.analysis.code
    let onlyCalled = code.functionsOnlyCalled(uses)
    let calls = declared.analysis.calls.common { onlyCalled.contains($0) }
      .filter { number, calls in
        calls.isOfContext && code.functions[number]?.code.isVariadic == false
      }
    for typing in [declared, certain, anyway] { typing.helpers = Set(calls.keys) }
    for (number, calls) in calls.sorted(by: { $0.key < $1.key }) {
      guard let function = code.functions[number], let typing = declared.follow(number) else {
        continue
      }
      let proven = RuleTyping.Once(certain, number)
      let anyway = RuleTyping.Once(anyway, number)
      func isCertain(_ isTold: (RuleTyping.Result) -> Bool) -> Bool {
        proven.result.map(isTold) ?? false
      }
      let facts = self.facts(in: typing.tests)
      for fault in typing.faults where fault.isTold(ofHelperIn: calls) {
        let place = SourceLocation(file: function.file, line: fault.line)
        guard !told.hasAny(at: place) else { continue }
        let isCertain = isCertain { $0.faults.contains { $0.isSame(as: fault) } }
        guard isCertain || !facts.isEmpty else { continue }
        report(isCertain ? fault : fault.resting(on: facts), in: function.file, nil, &told)
      }
      for branch in typing.neverReached where branch.callees.isDisjoint(with: decided) {
        let lines = [branch.line, branch.testLine]
        guard !lines.contains(where: { told.hasAny(at: .init(file: function.file, line: $0)) })
        else { continue }
        report(branch, in: function, nil, facts, anyway, isCertain, &told)
      }
      reportDecided(typing, anyway, function, nil, facts, isCertain, &told) {
        $0.callees.isDisjoint(with: decided)
      }
    }
  }
}

extension TypeFault {
  /// Whether it is one of a function in every call of it that was followed.
  fileprivate func isTold(ofHelperIn calls: FollowedCalls.Told) -> Bool {
    // That the context stands for one of its values, the calls tell.
    guard !isOfCondition, code != .noAnswer, blamed != TypePlaces.context else { return false }
    if isFatal { return true }
    // A value may be there wherever the function is called.
    if code == .possibleNil { return false }
    let ofInstructions: [RuleFinding.Code] = [
      .unusedValue, .unknownMember, .impossibleComparison, .decidedTest, .endlessLoop,
    ]
    return ofInstructions.contains(code) || calls.common.contains(.init(self))
  }
}
