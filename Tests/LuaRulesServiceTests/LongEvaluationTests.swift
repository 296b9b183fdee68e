#if Service
  import Foundation
  import Hummingbird
  import LuaRules
  import LuaRulesService
  import NIOCore
  import Synchronization
  import Testing

  /// Rules that compute for long, beside requests that must not wait for them.
  ///
  /// One after the other: each service leaves one thread of the tasks free, and several do not.
  @Suite(.serialized)
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
        if semaphore.wait(timeout: .now() + 60) == .timedOut { counts.withLock { $0.late += 1 } }
      }

      func open(for count: Int) {
        for _ in 0..<count { semaphore.signal() }
      }

      /// Waits until so many wait, or have waited, or no other has come for ten seconds.
      ///
      /// Where a machine stalls, the service takes an evaluation for a long one before all have begun, and
      /// begins no others.
      func gather(_ count: Int) async throws {
        var (before, rounds) = (0, 0)
        while waitingCount < count, lateCount == 0, rounds < 10_000 {
          try await Task.sleep(for: .milliseconds(1))
          rounds = waitingCount == before ? rounds + 1 : 0
          before = waitingCount
        }
      }
    }

    /// How many evaluations of a flag run at one time before one has ended.
    private static let firstCount = 2 * System.coreCount - 1
    /// How many evaluations of a flag run at one time after one took long.
    private static let longCount = max(1, System.coreCount - 1)

    private let door = Door()
    private let client: RouterClient

    init() throws {
      let rules = """
        return {
          { key = "short", value = 1 },
          { key = "computed", value = function(c) return #host.name() end },
          { key = "stall", value = function(c) return host.stall() end },
          { key = "pause", value = function(c) return host.pause() end },
          { key = "wait", value = function(c) return host.wait() end },
        }
        """
      let live = try LiveRuleModel(
        sources: [RuleSource(text: rules)],
        host: [
          "name": .function { "Ann" },
          "stall": .function { [door] in
            if door.waitingCount == 0 { Thread.sleep(forTimeInterval: 0.02) }
            return 1
          },
          "pause": .function {
            Thread.sleep(forTimeInterval: 0.02)
            return 1
          },
          "wait": .function { [door] in
            door.wait()
            return 2
          },
        ], live: .silent)
      client = RouterClient(RuleService(live))
    }

    private func ask(_ key: String) async throws -> HTTPResponse.Status {
      try await client.execute(uri: "/ofrep/v1/evaluate/flags/\(key)", method: .post).status
    }

    private func expectAnswer(of key: String) async throws {
      #expect(try await ask(key) == .ok)
    }

    private func expectProbe() async throws {
      for path in ["/healthz", "/readyz", "/metrics"] {
        #expect(try await client.execute(uri: path, method: .get).status == .ok)
      }
    }

    private func expectShortAnswers(count: Int = 1) async throws {
      for _ in 0..<count {
        for key in ["short", "computed"] { try await expectAnswer(of: key) }
      }
    }

    /// Asks for the flag `wait` many times, and runs a body meanwhile.
    private func whileWaiting(_ count: Int, _ body: () async throws -> Void) async throws {
      try await withThrowingTaskGroup { group in
        for _ in 0..<count { group.addTask { try await ask("wait") } }
        try await body()
        door.open(for: count)
        for try await status in group { #expect(status == .ok) }
      }
    }

    /// Asks for the flag `wait` twice, one after the other, so that it is known to take long.
    private func waitTwice() async throws {
      for count in 1...2 {
        try await whileWaiting(1) {
          try await door.gather(count)
          try await Task.sleep(for: .milliseconds(20))
        }
      }
    }

    @Test func `probes are answered while the first evaluations take long`() async throws {
      let count = 4 * System.coreCount
      try await whileWaiting(count) {
        try await door.gather(Self.firstCount)
        try await expectProbe()
      }
      #expect(door.lateCount == 0)
    }

    @Test(arguments: [0, 200])
    func `short questions are answered while a flag takes long`(between: Int) async throws {
      try await waitTwice()
      // Short ones do not make the long one be forgotten.
      try await expectShortAnswers(count: between)
      try await whileWaiting(4 * System.coreCount) {
        try await door.gather(2 + Self.longCount)
        try await expectShortAnswers(count: 10)
        try await expectProbe()
        #expect(door.waitingCount == 2 + Self.longCount)
      }
      #expect(door.lateCount == 0)
    }

    @Test func `short questions are answered when the first long one has ended`() async throws {
      let count = 4 * System.coreCount
      try await whileWaiting(count) {
        try await door.gather(Self.firstCount)
        try await Task.sleep(for: .milliseconds(20))
        door.open(for: Self.firstCount)
        // Those that waited meanwhile leave the threads for others.
        try await door.gather(Self.firstCount + Self.longCount)
        try await expectShortAnswers(count: 10)
      }
      #expect(door.lateCount == 0)
    }

    @Test func `a flag that took long once does not wait for long ones`() async throws {
      try await expectAnswer(of: "stall")
      try await waitTwice()
      try await whileWaiting(2 * System.coreCount) {
        try await door.gather(2 + Self.longCount)
        try await expectAnswer(of: "stall")
      }
      #expect(door.lateCount == 0)
    }

    @Test func `several long flags, short ones and probes are answered together`() async throws {
      try await waitTwice()
      try await withThrowingTaskGroup { group in
        for _ in 0..<20 {
          group.addTask { try await expectAnswer(of: "pause") }
          group.addTask { try await expectShortAnswers(count: 10) }
          group.addTask { try await expectProbe() }
        }
        try await group.waitForAll()
      }
      try await whileWaiting(2 * System.coreCount) {
        try await door.gather(2 + Self.longCount)
        #expect(try await client.execute(uri: "/explain/short", method: .post).status == .ok)
        try await expectShortAnswers()
      }
      #expect(door.lateCount == 0)
    }
  }
#endif
