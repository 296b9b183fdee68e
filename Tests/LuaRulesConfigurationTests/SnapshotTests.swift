#if Configuration
  import Configuration
  import LuaRules
  import LuaRulesConfiguration
  import Synchronization
  import Testing

  /// A snapshot is one generation.
  struct SnapshotTests {
    private static func model(_ number: Int) throws -> RuleModel {
      let rules = ["a", "b.c", "bD"].map { "{ key = '\($0)', value = \(number) }" }
      return try RuleModel(text: "return { \(rules.joined(separator: ", ")) }")
    }

    @Test func `a snapshot goes on to answer as it did`() throws {
      let live = try LiveRuleModel(sources: [RuleSource(text: "return {}")])
      try live.replace(with: try Self.model(1))
      let provider = RuleConfigProvider(live, name: "rules")
      let before = provider.snapshot()
      try live.replace(with: try Self.model(2))
      #expect(try before.ask("b.d", .int).value == 1)
      #expect(try provider.snapshot().ask("b.d", .int).value == 2)
      #expect(try provider.ask("b.d", .int).value == 2)
      #expect(before.providerName == "RuleConfigProvider[rules]")
      #expect("\(provider)" == "RuleConfigProvider[rules]: 3 keys")
    }

    /// Asks each of some snapshots for values; returns what it gave.
    private static func ask(_ provider: RuleConfigProvider) throws -> [[ConfigValue?]] {
      try (0..<300).map { _ in
        let snapshot = provider.snapshot()
        return try ["a", "b.c", "b.d", "a"].map { try snapshot.ask($0, .int).value }
      }
    }

    @Test func `all values are of one generation while another thread swaps`() async throws {
      let live = try LiveRuleModel(sources: [RuleSource(text: "return {}")])
      let models = try (0..<8).map { try Self.model($0) }
      try live.replace(with: models[0])
      let provider = RuleConfigProvider(live)
      let running = Counter(2)
      let seen = try await withThrowingTaskGroup { group in
        for _ in 0..<2 {
          group.addTask {
            defer { running.decrement() }
            return try Self.ask(provider)
          }
        }
        var number = 0
        while running.count > 0 {
          number += 1
          try live.replace(with: models[number % models.count])
          await Task.yield()
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(seen.count == 600)
      let mixed = seen.filter { $0[0] == nil || Set($0).count != 1 }
      #expect(mixed.isEmpty)
    }
  }

  /// A number that threads share.
  private final class Counter: Sendable {
    private let value: Atomic<Int>
    init(_ count: Int) { value = Atomic(count) }
    var count: Int { value.load(ordering: .acquiring) }
    func decrement() { value.subtract(1, ordering: .acquiringAndReleasing) }
  }
#endif
