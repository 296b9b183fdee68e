extension RuleContext {
  /// Returns the values at some accessors now, and again whenever a new generation changes one of
  /// them.
  ///
  /// ```swift
  /// for await (title, color) in context.values(of: \.title, \.color) {
  ///   show(title, in: color)
  /// }
  /// ```
  ///
  /// The generations are those of the live models that the context asks, as its model or among the
  /// fallbacks. All values of one tuple are answers of one moment: of one generation of each live
  /// model. Generations that a slow consumer has missed are left out. With one accessor there is no
  /// tuple, but its value.
  ///
  /// A context is a value: what is set on it later changes nothing. For that, ask a
  /// ``RuleEnvironment``.
  ///
  /// - Parameter path: The accessors, or paths that begin with one.
  /// - Returns: The values; see ``ValueUpdates``. They end when all live models have stopped, and
  ///   after the first values if there are none.
  public func values<each Value: Equatable & Sendable>(
    of path: repeat any KeyPath<RuleContext, each Value> & Sendable
  ) -> ValueUpdates<(repeat each Value)> {
    ValueUpdates(of: repeat each path) { LiveContextUpdates(self) }
  }
}

/// A context, again after the events of its live models.
private struct LiveContextUpdates: ContextUpdates {
  private let context: RuleContext
  private let hubs: [EventHub<LiveRuleEvent>]
  private var swaps: AsyncStream<Void>.Iterator
  private var hasEnded = false

  init(_ context: RuleContext) {
    self.context = context
    hubs = context.model.liveModels.map(\.hub)
    swaps = context.model.swaps.makeAsyncIterator()
  }

  mutating func next() async -> RuleContext? {
    guard !hasEnded, !Task.isCancelled, await swaps.next() != nil else { return nil }
    // The last swap may have come together with the end, so it is looked at once more.
    hasEnded = hubs.allSatisfy(\.isFinished)
    return context.pinned()
  }
}
