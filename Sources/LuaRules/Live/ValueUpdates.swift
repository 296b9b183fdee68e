/// The values at one accessor or several, each time that one of them changes.
///
/// The values of several accessors are a tuple, and all of one tuple are answers of one generation.
/// Values are computed in the consumer's task, and compared by `==`. After an error, which goes to
/// the context's ``RuleContext/onError``, a value is the `valueOnError` of its key.
public struct ValueUpdates<Value: Sendable>: AsyncSequence, Sendable {
  private let read: @Sendable (RuleContext) -> Value
  private let areEqual: @Sendable (Value, Value) -> Bool
  private let contexts: @Sendable () -> any ContextUpdates

  /// Creates a sequence of the values at some paths.
  ///
  /// - Parameters:
  ///   - path: The paths.
  ///   - contexts: Begins to watch, and gives the contexts to ask.
  init<each Part: Equatable & Sendable>(
    of path: repeat any KeyPath<RuleContext, each Part> & Sendable,
    in contexts: @escaping @Sendable () -> any ContextUpdates
  ) where Value == (repeat each Part) {
    read = { context in (repeat context[keyPath: each path]) }
    areEqual = { left, right in
      for (left, right) in repeat (each left, each right) {
        if left != right { return false }
      }
      return true
    }
    self.contexts = contexts
  }

  /// Creates an iterator; its first value is that at the time of the first `next()`.
  public func makeAsyncIterator() -> Iterator {
    Iterator(updates: self, contexts: contexts())
  }

  /// The iterator over the values.
  public struct Iterator: AsyncIteratorProtocol {
    private let updates: ValueUpdates
    private var contexts: any ContextUpdates
    private var last: Value?

    fileprivate init(updates: ValueUpdates, contexts: any ContextUpdates) {
      self.updates = updates
      self.contexts = contexts
    }

    /// Returns the next value that differs from the one before; `nil` when the task is cancelled,
    /// and for a context when its live models have stopped: after ``LiveRuleModel/stop()``.
    public mutating func next() async -> Value? {
      while let context = await contexts.next() {
        let value = updates.read(context)
        if let last, updates.areEqual(last, value) { continue }
        last = value
        return value
      }
      return nil
    }
  }
}

/// The contexts to ask: one at once, then one whenever something may have changed.
protocol ContextUpdates {
  /// Waits for a change, and returns a context in which all answers are of one generation; `nil` at
  /// the end.
  mutating func next() async -> RuleContext?
}
