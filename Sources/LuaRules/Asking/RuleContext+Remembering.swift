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

  /// Whether the cache may be used on this thread now.
  ///
  /// A question of a host function belongs to the evaluation that called the function.
  var remembersAnswers: Bool { remembered != nil && !ThreadSlot.isOccupied && !values.hasAliases }

  /// Looks an answer up in the cache; `nil` for a miss.
  @inline(never)
  func rememberedAnswer(to key: KeyID, as type: Any.Type) -> RememberedAnswers.Lookup? {
    guard remembersAnswers, let remembered else { return nil }
    var numbers: RememberedAnswers.Models?
    model.glance { cores in
      numbers = cores.count == 1 ? .one(cores[0].with { $0.number }) : .init(cores.numbers)
      return false
    }
    let models = numbers ?? .init(model.current.map(\.number))
    return remembered.answer(to: key, as: type, in: values, by: models)
  }
}

extension Evaluation {
  /// Caches the answer to the question from outside, if it may be returned again.
  func remember(_ box: AnswerBox?, of key: KeyID, as type: Any.Type) {
    guard let tracker = question.value.tracker, tracker.isExact, Immutability.isKnown(of: type),
      let asked = question.value.asked, let remembered = asked.value.remembered
    else { return }
    remembered.remember(
      box, of: key, as: type, in: asked.value.values, tracker,
      by: .init(links.map(\.number)))
  }
}
