extension LiveRuleModel {
  /// Returns the value for a key now, and again whenever a new generation changes it.
  ///
  /// Values are computed in the consumer's task, and compared by `==`. After an
  /// error, which goes to the context's ``RuleContext/onError``, the value is the
  /// key's default.
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

  /// Creates an iterator; its first value is that at the time of the first `next()`.
  public func makeAsyncIterator() -> Iterator {
    Iterator(path: path, context: context, events: hub.subscribe().makeAsyncIterator())
  }

  /// The iterator over the values.
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

    /// Returns the next value that differs from the one before; `nil` after
    /// ``LiveRuleModel/stop()``, or after the end of the live model.
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
