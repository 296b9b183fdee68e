import LuaBridge

extension RuleContext {
  /// Returns a copy that remembers the answers of its typed accessors.
  ///
  /// An answer is given again, without asking a rule, until a value that it was found from is
  /// set anew or taken back, or the rules change. Copies of the copy remember together, each
  /// what fits its own values. Worth while where rules run Lua: an answer that a plan finds
  /// costs about as much as one that is remembered.
  ///
  /// Never remembered is what may be another one without anyone setting a value: an answer
  /// for which a host function was called, an object of a class or a closure was read, or the
  /// names of the context were listed; neither is an error, nor the answer of a context
  /// that has aliases. A computed member of a structure, and the default of a key,
  /// are taken for what does not change by itself. While a model has observers, every
  /// question is asked, so that they are told of it.
  ///
  /// - Complexity: A remembered answer costs a look at each value that it was found
  ///   from, and that only when something was set since.
  public func memoized() -> RuleContext {
    var copy = self
    copy.remembered = RememberedAnswers()
    return copy
  }

  /// Whether an answer may be remembered, or given again, on this thread now.
  ///
  /// What host functions ask belongs to the evaluation that called them.
  var remembersAnswers: Bool { remembered != nil && !ThreadSlot.isOccupied && !values.hasAliases }

  /// Returns a remembered answer; `nil` when it has to be found.
  @inline(never)
  func rememberedAnswer(to key: KeyID, as type: Any.Type) -> RememberedAnswers.Lookup? {
    guard remembersAnswers, let remembered else { return nil }
    var number: UInt64?
    model.glance { core in
      number = core.number
      return false
    }
    let models: RememberedAnswers.Models =
      number.map { .one($0) } ?? .init(model.current.map(\.number))
    return remembered.answer(to: key, as: type, in: values, by: models)
  }
}

extension Evaluation {
  /// Remembers the answer to the question from outside, if it may be given again.
  func remember(_ box: AnswerBox?, of key: KeyID, as type: Any.Type) {
    guard let tracker = question.value.tracker, tracker.isExact, Immutability.isKnown(of: type),
      let asked = question.value.asked, let remembered = asked.value.remembered
    else { return }
    remembered.remember(
      box, of: key, as: type, in: asked.value.values, tracker,
      by: .init(links.map(\.number)))
  }
}
