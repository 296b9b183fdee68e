#if Service
  import LuaRules
  import Synchronization

  /// The clients that wait for changes of the rules.
  ///
  /// A client holds a place, and at most one mark that there is something to send: however often the rules
  /// change, nothing piles up for a client that does not read. The rules are observed while there are
  /// clients.
  final class EventStreams: Sendable {
    private struct State {
      var clients: [Int: AsyncStream<Void>.Continuation] = [:]
      var last = 0
      /// Observes the rules; `nil` if there are no clients.
      var observation: Task<Void, Never>?
    }

    private let rules: ServedRules
    private let heartbeatInterval: Duration
    private let state = Mutex(State())

    /// Creates streams without clients.
    ///
    /// - Parameters:
    ///   - rules: The rules whose changes clients hear of.
    ///   - heartbeatInterval: The time after which clients are sent something in any case.
    init(_ rules: ServedRules, heartbeatInterval: Duration) {
      self.rules = rules
      self.heartbeatInterval = heartbeatInterval
    }

    /// The number of clients.
    var count: Int { state.withLock { $0.clients.count } }

    /// Gives a client a place.
    ///
    /// - Parameter limit: The number of places.
    /// - Returns: The place; `nil` if all are taken.
    func open(limit: Int) -> EventStream? {
      let (wakes, continuation) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      let number: Int? = state.withLock { state in
        guard state.clients.count < limit else { return nil }
        state.last += 1
        state.clients[state.last] = continuation
        if state.observation == nil {
          state.observation = Task.detached { [self] in await observe() }
        }
        return state.last
      }
      return number.map { number in
        EventStream(wakes: wakes, continuation) { [self] in close(number) }
      }
    }

    private func close(_ number: Int) {
      let ended = state.withLock { state -> Task<Void, Never>? in
        state.clients[number] = nil
        guard state.clients.isEmpty else { return nil }
        defer { state.observation = nil }
        return state.observation
      }
      // Outside of the lock, because it runs what others do at a cancellation.
      ended?.cancel()
    }

    /// Wakes all clients at each swap, and from time to time.
    private func observe() async {
      await withTaskGroup { group in
        for live in rules.models {
          group.addTask { [self] in
            // The first event is the active generation: a swap before it counts, too.
            for await event in live.events where event.changesRules { wakeAll() }
          }
        }
        group.addTask { [self] in
          while (try? await Task.sleep(for: heartbeatInterval)) != nil { wakeAll() }
        }
      }
    }

    private func wakeAll() {
      // Once, before many clients ask for it at the same time.
      _ = rules.current
      for client in state.withLock({ Array($0.clients.values) }) { client.yield() }
    }
  }

  /// The place of a client among those that wait for changes, until its last reference is gone.
  final class EventStream: Sendable {
    /// An element each time there is something to send; several that wait are one.
    let wakes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let close: @Sendable () -> Void

    fileprivate init(
      wakes: AsyncStream<Void>, _ continuation: AsyncStream<Void>.Continuation,
      close: @escaping @Sendable () -> Void
    ) {
      self.wakes = wakes
      self.continuation = continuation
      self.close = close
    }

    deinit { close() }

    /// Ends the stream.
    func end() { continuation.finish() }
  }

  extension LiveRuleEvent {
    /// Whether another generation may answer than before.
    fileprivate var changesRules: Bool {
      switch self {
      case .active, .swapped, .rolledBack: true
      case .rejected, .refused, .reported, .warned, .suspended, .resumed: false
      }
    }
  }
#endif
