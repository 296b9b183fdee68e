import Synchronization

/// A result that another thread finds while the caller goes on.
package final class ConcurrentResult<Value: Sendable>: Sendable {
  private let found = Mutex<Value?>(nil)
  private let find: @Sendable () -> Value

  /// Begins to find a result.
  ///
  /// - Parameters:
  ///   - queue: Finds it behind the other work; by default a thread of its own.
  ///   - find: Finds it; called once.
  package init(
    in queue: ConcurrentQueue = ConcurrentQueue(), _ find: @escaping @Sendable () -> Value
  ) {
    self.find = find
    queue.add { _ = self.value }
  }

  /// The result; waits for it, or finds it here if the thread has not begun.
  package var value: Value {
    found.withLock { found in
      if let found { return found }
      let value = find()
      found = value
      return value
    }
  }
}

extension Array where Element: Sendable {
  /// Transforms the elements in their order, one half of them on another thread.
  ///
  /// - Parameters:
  ///   - queue: Transforms that half behind the other work; by default a thread of its own.
  ///   - transform: Transforms an element.
  /// - Returns: The results.
  package func concurrentMap<Result: Sendable>(
    in queue: ConcurrentQueue = ConcurrentQueue(),
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    let middle = count / 2
    let rest = ConcurrentResult(in: queue) { self[middle...].map(transform) }
    return self[..<middle].map(transform) + rest.value
  }
}
