import Foundation
import Synchronization
import Testing

@testable import LuaRules

/// Rules in which every key gives the same number, some by way of others.
private func rules(_ number: Int) -> String {
  """
  return {
    { key = "all", value = function(c) return c.a .. "/" .. c.b .. "/" .. c.c end },
    { key = "a", value = "\(number)" },
    { key = "b", value = function(c) return c.a end, when = { missing = null } },
    { key = "b", value = "\(number)" },
    { key = "c", value = function(c) return "\(number)" end },
  }
  """
}

/// Where the rules of a test are kept.
enum RuleStore: String, Codable, CaseIterable {
  case files
  case texts
}

/// Two threads that ask all the time.
private final class Askers: Sendable {
  private struct State {
    var isStopped = false
    var counts = [0, 0]
    var faults: [String] = []
    var running = 0
  }

  private let state = Mutex(State())

  init(_ live: LiveRuleModel) {
    state.withLock { $0.running = 2 }
    for number in 0..<2 {
      Thread { [self] in
        ask(RuleContext(live), as: number)
        state.withLock { $0.running -= 1 }
      }.start()
    }
  }

  var counts: [Int] { state.withLock { $0.counts } }
  var faults: [String] { state.withLock { $0.faults } }

  /// Ends the threads and waits for them.
  func stop() async -> Bool {
    state.withLock { $0.isStopped = true }
    return await eventually { state.withLock { $0.running == 0 } }
  }

  private func ask(_ context: RuleContext, as number: Int) {
    var context = context
    context["missing"] = String?.none
    var last = 0
    while !state.withLock({ $0.isStopped }) {
      do {
        let all = try context.value(at: "all", as: String.self).split(separator: "/")
        let now = Int(all[0]) ?? -1
        if Set(all).count != 1 { report("mixed evaluation: \(all)") }
        if now < last { report("\(now) after \(last)") }
        last = now
        let pinned = context.pinned()
        let keys = try ["a", "all", "b", "c"].map { try pinned.value(at: $0, as: String.self) }
        if Set(keys.flatMap { $0.split(separator: "/") }).count != 1 {
          report("mixed generations: \(keys)")
        }
      } catch {
        report("\(error)")
      }
      state.withLock { $0.counts[number] += 1 }
    }
  }

  private func report(_ fault: String) {
    state.withLock { state in
      if state.faults.count < 10 { state.faults.append(fault) }
    }
  }
}

/// A live model that is swapped while two threads ask it.
private struct SwapLoad {
  private struct Generation { weak var core: ModelCore? }

  let live: LiveRuleModel
  private let save: (Int) throws -> Void
  private var generations: [Generation] = []

  init(_ store: RuleStore) throws {
    var liveOptions = LiveRuleOptions()
    liveOptions.logger.logLevel = .critical
    switch store {
    case .files:
      let folder = try RuleFolder()
      try folder.write(rules(0), to: "a.lua")
      save = { number in
        let isInPlace = number % 2 == 0
        try folder.write(rules(number), to: isInPlace ? "a.lua" : "a.tmp")
        if !isInPlace { try folder.rename("a.tmp", to: "a.lua") }
      }
      live = try LiveRuleModel(contentsOf: URL(filePath: folder.path), live: liveOptions)
    case .texts:
      let source = TextSource(rules(0))
      save = { source.set(rules($0)) }
      live = try LiveRuleModel(source, live: liveOptions)
    }
  }

  /// Swaps, and has each thread answer between one swap and the next; tells how many are done.
  mutating func run(swaps: Int, whenDone: (Int) throws -> Void = { _ in }) async throws {
    let askers = Askers(live)
    for number in 1...swaps {
      let before = live.generation
      try save(number)
      // Most are asked for, some come by themselves.
      if number % 10 != 0 { try await live.reload() }
      #expect(await eventually { live.generation > before })
      generations.append(Generation(core: live.snapshot.models.first))
      let counts = askers.counts
      let isAnswering = await eventually {
        zip(counts, askers.counts).allSatisfy { $0 + 2 <= $1 }
      }
      try #require(isAnswering, "an asking thread is blocked")
      try whenDone(number)
    }
    #expect(await askers.stop())
    #expect(askers.faults == [])
    #expect(try RuleContext(live).value(at: "a", as: String.self) == "\(swaps)")
    #expect(live.generation == swaps + 1)
    let alive = generations
    #expect(await eventually { alive.count { $0.core != nil } <= 5 })
  }
}

// One after the other: each keeps two processors busy.
@Suite(.serialized, .timeLimit(.minutes(15))) struct SwapsUnderLoadTests {
  private static let swaps = 1000

  @Test(arguments: RuleStore.allCases)
  fileprivate func `no evaluation fails, waits or mixes generations while rules are swapped`(
    store: RuleStore
  ) async throws {
    var load = try SwapLoad(store)
    try await load.run(swaps: Self.swaps)
  }

  #if os(Linux)
    /// Runs in a process of its own, where no other test needs memory.
    @Test(.enabled(if: ProcessUse.isMeasured), arguments: RuleStore.allCases)
    fileprivate func `swaps leave nothing behind`(store: RuleStore) async {
      await #expect(processExitsWith: .success) { [store] in
        var load = try SwapLoad(store)
        var uses: [ProcessUse] = []
        try await load.run(swaps: 400) { number in
          if number.isMultiple(of: 100) { uses.append(try ProcessUse()) }
        }
        ProcessUse.expectFlat(uses)
      }
    }
  #endif
}
