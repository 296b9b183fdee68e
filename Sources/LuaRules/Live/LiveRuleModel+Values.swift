extension LiveRuleModel {
  /// Returns the values at some accessors now, and again whenever a new generation changes one of
  /// them.
  ///
  /// ```swift
  /// for await (title, color) in live.values(of: \.title, \.color, in: context) {
  ///   show(title, in: color)
  /// }
  /// ```
  ///
  /// All values of one tuple are answers of one generation; generations that a slow consumer has
  /// missed are left out. With one accessor there is no tuple, but its value.
  ///
  /// - Parameters:
  ///   - path: The accessors, or paths that begin with one.
  ///   - context: The context to ask, whose model is the live model, or has it among its fallbacks.
  /// - Returns: The values; see ``ValueUpdates``.
  public func values<each Value: Equatable & Sendable>(
    of path: repeat any KeyPath<RuleContext, each Value> & Sendable, in context: RuleContext
  ) -> ValueUpdates<(repeat each Value)> {
    ValueUpdates(of: repeat each path) { [hub] in
      LiveContextUpdates(context: context, events: hub.subscribe().makeAsyncIterator())
    }
  }
}

/// A context, again after each event of a live model.
private struct LiveContextUpdates: ContextUpdates {
  let context: RuleContext
  var events: AsyncStream<LiveRuleEvent>.Iterator
  private var isFirst = true

  init(context: RuleContext, events: AsyncStream<LiveRuleEvent>.Iterator) {
    self.context = context
    self.events = events
  }

  mutating func next() async -> RuleContext? {
    if isFirst {
      isFirst = false
      return Task.isCancelled ? nil : context.pinned()
    }
    return await events.next() == nil ? nil : context.pinned()
  }
}
