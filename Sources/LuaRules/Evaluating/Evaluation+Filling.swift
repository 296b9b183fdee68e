import LuaBridge

// Converts an answer to the requested type. The functions take a `VacantPlace` and are not generic:
// unspecialized generic code looks up its types at each call.

extension Evaluation {
  /// Writes the value for a key into `place`, converted to its type.
  ///
  /// - Parameters:
  ///   - place: Uninitialized memory of the requested type.
  ///   - key: The key.
  ///   - policy: The hit policy that the caller declares, which the schemas of the models need not know.
  ///   - isSecret: Whether errors must hide the value.
  ///   - isRemembered: Whether the answer always goes into the memo, for a caller that wants its origin.
  /// - Returns: Whether there is a value.
  /// - Throws: ``RuleError`` from a rule, or for a value that does not fit the type of `place`.
  func fill(
    _ place: borrowing VacantPlace, withValueOf key: KeyID, by policy: HitPolicy,
    isSecret: Bool, isRemembered: Bool = false
  ) throws(RuleError) -> Bool {
    guard policy.isFirst else {
      guard let answer = try answer(key, by: policy, as: place.type, isSecret: isSecret),
        !answer.isNothing
      else { return false }
      try put(answer, of: key, into: place, isSecret: isSecret)
      return true
    }
    guard isUntouched, set(for: key) == nil else {
      return try fillAgain(place, withValueOf: key, isSecret: isSecret)
    }
    track(key, nil)
    return try fillByRules(
      place, withValueOf: key, isSecret: isSecret, isRemembered: isRemembered)
  }

  /// Writes the value of a key that is not set into `place`.
  ///
  /// The evaluation must be new and without aliases; see
  /// ``fill(_:withValueOf:by:isSecret:isRemembered:)``.
  func fillByRules(
    _ place: borrowing VacantPlace, withValueOf key: KeyID, isSecret: Bool,
    isRemembered: Bool = false
  ) throws(RuleError) -> Bool {
    try refuseConflict(of: key)
    guard hitPolicy(of: key).answersAlone else {
      return try fillAgain(place, withValueOf: key, isSecret: isSecret)
    }
    guard let found = try answerByRules(key) else {
      return try fillWithDefault(place, of: key, isSecret: isSecret)
    }
    if isRemembered { remember(found.answer, for: key) }
    if found.isConstant {
      found.keyEntry.with { $0.fill(place, withConstantOf: found.candidate) }
    } else if case .lua(let value) = found.given {
      place.put(NativeValue(value))
    }
    if place.isVacant { try put(found, of: key, into: place, isSecret: isSecret) }
    return true
  }

  /// Writes a set value, an answer from the memo, or one of several rules together into `place`.
  @inline(never)
  private func fillAgain(
    _ place: borrowing VacantPlace, withValueOf key: KeyID, isSecret: Bool
  ) throws(RuleError) -> Bool {
    let found = key.isPath ? try answer(at: key.name) : try answer(key)
    guard let answer = found, !answer.isNothing else { return false }
    try put(answer, of: key, into: place, isSecret: isSecret)
    return true
  }

  /// Writes the declared default of a key into `place`.
  @inline(never)
  private func fillWithDefault(
    _ place: borrowing VacantPlace, of key: KeyID, isSecret: Bool
  ) throws(RuleError) -> Bool {
    let found = key.isPath ? try answer(at: key.name) : answerWithoutRules(key)
    guard let answer = found, !answer.isNothing else { return false }
    try put(answer, of: key, into: place, isSecret: isSecret)
    return true
  }

  @inline(never)
  private func put(
    _ found: borrowing Winner, of key: KeyID, into place: borrowing VacantPlace, isSecret: Bool
  ) throws(RuleError) {
    let answer = found.answer
    // The conversion may run host code, which may read this key again.
    if known(key) == nil { remember(answer, for: key) }
    guard found.isConstant, found.keyEntry.with({ $0.mayKeepConstant(of: found.candidate) }) else {
      return try put(answer, of: key, into: place, isSecret: isSecret)
    }
    let (keyEntry, candidate) = (found.keyEntry, found.candidate)
    try put(answer, of: key, into: place, isSecret: isSecret) { constant in
      keyEntry.with { $0.keep(constant, of: candidate) }
    }
  }

  /// Whether this is the first read of the evaluation, without aliases and without a recorder.
  private var isUntouched: Bool {
    chain.isEmpty && !state.value.hasAliases && recorder == nil && state.value.memo.isEmpty
  }

  /// Writes an answer into `place`, converted to its type.
  ///
  /// `keep` gets the value if its type allows to cache it.
  private func put(
    _ answer: Answer, of key: KeyID, into place: borrowing VacantPlace, isSecret: Bool,
    keep: ((AnswerBox) -> Void)? = nil
  ) throws(RuleError) {
    switch answer.rawAnswer {
    case .swift(let value): place.put(opening: value)
    // What is kept answers later questions without an evaluation, so it is converted to be kept.
    case .lua(.table(let table)) where keep == nil: place.put(list: table)
    case .lua(let value) where keep == nil: place.put(NativeValue(value))
    case .lua, .set: break
    }
    if !place.isVacant { return }
    func convert<Value>(_ type: Value.Type) throws(RuleError) {
      let value: Value
      do {
        value = try converted(answer, to: type)
      } catch {
        throw failure(error, of: answer, named: key.name, isSecret: isSecret)
      }
      if let keep, Immutability.isKeptOnceConverted(type) { keep(TypedAnswerBox(value)) }
      place.put(value)
    }
    try _openExistential(place.type, do: convert)
  }
}
