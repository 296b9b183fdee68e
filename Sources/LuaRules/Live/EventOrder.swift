import Synchronization

/// Puts the events of a live model into the order of the generations.
///
/// Several threads publish swaps and announce them afterwards, so one announcement may
/// overtake another. Events are delivered one after the other,
/// on one of the announcing threads, and no lock is held meanwhile.
//
// INVARIANT: each generation is announced exactly once; otherwise the later
// ones are never delivered.
final class EventOrder: Sendable {
  private struct State {
    /// The last generation that was delivered.
    var generation: Int
    /// The events that can be delivered, in order.
    var ready: [LiveRuleEvent] = []
    /// The swaps that arrived before their predecessor, by generation.
    var early: [Int: LiveRuleEvent] = [:]
    /// The reports of the gate and the warnings for swaps that are not delivered yet, by generation.
    var reports: [Int: [LiveRuleEvent]] = [:]
    var isDelivering = false

    mutating func add(_ event: LiveRuleEvent) {
      switch event {
      case .reported(let number, _), .warned(let number, _):
        guard number > generation else { return ready.append(event) }
        return reports[number, default: []].append(event)
      default: break
      }
      guard let number = event.newGeneration else { return ready.append(event) }
      early[number] = event
      while let next = early.removeValue(forKey: generation + 1) {
        generation += 1
        ready += reports.removeValue(forKey: generation) ?? []
        ready.append(next)
      }
    }
  }

  private let state: Mutex<State>

  init(after generation: Int) {
    state = Mutex(State(generation: generation))
  }

  /// Delivers an event, and other events that are due.
  ///
  /// If `receive` itself causes events, they are delivered after it returns.
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
    case .active, .rejected, .refused, .reported, .warned, .suspended, .resumed: nil
    }
  }
}
