import Synchronization

/// A clock that goes on when all instances wait, and then at once to the next one that is due.
///
/// Work is counted: whoever does some, such as a task that was woken, does it until it waits again.
final class VirtualClock: Sendable {
  private struct State {
    var now = 0
    /// The instances that wait, by the tick at which they are due.
    var due: [[CheckedContinuation<Void, Never>]] = []
    var working = 0
    var whenIdle: CheckedContinuation<Void, Never>?
  }

  private static let ticksPerSecond = 100.0
  private let state = Mutex(State())

  /// The seconds since the start.
  var now: Double { Double(state.withLock { $0.now }) / Self.ticksPerSecond }

  /// Counts work that begins without having waited.
  func begin() { state.withLock { $0.working += 1 } }

  /// Ends the work of the caller until the time is over.
  func wait(_ seconds: Double) async {
    await withCheckedContinuation { continuation in
      endWork { state in
        let tick = state.now + max(1, Int((seconds * Self.ticksPerSecond).rounded()))
        while state.due.count <= tick { state.due.append([]) }
        state.due[tick].append(continuation)
      }
    }
  }

  /// Lets time pass up to a second, with all that is due until then.
  func run(until end: Double) async {
    let last = Int(end * Self.ticksPerSecond)
    while true {
      await idle()
      let woken = state.withLock { state in
        repeat {
          state.now += 1
        } while state.now < last && (state.now >= state.due.count || state.due[state.now].isEmpty)
        guard state.now < state.due.count else { return [CheckedContinuation<Void, Never>]() }
        defer { state.due[state.now] = [] }
        state.working += state.due[state.now].count
        return state.due[state.now]
      }
      for continuation in woken { continuation.resume() }
      if now >= end { break }
    }
    await idle()
  }

  /// Waits, in true time, until nobody works.
  private func idle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.working > 0 { state.whenIdle = continuation }
        return state.working == 0
      }
      if isIdle { continuation.resume() }
    }
  }

  private func endWork(_ change: (inout sending State) -> Void) {
    let idle: CheckedContinuation<Void, Never>? = state.withLock { state in
      change(&state)
      state.working -= 1
      guard state.working == 0 else { return nil }
      defer { state.whenIdle = nil }
      return state.whenIdle
    }
    idle?.resume()
  }
}
