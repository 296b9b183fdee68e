import LuaBridge

extension Evaluation {
  /// The candidate that answers, with its value.
  struct Winner: ~Copyable {
    /// The number of the candidate's model in the chain.
    let modelIndex: Int
    let keyEntry: UnretainedReference<KeyEntry>
    let candidate: Int
    /// Whether the value is the rule's constant.
    let isConstant: Bool
    /// The value that the function gave, if the value is not the constant.
    let given: RawAnswer

    /// The rule.
    var rule: Rule { keyEntry.with { $0.candidates[candidate].rule } }

    /// The winner as an answer.
    var answer: Answer {
      let rule = rule
      let origin = Answer.Origin.rule(rule, modelIndex: modelIndex)
      if isConstant, case .constant(let value) = rule.assignment {
        return Answer(rawAnswer: .lua(value), origin: origin)
      }
      return Answer(rawAnswer: given, origin: origin)
    }
  }

  /// Tries the candidates of a key in each model in turn, best first, until `take` has enough.
  ///
  /// All questions of an evaluation come here. Hit policies differ in what they take.
  ///
  /// - Parameters:
  ///   - key: The key, which must not be set.
  ///   - first: What the first model knows about the key.
  ///   - isJoining: Whether every candidate that holds is taken, not only the first one.
  ///   - isByDeclaration: Whether candidates of one priority are tried in the order of declaration, although the
  ///     model has ranked them by complexity.
  ///   - take: Receives each candidate that answers; returns whether it is the last.
  /// - Throws: ``RuleError`` from a rule, or what `take` throws.
  @inline(__always)
  func tryCandidates(
    of key: KeyID, _ first: UnretainedReference<KeyEntry>, isJoining: Bool,
    isByDeclaration: Bool = false,
    _ take: (consuming Winner) throws(RuleError) -> Bool
  ) throws(RuleError) {
    try nested(key) { () throws(RuleError) in
      for modelIndex in modelIndices {
        currentModelIndex = modelIndex
        let keyEntry = modelIndex == 0 ? first : keyEntry(of: key, in: modelIndex)
        let program = isByDeclaration ? nil : program(of: keyEntry)
        if try tryCandidates(of: keyEntry, by: program, isJoining, isByDeclaration, take) { return }
      }
    }
  }

  /// Tries the candidates of a key in the running model; returns whether `take` has enough.
  ///
  /// A program skips candidates that cannot hold, and those behind one that always answers. A recorder
  /// must see all of them, so with a recorder they are tried one after the other.
  @inline(__always)
  private func tryCandidates(
    of keyEntry: UnretainedReference<KeyEntry>, by program: UnretainedReference<KeyProgram>?,
    _ isJoining: Bool, _ isByDeclaration: Bool,
    _ take: (consuming Winner) throws(RuleError) -> Bool
  ) throws(RuleError) -> Bool {
    // Grant 0: a program reads only what its rule is granted.
    grantID = 0
    guard let program, recorder == nil, !isJoining || program.with({ $0.triesAll }) else {
      let count = keyEntry.with { $0.candidates.count }
      let order = isByDeclaration ? keyEntry.with { $0.candidatesByDeclaration } : nil
      for index in 0..<count {
        let candidate = order?[index] ?? index
        recorder?.begin(keyEntry.with { $0.candidates[candidate].rule }, of: currentModelIndex)
        var reader = EvaluationReader(self, program)
        let verdict = reader.holds(candidate)
        if let found = try attempt(candidate, of: keyEntry, verdict, &reader), try take(found) {
          return true
        }
      }
      return false
    }
    var reader = EvaluationReader(self, program)
    return try program.with { program throws(RuleError) in
      try program.ask(&reader) { candidate, isKnown, reader throws(RuleError) in
        let verdict = isKnown ? NativeVerdict.yes : .undecided
        if let found = try attempt(candidate, of: keyEntry, verdict, &reader) {
          return try take(found)
        }
        return false
      }
    }
  }

  /// Tries one candidate; `verdict` is the result of its predicate in native code.
  ///
  /// Returns `nil` if the predicate does not hold or the value function declines.
  @inline(__always)
  private func attempt(
    _ number: Int, of keyEntry: UnretainedReference<KeyEntry>, _ verdict: NativeVerdict,
    _ reader: inout EvaluationReader
  ) throws(RuleError) -> Winner? {
    let candidate = keyEntry.with { $0.candidates[number] }
    grantID = candidate.grantID
    defer { grantID = 0 }
    do throws(RuleError) {
      let holds = try holds(candidate, verdict)
      guard keyEntry.with({ $0.judged(holds, of: number) }) else {
        note(.passed, of: number, keyEntry)
        return nil
      }
      let given = try rawAnswer(of: candidate, number, &reader)
      let isConstant = candidate.givesConstant
      let isDeclined = !isConstant && given.isDeclined
      note(isDeclined ? .declined : .won, of: number, keyEntry)
      if isDeclined {
        noteDeclined(candidate.rule)
        return nil
      }
      return Winner(
        modelIndex: currentModelIndex, keyEntry: keyEntry, candidate: number,
        isConstant: isConstant,
        given: given)
    } catch {
      let annotated = annotated(error, by: candidate.rule)
      note(.failed(annotated), of: number, keyEntry)
      throw annotated
    }
  }

  /// Reports how an attempt ended: to the recorder, else to the model's log.
  @inline(__always)
  private func note(
    _ end: EvaluationRecorder.End, of candidate: Int, _ keyEntry: UnretainedReference<KeyEntry>
  ) {
    if let recorder {
      recorder.end(end)
    } else {
      keyEntry.with { $0.note(end, of: candidate) }
    }
  }

  /// Notes a rule of the first model that held and gave `nil`, if somebody asks for such rules.
  @inline(never)
  private func noteDeclined(_ rule: Rule) {
    guard currentModelIndex == 0, state.value.declinedRules != nil else { return }
    state.value.declinedRules?.append(RuleID(rule))
  }

  /// Adds the location of the rule to an error, and the key whose rule read this key.
  func annotated(_ error: RuleError, by rule: Rule) -> RuleError {
    var error = error
    if let location = error.location {
      // A location in a module does not show the rule. Notes, if there are
      // any, come from inner rules.
      if location.file != rule.location.file, error.notes.isEmpty {
        error.notes.append(.init("in the rule for `\(rule.key)`", at: rule.location))
      }
    } else {
      error.location = rule.location
    }
    if chain.count > 1, error.notes.count < 8, let asking = chain.keys.dropLast().last {
      error.notes.append(.init("`\(asking.name)` asked for `\(rule.key)`"))
    }
    return error
  }

  // MARK: Predicates

  @inline(__always)
  private func holds(
    _ candidate: KeyEntry.Candidate, _ verdict: NativeVerdict
  ) throws(RuleError) -> Bool {
    switch verdict {
    case .yes: return true
    case .no: return false
    case .undecided:
      if failure != nil { try raiseFailure() }
      defer { if failure != nil { failure = nil } }
      return switch candidate.test {
      case .always: true
      case .never: false
      case .function(let number): try test(number)
      case .other: try holds(candidate.rule.predicate)
      }
    }
  }

  private func holds(_ predicate: Predicate) throws(RuleError) -> Bool {
    switch predicate {
    case .always: return true
    case .never: return false
    case .function(let number):
      return try test(number)
    case .host(let number):
      return try !isFalse(callHost(number))
    case .pattern(let pattern):
      return try pattern.holds(
        reading: { (key, handle) throws(RuleError) in try tracedMember(key, of: handle) },
        counting: { (list) throws(RuleError) in try memberCount(of: list) },
        paying: { (tests, bytes) throws(RuleError) in try payForTests(tests, ofBytes: bytes) })
    case .all(let predicates):
      for (number, predicate) in predicates.enumerated() where try !holds(predicate) {
        recorder?.noteFailing(part: number)
        return false
      }
      return true
    }
  }

  private func isFalse(_ rawAnswer: RawAnswer) throws(RuleError) -> Bool {
    if case .value(let value) = views.representation(of: rawAnswer) { value.isFalse } else { false }
  }

  // MARK: Values

  /// The value that the function of a candidate gives; `nil` in Lua if the
  /// candidate gives a constant.
  private func rawAnswer(
    of candidate: KeyEntry.Candidate, _ number: Int, _ reader: inout EvaluationReader
  ) throws(RuleError) -> RawAnswer {
    switch candidate.gives {
    case .constant: return .lua(.nil)
    case .host(let function): return try callHost(function)
    case .function(let function):
      if let native = reader.rawAnswer(of: number) { return native }
      if failure != nil { try raiseFailure() }
      defer { if failure != nil { failure = nil } }
      return try rawAnswer(ofFunction: function)
    }
  }
}
