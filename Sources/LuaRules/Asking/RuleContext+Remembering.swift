import LuaBridge

extension RuleContext {
  /// Returns a copy that caches the answers of its typed accessors.
  ///
  /// A cached answer is returned, without asking a rule, until a value that it depends on is
  /// set or removed, or the rules change. Copies of the copy share one cache; each gets only
  /// answers that fit its own values. The cache pays off where rules run Lua: to find an answer
  /// by a plan costs about as much as a hit.
  ///
  /// An answer is not cached if it may change although no value is set: if a host function was
  /// called, an object of a class or a closure was read, or the names of the context were
  /// listed. Errors, and answers of a context with aliases, are not cached either. A computed
  /// member of a structure, and the default of a key, are assumed not to change by themselves.
  /// While a model has observers, the cache is not used, so that the observers see every
  /// question.
  ///
  /// - Complexity: A hit compares the values that the answer depends on, and only if
  ///   some value was set since.
  public func memoized() -> RuleContext {
    var copy = self
    copy.remembered = RememberedAnswers()
    return copy
  }

  /// Writes an answer of the cache into `place`.
  ///
  /// Nothing is looked up for a question of a host function, which belongs to the evaluation that called
  /// the function; nor with a path below a key, which changes the answer and is not among the reads.
  ///
  /// - Returns: Whether it is known that nothing answers.
  @inline(never)
  func putRemembered(answerTo key: KeyNumber, into place: borrowing VacantPlace) -> Bool {
    guard let remembered, !ThreadSlot.isOccupied, !model.isObserved, probe?.isCatching != false,
      !values.hasAliases, !values.hasPaths
    else { return false }
    let isSet =
      values.areNumbered
      ? values.read.value(of: key.number) != nil : values.set(for: KeyID(key)) != nil
    if isSet { return false }
    var models: RememberedAnswers.Models?
    model.glance { cores in
      models = cores.remembered
      return false
    }
    let found = remembered.answer(
      to: KeyID(key), as: place.type, in: values,
      by: models ?? .init(model.current.map(\.number)))
    guard case .answer(let box)? = found else { return found != nil }
    box.fill(place)
    return false
  }
}

extension Evaluation {
  /// Caches the answer to the question from outside, if it may be returned again.
  func remember(_ box: AnswerBox?, of key: KeyID, as type: Any.Type) {
    guard let tracker = state.value.tracker, tracker.isExact, Immutability.isKnown(of: type),
      let asked = state.value.asked, let remembered = asked.value.remembered
    else { return }
    remembered.remember(
      box, of: key, as: type, in: asked.value.values, tracker,
      by: .init(links.map(\.number)))
  }
}
