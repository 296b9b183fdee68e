import LuaBridge
import LuaRules

// What is told of functions that other functions call, for all their calls.

extension Check {
  /// Reports what is wrong in functions in every call of them.
  ///
  /// - Parameters:
  ///   - typing: The analysis, which has followed all functions.
  ///   - certain: The analysis that knows only what the engine makes sure of.
  ///   - anyway: The analysis that does not know the switches of the author.
  ///   - uses: The rules that use functions.
  ///   - told: Receives the findings.
  /// - Returns: The functions with tests that have the same outcome in every call, and those that call
  ///   them.
  mutating func reportCalled(
    _ typing: RuleTyping, _ certain: RuleTyping, _ anyway: RuleTyping, _ uses: FunctionUsers,
    _ told: inout ToldFindings
  ) -> Set<Int> {
    let functions = typing.analysis.code.functions
    let faults = typing.analysis.calls.faultsOfFunctions.flatMap { number, faults in
      faults.map { (number: number, calls: $0) }
    }
    // What fails in a function that such a function calls is told there first.
    for (number, calls) in faults.filter({ $0.calls.fault.inner == nil })
      + faults.filter({ $0.calls.fault.inner != nil })
    {
      guard let file = functions[number]?.file else { continue }
      for caller in typing.analysis.calls.calling([number]) { _ = certain.follow(caller) }
      guard certain.analysis.calls.has(calls.fault, in: number), let fault = calls.told(in: file)
      else { continue }
      report(fault, in: file, nil, &told)
      told.noteError(at: SourceLocation(file: file, line: fault.line))
    }
    let onlyCalled = typing.analysis.code.functionsOnlyCalled(uses)
    func isOnlyCalled(_ number: Int) -> Bool { onlyCalled.contains(number) }
    let common = typing.analysis.calls.common(isOnlyCalled).filter { !$0.value.isEmpty }
    for caller in typing.analysis.code.callers(of: common.keys.sorted(), isOnlyCalled) {
      _ = anyway.follow(caller)
    }
    let others = common.isEmpty ? [:] : anyway.analysis.calls.common(isOnlyCalled)
    func isOpen(_ code: RuleFinding.Code, at position: Int, in number: Int) -> Bool {
      others[number]?.has(code, at: position) != true
    }
    func isProved(_ fault: TypeFault, in number: Int) -> Bool {
      for caller in typing.analysis.calls.calling([number]) { _ = certain.follow(caller) }
      return certain.analysis.calls.common(isOnlyCalled)[number]?
        .has(fault.code, at: fault.position) == true
    }
    var decided: Set<Int> = []
    for (number, calls) in common.sorted(by: { $0.key < $1.key }) {
      guard let file = functions[number]?.file else { continue }
      for found in calls.faultsOfMembers {
        let facts = found.tests.map { self.facts(in: $0) } ?? DeclaredFacts()
        guard let fault = found.told(in: file),
          !isOpen(fault.code, at: fault.position, in: number),
          !facts.isEmpty || isProved(fault, in: number)
        else { continue }
        if fault.code == .impossibleComparison { decided.insert(number) }
        report(facts.isEmpty ? fault : fault.resting(on: facts), in: file, nil, &told)
      }
      for test in calls.decidedTests where !isOpen(.decidedTest, at: test.position, in: number) {
        if report(test, of: calls, in: file, &told) { decided.insert(number) }
      }
    }
    return typing.analysis.calls.calling(decided)
  }

  /// Takes back what was told of comparisons in a called function with what a call gives it, as that is
  /// told at the call.
  ///
  /// - Parameter place: A comparison that fails.
  /// - Returns: Whether something was taken back.
  mutating func takeBackComparisons(at place: SourceLocation) -> Bool {
    let compared = Set(findings.lazy.filter { $0.location == place }.compactMap(\.orderedValue))
    guard !compared.isEmpty, let lines = linesOfFunction(around: place) else { return false }
    return takeBack { finding in
      finding.location.file == place.file && lines.contains(finding.location.line ?? 0)
        && finding.orderedValue.map { compared.contains($0) } ?? false
    }
  }

  /// Returns the lines of the smallest function around a place.
  private func linesOfFunction(around place: SourceLocation) -> ClosedRange<Int>? {
    models.lazy.flatMap(\.model.code.functions.values).filter { $0.file == place.file }
      .map { $0.code.lineDefined...$0.code.lastLineDefined }
      .filter { $0.contains(place.line ?? 0) }.min { $0.count < $1.count }
  }

  /// Reports a test with the same outcome in every call of a function; returns whether it is reported.
  private mutating func report(
    _ test: FunctionTyping.DecidedTest, of calls: FollowedCalls.Told, in file: String,
    _ told: inout ToldFindings
  ) -> Bool {
    let place = SourceLocation(file: file, line: test.line)
    let facts = test.tests.map { self.facts(in: $0) } ?? DeclaredFacts()
    guard !facts.isEmpty, !test.isOfPresence || !facts.hasExceptions, !told.hasAny(at: place)
    else { return false }
    _ = told.insert(.decidedTest, place, nil)
    add(
      .decidedTest, .warning, "\(test.message) with what the function is given\(facts.text)",
      at: place, fix: "change the test, or remove it",
      related: calls.place.map { [RuleError.Note("it is called here", at: $0)] } ?? [], rule: nil)
    return true
  }
}

extension InspectedCode {
  /// Returns the functions that no rule has itself, and of which all that is done is to call them.
  func functionsOnlyCalled(_ uses: FunctionUsers) -> Set<Int> {
    functionsCalledByName.union(functions.lazy.filter(\.value.isOnlyCalled).map(\.key))
      .subtracting(uses.owners.keys)
  }

  /// Returns functions with those that may call them, up to such as are not only called.
  fileprivate func callers(of callees: [Int], _ isOnlyCalled: (Int) -> Bool) -> [Int] {
    guard !callees.isEmpty else { return [] }
    var callers: [Int: [Int]] = [:]
    for (number, function) in functions {
      for captured in function.captured {
        switch captured {
        case .function(let callee): callers[callee, default: []].append(number)
        case .table(let table):
          for case (_, .function(let callee)) in tables[table]?.entries ?? [] {
            callers[callee, default: []].append(number)
          }
        default: break
        }
      }
    }
    var found: Set<Int> = []
    var pending = callees
    while let number = pending.popLast() {
      guard found.insert(number).inserted, isOnlyCalled(number) else { continue }
      pending += callers[number] ?? []
    }
    return found.sorted()
  }
}

extension RuleFinding {
  /// The value that cannot be put in order, in words of the source; `nil` for other findings.
  fileprivate var orderedValue: String? {
    guard code == .impossibleComparison, severity == .error, related.isEmpty else { return nil }
    return message.split(separator: "`", maxSplits: 2).first.map(String.init)
  }
}
