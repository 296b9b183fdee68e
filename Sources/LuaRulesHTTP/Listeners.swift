#if HTTP
  import Synchronization

  /// Those who iterate over streams of the same elements.
  final class Listeners<Element: Sendable>: Sendable {
    private struct State {
      var all: [Int: AsyncStream<Element>.Continuation] = [:]
      var last = 0
      var isFinished = false
    }

    private let state = Mutex(State())
    /// The most elements that wait for a slow listener; older ones are lost.
    private let capacity: Int

    init(capacity: Int) {
      self.capacity = capacity
    }

    /// Returns a stream of the elements from now on.
    func subscribe() -> AsyncStream<Element> {
      let (stream, continuation) = AsyncStream.makeStream(
        of: Element.self, bufferingPolicy: .bufferingNewest(capacity))
      let number: Int? = state.withLock { state in
        guard !state.isFinished else { return nil }
        state.last += 1
        state.all[state.last] = continuation
        return state.last
      }
      guard let number else {
        continuation.finish()
        return stream
      }
      continuation.onTermination = { [weak self] _ in
        _ = self?.state.withLock { $0.all.removeValue(forKey: number) }
      }
      return stream
    }

    /// Sends an element to all; no lock is held while they are told.
    func send(_ element: Element) {
      for listener in state.withLock({ $0.all.values.map(\.self) }) { listener.yield(element) }
    }

    /// Ends all streams, and those to come.
    func finish() {
      let all = state.withLock { state in
        state.isFinished = true
        defer { state.all = [:] }
        return state.all.values.map(\.self)
      }
      for listener in all { listener.finish() }
    }
  }
#endif
