import LuaBridge

extension RuleContext {
  /// Returns a copy that caches the answers of its typed accessors.
  ///
  /// A cached answer is returned, without asking a rule, until a value that it depends on is
  /// set or removed, or the rules change. Copies of the copy share one cache; each gets only
  /// answers that fit its own values. What a plan answers is not cached: that costs as much as to look it up.
  ///
  /// An answer is not cached if it may change although no value is set: if a host function was
  /// called, an object of a class or a closure was read, or the names of the context were
  /// listed. Errors, and answers of a context with aliases or with more names
  /// than have numbers, are not cached either. A computed
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
  /// - Parameters:
  ///   - key: The key.
  ///   - models: The models that answer now, if the caller knows them.
  ///   - place: Uninitialized memory of the requested type.
  /// - Returns: Whether it is known that nothing answers; `nil` if no answer is cached.
  @inline(never)
  func putRemembered(
    answerTo key: KeyNumber, by models: RememberedAnswers.Models?, into place: borrowing VacantPlace
  ) -> Bool? {
    guard let remembered, !ThreadSlot.isOccupied, !values.hasPaths else { return nil }
    let found = remembered.answer(
      to: KeyID(key), as: place.type, in: values, by: models ?? rememberedModels)
    switch found {
    case nil: return nil
    case .nothing: return true
    case .answer(let box):
      box.fill(place)
      return place.isVacant ? nil : false
    }
  }

  /// The models that answer now.
  private var rememberedModels: RememberedAnswers.Models {
    var models: RememberedAnswers.Models?
    model.glance { cores in
      models = cores.remembered
      return false
    }
    return models ?? .init(model.current.map(\.number))
  }
}

extension Evaluation {
  /// Caches the answer to the question from outside, if it may be returned again.
  ///
  /// - Parameters:
  ///   - place: Has the answer; vacant if nothing answers.
  ///   - key: The key that was asked.
  func remember(_ place: borrowing VacantPlace, of key: KeyID) {
    trackDirectReads()
    guard let tracker = state.value.tracker, tracker.isExact,
      Immutability.isKnown(of: place.type),
      let asked = state.value.asked, let remembered = asked.value.remembered
    else { return }
    remembered.remember(
      AnswerBox.copying(place), of: key, as: place.type, in: asked.value.values, tracker,
      by: .init(links.map(\.number)))
  }
}
