extension LiveRuleModel {
  /// Returns the value for a key now, and again whenever a new generation changes it.
  ///
  /// Values are computed on the consumer's side, and compared by `==`. An
  /// error goes to the context's ``RuleContext/onError``, and the default is
  /// the value then.
  public func values<Value: Equatable & Sendable>(
    of path: any KeyPath<RuleContext, Value> & Sendable, in context: RuleContext
  ) -> ValueUpdates<Value> {
    ValueUpdates(path: path, context: context, hub: hub)
  }
}

/// The values of a key over the generations of a live model.
public struct ValueUpdates<Value: Equatable & Sendable>: AsyncSequence, Sendable {
  let path: any KeyPath<RuleContext, Value> & Sendable
  let context: RuleContext
  let hub: EventHub

  /// Begins with the value of the moment at which it is first asked.
  public func makeAsyncIterator() -> Iterator {
    Iterator(path: path, context: context, events: hub.subscribe().makeAsyncIterator())
  }

  /// The way through the values.
  public struct Iterator: AsyncIteratorProtocol {
    let path: any KeyPath<RuleContext, Value> & Sendable
    let context: RuleContext
    var events: AsyncStream<LiveRuleEvent>.Iterator
    private var last: Value?

    init(
      path: any KeyPath<RuleContext, Value> & Sendable, context: RuleContext,
      events: AsyncStream<LiveRuleEvent>.Iterator
    ) {
      self.path = path
      self.context = context
      self.events = events
    }

    /// Returns the next value that is not equal to the one before, or `nil` when
    /// the live model has ended.
    public mutating func next() async -> Value? {
      if last == nil {
        last = context[keyPath: path]
        return last
      }
      while await events.next() != nil {
        let value = context[keyPath: path]
        if value != last {
          last = value
          return value
        }
      }
      return nil
    }
  }
}
