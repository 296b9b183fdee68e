import LuaBridge

extension RuleModel {
  /// Creates a model that always answers with the current generation of a live model.
  public init(_ live: LiveRuleModel) {
    self.init(live.chain, keptBy: live)
  }

  /// The observers of answers; `nil` if nobody observes.
  ///
  /// INVARIANT: whoever gives a chain observers gives an ``ObserverList``.
  var observers: ObserverList? {
    observing.map { SameType.downcast($0, to: ObserverList.self) }
  }

  /// Returns a model that asks `other` if this one has no answer.
  ///
  /// Priorities are never compared across models. Grouping does not matter:
  /// `a.fallback(b).fallback(c)` and `a.fallback(b.fallback(c))` ask a, b, c.
  /// One evaluation uses the ``budget`` of the first; each keeps its own memory limit.
  /// A key that two of the models declare with different types is an error of
  /// the evaluation that reads it. The observers of both receive all answers.
  public func fallback(_ other: RuleModel) -> RuleModel {
    RuleModel(
      links: links + other.links, observers: ObserverList.merge(observers, other.observers),
      liveOwners: liveOwners + other.liveOwners)
  }

  /// Returns a model that asks a live model if this one has no answer.
  public func fallback(_ other: LiveRuleModel) -> RuleModel { fallback(other.model) }

  /// The live models whose current generation answers, fallbacks included.
  package var liveModels: [LiveRuleModel] {
    links.compactMap { link in
      guard case .live(let slot) = link else { return nil }
      return SameType.downcast(slot, to: ObservableSlot.self).owner
    }
  }

  /// Elements after the events of the live models, and a first one at once; each use makes a new
  /// subscription.
  ///
  /// Events that nobody waits for are one element. The stream ends only with its task, and keeps no
  /// live model alive.
  package var swaps: AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let signal = ChangeSignal(continuation)
    let hubs = liveModels.map(\.hub)
    continuation.onTermination = { _ in
      for hub in hubs { hub.remove(signal) }
    }
    for hub in hubs { hub.add(signal) }
    signal.ring()
    return stream
  }

  /// Whether both ask the same generations of the same models.
  package func hasSameGenerations(as other: RuleModel) -> Bool {
    current.elementsEqual(other.current, by: ===)
  }
}

extension RuleContext {
  /// Creates a context without values that asks a live model.
  public init(_ live: LiveRuleModel) {
    self.init(live.model)
  }

  /// Returns a copy in which all evaluations use the generations of this moment.
  public func pinned() -> RuleContext {
    var copy = self
    copy.model = RuleModel(links: model.links.map(\.pinned), observers: model.observers)
    return copy
  }
}
