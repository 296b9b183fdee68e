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
  /// Transforms the elements in their order, with the help of another thread.
  ///
  /// The other thread begins at the end, so that both come to an end at about the same time.
  ///
  /// - Parameters:
  ///   - queue: Helps behind the other work; by default a thread of its own.
  ///   - transform: Transforms an element.
  /// - Returns: The results.
  package func concurrentMap<Result: Sendable>(
    in queue: ConcurrentQueue = ConcurrentQueue(),
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    // How many parts there are at most, each of which one thread transforms.
    let most = 32
    let size = (count + most - 1) / most
    let parts = stride(from: 0, to: count, by: Swift.max(size, 1)).reversed().map { start in
      ConcurrentResult(in: queue) { self[start...].prefix(size).map(transform) }
    }
    return parts.reversed().flatMap(\.value)
  }
}
