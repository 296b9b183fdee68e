import Dispatch
import Synchronization

/// Asks the gate of a live model, with a time limit.
final class GateJudge: Sendable {
  /// Allows one decision at a time; no evaluation waits for its holder.
  private let turn = DispatchSemaphore(value: 1)
  /// The queue of the decisions; serial, so that it gets a thread although all others are busy.
  private let queue = DispatchQueue(label: "luarules.gate", qos: .userInitiated)
  /// Whether a gate is working, perhaps after its time limit.
  private let isAtWork = Mutex(false)

  /// A running decision of a gate.
  private final class Judgement: Sendable {
    let live: ObjectIdentifier
    /// Whether the decision was made; tasks that the gate started may live longer than it.
    let isOver = Atomic(false)

    init(of live: LiveRuleModel) {
      self.live = ObjectIdentifier(live)
    }
  }

  /// The decision in whose thread or task the current code runs.
  @TaskLocal private static var current: Judgement?

  /// Returns the decision of the gate; a gate that cannot decide refuses.
  func decision(of gate: ReloadGate, on swap: RuleSwap) -> ReloadGate.Decision {
    let outer = Self.current
    if let outer, outer.live == ObjectIdentifier(swap.live),
      !outer.isOver.load(ordering: .acquiring)
    {
      return .refuse(reason: "a gate cannot swap the model that it judges")
    }
    turn.wait()
    defer { turn.signal() }
    guard
      isAtWork.withLock({ isAtWork in
        defer { isAtWork = true }
        return !isAtWork
      })
    else { return .refuse(reason: "the gate is still judging an earlier generation") }
    let given = GivenDecision()
    queue.async {
      let judgement = Judgement(of: swap.live)
      let decision = Self.$current.withValue(judgement) { gate.decision(on: swap) }
      judgement.isOver.store(true, ordering: .releasing)
      self.isAtWork.withLock { $0 = false }
      given.give(decision)
    }
    return given.wait(for: gate.timeLimit)
      ?? .refuse(reason: "the gate gave no decision within \(gate.timeLimit)")
  }
}

/// Passes a decision from the gate's thread to the waiting thread.
private final class GivenDecision: Sendable {
  private let decision = Mutex<ReloadGate.Decision?>(nil)
  private let isGiven = DispatchSemaphore(value: 0)

  func give(_ decision: ReloadGate.Decision) {
    self.decision.withLock { $0 = decision }
    isGiven.signal()
  }

  func wait(for limit: Duration) -> ReloadGate.Decision? {
    // About a century, which stands for "no limit" and does not overflow.
    let nanoseconds = min(max(0, limit / .nanoseconds(1)), 3e18)
    _ = isGiven.wait(timeout: .now() + .nanoseconds(Int(nanoseconds)))
    return decision.withLock { $0 }
  }
}
