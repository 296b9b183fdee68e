#if Service
  import Foundation
  import Hummingbird
  import LuaRules
  import LuaRulesService
  import NIOCore
  import Synchronization
  import Testing

  /// Rules that compute for long, beside requests that must not wait for them.
  struct LongEvaluationTests {
    /// What host functions wait for.
    private final class Door: Sendable {
      private let semaphore = DispatchSemaphore(value: 0)
      private let counts = Mutex((waiting: 0, late: 0))

      /// How many wait, or have waited.
      var waitingCount: Int { counts.withLock { $0.waiting } }
      /// How many waited in vain.
      var lateCount: Int { counts.withLock { $0.late } }

      func wait() {
        counts.withLock { $0.waiting += 1 }
        if semaphore.wait(timeout: .now() + 20) == .timedOut { counts.withLock { $0.late += 1 } }
      }

      func open(for count: Int) {
        for _ in 1...count { semaphore.signal() }
      }
    }

    @Test func `rules that take long do not hold up other requests`() async throws {
      let door = Door()
      let rules = """
        return {
          { key = "pause", value = function(c) return host.pause() end },
          { key = "wait", value = function(c) return host.wait() end },
        }
        """
      let live = try LiveRuleModel(
        sources: [RuleSource(rules)],
        host: [
          "pause": .function {
            Thread.sleep(forTimeInterval: 0.01)
            return 1
          },
          "wait": .function {
            door.wait()
            return 2
          },
        ], live: .silent)
      let client = RouterClient(RuleService(live))
      let path = "/ofrep/v1/evaluate/flags"
      // The service notices that rules may take long.
      #expect(try await client.execute(uri: "\(path)/pause", method: .post).status == .ok)
      let count = 2 * System.coreCount
      try await withThrowingTaskGroup { group in
        for _ in 1...count {
          group.addTask { try await client.execute(uri: "\(path)/wait", method: .post).status }
        }
        while door.waitingCount < System.coreCount {
          try await Task.sleep(for: .milliseconds(1))
        }
        #expect(try await client.execute(uri: "/healthz", method: .get).status == .ok)
        door.open(for: count)
        for try await status in group { #expect(status == .ok) }
      }
      #expect(door.lateCount == 0)
    }
  }
#endif
