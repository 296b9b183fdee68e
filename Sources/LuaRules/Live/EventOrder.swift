import Synchronization

/// Puts the events of a live model into the order in which they happened.
///
/// Swaps are published by several threads, and told after that; one may
/// overtake the other on the way. Events are delivered one after the other,
/// on one of the threads that tell them, and no lock is held meanwhile.
//
// INVARIANT: each generation is told once, or those after it never are.
final class EventOrder: Sendable {
  private struct State {
    /// The last generation that was delivered.
    var generation: Int
    /// What can be delivered, in order.
    var ready: [LiveRuleEvent] = []
    /// Swaps that arrived before the one that precedes them, by generation.
    var early: [Int: LiveRuleEvent] = [:]
    /// What a gate reported of a swap that is not told yet, by generation.
    var reports: [Int: LiveRuleEvent] = [:]
    var isDelivering = false

    mutating func add(_ event: LiveRuleEvent) {
      if case .reported(let generation, _) = event {
        reports[generation] = event
        return
      }
      guard let number = event.newGeneration else { return ready.append(event) }
      early[number] = event
      while let next = early.removeValue(forKey: generation + 1) {
        generation += 1
        if let report = reports.removeValue(forKey: generation) { ready.append(report) }
        ready.append(next)
      }
    }
  }

  private let state: Mutex<State>

  init(after generation: Int) {
    state = Mutex(State(generation: generation))
  }

  /// Delivers an event, and others whose turn has come; those of a receiver
  /// that causes events itself follow when it has returned.
  func deliver(_ event: LiveRuleEvent, to receive: (LiveRuleEvent) -> Void) {
    let isFirst = state.withLock { state in
      state.add(event)
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    guard isFirst else { return }
    while let next = next() { receive(next) }
  }

  private func next() -> LiveRuleEvent? {
    state.withLock { state in
      if state.ready.isEmpty {
        state.isDelivering = false
        return nil
      }
      return state.ready.removeFirst()
    }
  }
}

extension LiveRuleEvent {
  /// The generation that became active with the event.
  fileprivate var newGeneration: Int? {
    switch self {
    case .swapped(let generation), .rolledBack(_, let generation): generation
    case .active, .rejected, .refused, .reported, .suspended, .resumed: nil
    }
  }
}
