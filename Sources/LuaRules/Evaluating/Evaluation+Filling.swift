import LuaBridge

// Where an answer becomes a value of the type that is asked for. Not generic itself: generic code that is
// not specialised looks up its types whenever it runs.

extension Evaluation {
  /// Writes the value for a key into a place, converted to its type.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - key: The key.
  ///   - isSecret: Whether errors do not show the value.
  ///   - isRemembered: Whether the answer is kept in any case, for who asks where it came from.
  /// - Returns: Whether somebody answers.
  /// - Throws: ``RuleError`` of the rules, or of a value that does not fit the place.
  func fill(
    _ place: borrowing VacantPlace, withValueOf key: KeyID, isSecret: Bool = false,
    isRemembered: Bool = false
  ) throws(RuleError) -> Bool {
    guard isUntouched, set(for: key) == nil else {
      return try fillAgain(place, withValueOf: key, isSecret: isSecret)
    }
    track(key, nil)
    return try fillByRules(
      place, withValueOf: key, isSecret: isSecret, isRemembered: isRemembered)
  }

  /// Writes the value for a key that is not set into a place, as the first thing in an evaluation without
  /// aliases; see ``fill(_:withValueOf:isSecret:isRemembered:)``.
  func fillByRules(
    _ place: borrowing VacantPlace, withValueOf key: KeyID, isSecret: Bool,
    isRemembered: Bool = false
  ) throws(RuleError) -> Bool {
    try refuseConflict(of: key)
    guard let found = try answerByRules(key) else {
      return try fillWithDefault(place, of: key, isSecret: isSecret)
    }
    if isRemembered { remember(found.answer, for: key) }
    if found.isConstant {
      found.knowledge.with { $0.fill(place, withConstantOf: found.candidate) }
    } else if case .lua(let value) = found.given {
      place.put(NativeValue(value))
    }
    if place.isVacant { try put(found, of: key, into: place, isSecret: isSecret) }
    return true
  }

  /// Writes what is set, or what is known already, into a place.
  @inline(never)
  private func fillAgain(
    _ place: borrowing VacantPlace, withValueOf key: KeyID, isSecret: Bool
  ) throws(RuleError) -> Bool {
    guard let answer = try answer(key), !answer.isNothing else { return false }
    try put(answer, of: key, into: place, isSecret: isSecret)
    return true
  }

  /// Writes the declared default of a key into a place.
  @inline(never)
  private func fillWithDefault(
    _ place: borrowing VacantPlace, of key: KeyID, isSecret: Bool
  ) throws(RuleError) -> Bool {
    guard let answer = answerWithoutRules(key), !answer.isNothing else { return false }
    try put(answer, of: key, into: place, isSecret: isSecret)
    return true
  }

  @inline(never)
  private func put(
    _ found: borrowing Winner, of key: KeyID, into place: borrowing VacantPlace, isSecret: Bool
  ) throws(RuleError) {
    let answer = found.answer
    // Conversions run code of the host's, which may ask for the key.
    if known(key) == nil { remember(answer, for: key) }
    guard found.isConstant, found.knowledge.with({ $0.mayKeepConstant(of: found.candidate) }) else {
      return try put(answer, of: key, into: place, isSecret: isSecret)
    }
    let (knowledge, candidate) = (found.knowledge, found.candidate)
    try put(answer, of: key, into: place, isSecret: isSecret) { constant in
      knowledge.with { $0.keep(constant, of: candidate) }
    }
  }

  /// Whether nothing was asked in the evaluation so far, by names that stand for themselves.
  private var isUntouched: Bool {
    chain.isEmpty && !question.value.hasAliases && recorder == nil && question.value.memo.isEmpty
  }

  /// Writes an answer into a place, converted to its type.
  ///
  /// `keep` gets the value if nobody can tell it from one that was kept.
  private func put(
    _ answer: Answer, of key: KeyID, into place: borrowing VacantPlace, isSecret: Bool,
    keep: ((AnswerBox) -> Void)? = nil
  ) throws(RuleError) {
    if case .swift(let value) = answer.payload {
      place.put(opening: value)
      if !place.isVacant { return }
    }
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
