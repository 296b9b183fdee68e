import LuaBridge

// The first steps of every question for the value of one key.

extension RuleContext {
  /// Writes the value for a key into `place`, as accessors do: an error goes to ``onError``.
  ///
  /// - Returns: What the value is if `place` stays vacant.
  @usableFromInline func fill(
    _ place: borrowing VacantPlace, withValueOf key: KeyNumber
  ) -> FillOutcome {
    do throws(RuleError) {
      guard let probe, probe.isAnswering else {
        return try ask(place, for: key) ? .default : .slowPath
      }
      probe.noteAsking(as: place.type)
      // No source is noted for the probe, so `answer(for:)` ignores the default that is returned here,
      // and asks again by the slow path.
      guard let source = try answer(place, to: key) else { return .default }
      probe.note(source)
      return place.isVacant ? .default : .slowPath
    } catch {
      report(error)
      return .failed
    }
  }

  /// Writes the value for a key into `place`.
  ///
  /// If the key has no number, if ``isPlain`` is false, or if the value was set as another type, this function
  /// leaves `place` vacant and returns `false`. The caller then calls ``slowValue(_:)``.
  ///
  /// - Returns: Whether there is no answer, so that the default of the key is the value.
  /// - Throws: ``RuleError`` from a rule, or for a value that does not fit the type of `place`.
  /// - Complexity: O(log *n*) for *n* values that are set, and what rules take.
  @usableFromInline func ask(
    _ place: borrowing VacantPlace, for key: KeyNumber
  ) throws(RuleError) -> Bool {
    guard key.number != 0, isPlain else { return false }
    let entries = values.read
    if entries.fill(place, withValueOf: key.number) { return false }
    guard mayGlance, key.hitPolicy.isFirst || isRanked(key) else {
      return try askInEvaluation(place, for: key)
    }
    let isRemembering = isRemembering
    var answered: Result<Bool, RuleError>?
    var models: RememberedAnswers.Models?
    var isNobody = false
    model.glance { cores in
      let found = cores.fill(
        place, withValueOf: key.number, ContextReader(entries, isWhole: true))
      if case .nobody = found { isNobody = true }
      if isRemembering { models = cores.remembered }
      return place.isVacant
    } thenHolding: { core in
      // Without the pin: no rule answers a key whose plan has no candidates, so its default is taken at
      // once; every other key is asked in an evaluation of this model.
      if let open = isNobody ? core.quickKeys[Int(key.number)] : core.publishOpenKey(key.number),
        let isFilled = open.with({ $0.fillWithDefault(place) })
      {
        answered = .success(!isFilled)
        return
      }
      if isRemembering { return }
      answered = Borrowed.with(self) { context in
        Result { () throws(RuleError) in
          try Evaluation.run(context, at: CoreList(core)) { evaluation throws(RuleError) in
            try !evaluation.fillByRules(place, withValueOf: KeyID(key), isSecret: key.isSecret)
          }
        }
      }
    }
    if let answered { return try answered.get() }
    if !place.isVacant { return false }
    if isNobody, let isDefault = try fillByDefault(place, for: key) { return isDefault }
    return try askInEvaluation(place, for: key, by: models)
  }

  /// Writes the declared default into `place`, if no rule of several models answers.
  ///
  /// A default may run host code, so the models are kept meanwhile, and asked again.
  ///
  /// - Returns: Whether there is no answer; `nil` if an evaluation is needed.
  @inline(never)
  private func fillByDefault(
    _ place: borrowing VacantPlace, for key: KeyNumber
  ) throws(RuleError) -> Bool? {
    try model.withCores { cores throws(RuleError) -> Bool? in
      let values = ContextReader(values.read, isWhole: true)
      switch cores.fill(place, withValueOf: key.number, values) {
      case .rule: return false
      case .nobody: return cores.fillWithDefault(place, of: key.number).map { !$0 }
      case .unknown: return nil
      }
    } ?? nil
  }

  /// Whether the context has no observers, aliases or unnumbered values, and no probe that records keys.
  var isPlain: Bool {
    !model.isObserved && values.areNumbered && !values.hasAliases && probe?.isCatching != false
  }

  /// Whether the fast path without an evaluation may read the set values.
  var mayGlance: Bool {
    !ThreadSlot.isOccupied && !values.hasPaths && !hasOwnLimits
  }

  /// A probe that catches the origin of an accessor's value; `nil` if only the
  /// slow path finds the origin.
  @usableFromInline func answerProbe() -> AccessorProbe? {
    probe == nil && isPlain ? AccessorProbe(.answering) : nil
  }

  /// Writes the value for a key into `place`, like ``ask(_:for:)``, and returns its origin.
  ///
  /// - Returns: The origin; `nil` if the slow path is needed.
  private func answer(
    _ place: borrowing VacantPlace, to key: KeyNumber
  ) throws(RuleError) -> AnswerSource? {
    guard key.number != 0, key.hitPolicy.isFirst, isPlain else { return nil }
    let entries = values.read
    if entries.fill(place, withValueOf: key.number) {
      return place.isVacant ? nil : AnswerSource(kind: .set)
    }
    var rule: Rule?
    var kind = RuleAnswerSource.rule
    if mayGlance {
      model.glance { cores in
        let found = cores.fill(
          place, withValueOf: key.number, ContextReader(entries, isWhole: true))
        if case .rule(let winner, let modelIndex) = found {
          rule = winner.object
          if modelIndex > 0 { kind = .fallback }
        }
        return false
      }
    }
    if !place.isVacant { return AnswerSource(kind: kind, rule) }
    return try Evaluation.with(self) { evaluation throws(RuleError) in
      let id = KeyID(key)
      guard
        try evaluation.fill(
          place, withValueOf: id, by: .first, isSecret: key.isSecret, isRemembered: true)
      else { return AnswerSource(kind: .default) }
      return AnswerSource(try evaluation.origin(of: id))
    }
  }

  /// Whether a key that ranks its rules by declaration is declared so, and its program is made.
  ///
  /// Without a declaration the rules were ranked by complexity, too, so the fast path must not ask them.
  private func isRanked(_ key: KeyNumber) -> Bool {
    guard case .firstDeclared = key.hitPolicy else { return false }
    var isRanked = false
    model.glance { cores in
      isRanked =
        cores.quickKey(key.number, of: 0)?.with { $0.signature?.hitPolicy == .firstDeclared }
        ?? false
      return false
    }
    return isRanked
  }

  @inline(never)
  private func askInEvaluation(
    _ place: borrowing VacantPlace, for key: KeyNumber, by models: RememberedAnswers.Models? = nil
  ) throws(RuleError) -> Bool {
    if let isNothing = putRemembered(answerTo: key, by: models, into: place) { return isNothing }
    return try Evaluation.with(self) { evaluation throws(RuleError) in
      let isFilled = try evaluation.fill(
        place, withValueOf: KeyID(key), by: key.hitPolicy, isSecret: key.isSecret)
      if evaluation.isTracking { evaluation.remember(place, of: KeyID(key)) }
      if key.hitPolicy.answersAlone { evaluation.publishPrograms(of: KeyID(key)) }
      return !isFilled
    }
  }
}

/// What the value of a key is if the fast path has not written it.
@usableFromInline @frozen enum FillOutcome {
  /// What ``RuleContext/slowValue(_:)`` finds.
  case slowPath
  /// The key's default.
  case `default`
  /// The key's value for errors.
  case failed
}

/// The result of the fast path without an evaluation.
enum GlanceResult {
  /// A rule of a model gave the value, and the value is in the place.
  case rule(UnretainedReference<Rule>, modelIndex: Int)
  /// No rule answers.
  case nobody
  /// An evaluation is needed.
  case unknown
}

extension CoreList {
  /// Writes the default of a key that no rule answers into `place`: that of the first model that declares it.
  ///
  /// - Returns: Whether there is a default; `nil` if it must be converted first.
  @inline(never)
  func fillWithDefault(_ place: borrowing VacantPlace, of number: UInt32) -> Bool? {
    for modelIndex in 0..<count {
      guard let program = quickKey(number, of: modelIndex) else { return nil }
      if program.with({ $0.signature != nil }) { return program.with { $0.fillWithDefault(place) } }
    }
    return false
  }

  /// Fast path: writes the value for a key that is not set into `place`, if
  /// plans and set scalars suffice.
  ///
  /// Runs engine code only.
  @inline(__always)
  func fill(
    _ place: borrowing VacantPlace, withValueOf number: UInt32, _ values: ContextReader
  ) -> GlanceResult {
    guard let first = quickKey(number, of: 0), first.with({ !$0.needsEvaluation }) else {
      return .unknown
    }
    var reader = QuickReader(values, self, first)
    let answer = reader.answer(to: number)
    let program = reader.program
    let winner: Int
    switch answer {
    case .nobody: return .nobody
    case nil: return .unknown
    case .constant(let candidate):
      winner = candidate
      program.with { program in
        if let kept = program.constant(of: candidate, as: place.type) {
          kept.with { $0.fill(place) }
        } else if let constant = program.constant(of: candidate) {
          // The constant is kept in the type of another caller.
          place.put(constant)
        }
      }
    case .value(let value, by: let candidate):
      winner = candidate
      place.put(value)
    }
    return place.isVacant
      ? .unknown : .rule(program.with { $0.rule(winner) }, modelIndex: reader.modelIndex)
  }
}
