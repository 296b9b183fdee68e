import Dispatch
import Synchronization

/// Asks the gate of a live model, and does not wait for it for ever.
final class GateJudge: Sendable {
  /// One decision at a time; held by nobody whom an evaluation waits for.
  private let turn = DispatchSemaphore(value: 1)
  /// Whether a gate is at work, perhaps one that nobody waits for any more.
  private let isAtWork = Mutex(false)

  /// One decision that a gate is making.
  private final class Judgement: Sendable {
    let live: ObjectIdentifier
    /// Tasks that the gate began know of it when it has long been made.
    let isOver = Atomic(false)

    init(of live: LiveRuleModel) {
      self.live = ObjectIdentifier(live)
    }
  }

  /// The decision on whose thread, or in whose task, we are.
  @TaskLocal private static var current: Judgement?

  /// Returns what the gate says; what keeps it from an answer is a refusal.
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
    DispatchQueue.global(qos: .userInitiated).async {
      let judgement = Judgement(of: swap.live)
      let decision = Self.$current.withValue(judgement) { Self.decision(gate, swap) }
      judgement.isOver.store(true, ordering: .releasing)
      self.isAtWork.withLock { $0 = false }
      given.give(decision)
    }
    return given.wait(for: gate.timeLimit)
      ?? .refuse(reason: "the gate gave no decision within \(gate.timeLimit)")
  }

  private static func decision(_ gate: ReloadGate, _ swap: RuleSwap) -> ReloadGate.Decision {
    do {
      return try gate.decide(swap)
    } catch {
      return .refuse(reason: "the gate failed: \(error)")
    }
  }
}

/// A decision on its way from the gate's thread to the one that waits for it.
private final class GivenDecision: Sendable {
  private let decision = Mutex<ReloadGate.Decision?>(nil)
  private let isGiven = DispatchSemaphore(value: 0)

  func give(_ decision: ReloadGate.Decision) {
    self.decision.withLock { $0 = decision }
    isGiven.signal()
  }

  func wait(for limit: Duration) -> ReloadGate.Decision? {
    // A century is as good as for ever, and can be counted.
    let nanoseconds = min(max(0, limit / .nanoseconds(1)), 3e18)
    _ = isGiven.wait(timeout: .now() + .nanoseconds(Int(nanoseconds)))
    return decision.withLock { $0 }
  }
}
