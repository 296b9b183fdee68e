import LuaBridge

extension RuleModel {
  /// Who is told of answers; `nil` for nobody.
  ///
  /// INVARIANT: only this file and `LiveRuleModel` give a chain observers.
  var observers: ObserverList? {
    observing.map { SameType.downcast($0, to: ObserverList.self) }
  }

  /// Returns a model that asks another one where this one has no answer.
  ///
  /// Priorities are never compared across models. Grouping does not matter:
  /// `a.fallback(b).fallback(c)` and `a.fallback(b.fallback(c))` ask a, b, c.
  /// One evaluation uses the ``budget`` of the first; each keeps its own limit of memory.
  /// A key that two of the models declare with different types is an error of
  /// the evaluation that asks for it. The observers of both are told of all answers.
  public func fallback(_ other: RuleModel) -> RuleModel {
    RuleModel(
      links: links + other.links, observers: ObserverList.merge(observers, other.observers),
      liveOwners: liveOwners + other.liveOwners)
  }

  /// Returns a model that asks a live one where this one has no answer.
  public func fallback(_ other: LiveRuleModel) -> RuleModel { fallback(other.model) }
}

extension RuleContext {
  /// Creates a context without values that asks a live model.
  public init(_ live: LiveRuleModel) {
    self.init(live.model)
  }

  /// Returns a copy that keeps the generations of this moment over all evaluations.
  public func pinned() -> RuleContext {
    var copy = self
    copy.model = RuleModel(links: model.links.map(\.pinned), observers: model.observers)
    return copy
  }
}
