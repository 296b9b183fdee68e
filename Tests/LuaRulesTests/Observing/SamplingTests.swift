import LuaRules
import Synchronization
import Testing

struct SamplingTests {
  private static let rules = #"{ key = "a", value = 1 }, { key = "b", value = 2 },"#

  /// Counts what it is told, by key.
  private final class Counter: RuleObserver {
    let counts = Mutex<[String: Int]>([:])
    var total: Int { counts.withLock { $0.values.reduce(0, +) } }

    func observe(_ answer: ObservedAnswer) {
      counts.withLock { $0[answer.key, default: 0] += answer.weight }
    }
  }

  @Test func `one answer in N is told, and stands for N`() throws {
    let counter = Counter()
    let all = Counter()
    let context = RuleContext(
      try model(Self.rules)
        .observed(by: counter, sampling: .oneIn(10)).observed(by: all))
    for _ in 0..<500 {
      _ = context["a"]
      _ = context["b"]
    }
    #expect(counter.total == 1000)
    #expect(all.total == 1000)
    // A rhythm of two keys does not always meet the same one.
    let counts = counter.counts.withLock { $0 }
    #expect(counts.count == 2)
    #expect(counts.values.allSatisfy { $0.isMultiple(of: 10) })
  }

  @Test func `each observer has a sampling of its own`() throws {
    let counters = [2, 3, 7].map { ($0, Counter()) }
    var sampled = try model(Self.rules)
    for (count, counter) in counters {
      sampled = sampled.observed(by: counter, sampling: .oneIn(count))
    }
    let context = RuleContext(sampled)
    for _ in 0..<420 { _ = context["a"] }
    #expect(counters.map(\.1.total) == [420, 420, 420])
  }

  @Test func `more samplings than a thread remembers still come to one in N`() throws {
    let counter = Counter()
    let contexts = try (0..<64).map { _ in
      RuleContext(
        try model(Self.rules)
          .observed(by: counter, sampling: .oneIn(4)))
    }
    for _ in 0..<500 { contexts.forEach { _ = $0["a"] } }
    // 32,000 questions, of which about 8,000 are picked, each standing for four.
    #expect(abs(counter.total - 32_000) < 2_000)
  }

  @Test func `threads are sampled each for itself`() async throws {
    let counter = Counter()
    let model = try model(Self.rules).observed(by: counter, sampling: .oneIn(5))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          let context = RuleContext(model)
          for _ in 0..<2_000 { _ = context["a"] }
        }
      }
    }
    // Each thread may be within a block at its beginning and at its end.
    #expect(abs(counter.total - 4_000) <= 4 * 5)
  }

  @Test func `a count that is no count is every answer`() throws {
    let counter = Counter()
    let context = RuleContext(
      try model(Self.rules).observed(by: counter, sampling: .oneIn(-3)))
    for _ in 0..<10 { _ = context["a"] }
    #expect(counter.total == 10)
  }
}
