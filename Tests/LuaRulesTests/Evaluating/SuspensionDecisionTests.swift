import Synchronization
import Testing

@testable import LuaRules

/// What becomes of a function that used up its budget, without an evaluation around it.
struct SuspensionDecisionTests {
  private final class Clock: Sendable {
    let now = Mutex(Duration.zero)
  }

  private func suspensions(
    _ behavior: SuspensionPolicy.Behavior, at clock: Clock
  ) -> Suspensions {
    var policy = SuspensionPolicy(after: 2, pause: .seconds(1), behavior: behavior)
    policy.clock = { clock.now.withLock { $0 } }
    return Suspensions(policy)
  }

  private func fail(_ suspensions: Suspensions) {
    suspensions.noteHit(of: 3, RuleError.Note("too much"), in: nil)
  }

  @Test func `it fails, or declines, once it has failed often enough`() throws {
    let failing = suspensions(.fail, at: Clock())
    fail(failing)
    #expect(try !failing.declines(3, for: "color", mayTry: true))
    fail(failing)
    let error = #expect(throws: RuleError.self) {
      try failing.declines(3, for: "color", mayTry: true)
    }
    #expect(error?.code == .suspended)
    #expect(error?.message.contains("`color`") == true && error?.notes.first?.message == "too much")
    #expect(try !failing.declines(4, for: "color", mayTry: true))

    let declining = suspensions(.decline, at: Clock())
    fail(declining)
    fail(declining)
    #expect(try declining.declines(3, for: "color", mayTry: true))
  }

  @Test func `one question tries it after the pause; one that looks on does not`() throws {
    let clock = Clock()
    let suspensions = suspensions(.decline, at: clock)
    fail(suspensions)
    fail(suspensions)
    clock.now.withLock { $0 = .seconds(2) }
    #expect(try !suspensions.declines(3, for: "color", mayTry: false))
    #expect(try !suspensions.declines(3, for: "color", mayTry: true))
    #expect(try suspensions.declines(3, for: "color", mayTry: true), "another one tries it")
  }
}
