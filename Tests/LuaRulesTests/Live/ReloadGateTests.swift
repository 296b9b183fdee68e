import Dispatch
import Observation
import Synchronization
import Testing

@testable import LuaRules

private struct TitleKey: DynamicEnvironmentKey { static let defaultValue = "default" }

extension DynamicEnvironmentPaths {
  fileprivate var title: String { self[dynamic: TitleKey.self] }
}

private func rules(_ title: String) -> String {
  #"return { { key = "title", value = "\#(title)" } }"#
}

private func makeLive(
  _ gate: ReloadGate, _ files: MemoryFileSystem = MemoryFileSystem(["rules/a.lua": rules("1")])
) throws -> LiveRuleModel {
  var options = RuleOptions()
  var liveOptions = LiveRuleOptions()
  options.fileSystem = files
  liveOptions.isWatching = false
  liveOptions.gate = gate
  liveOptions.logger.logLevel = .critical
  liveOptions.keptGenerations = 1000
  return try LiveRuleModel(
    sources: [RuleSource(path: "rules")], options: options, live: liveOptions)
}

/// The live model that a gate asks, which is made after the gate.
private final class Box: Sendable {
  private let content = Mutex<LiveRuleModel?>(nil)
  var live: LiveRuleModel? {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}

/// The sentence of the event that a replacement causes.
private func replacing(_ live: LiveRuleModel, with title: String) async throws -> String? {
  var events = live.events.makeAsyncIterator()
  _ = await events.next()
  try live.replace(with: try RuleModel(text: rules(title)))
  return await events.next()?.description
}

struct ReloadGateTests {
  @Test func `a gate that fails refuses`() async throws {
    struct Broken: Error {}
    let live = try makeLive(ReloadGate { _, _ in throw Broken() })
    #expect(
      try await replacing(live, with: "2")
        == "the gate refused a generation: the gate failed: Broken()")
    #expect(RuleContext(live).title == "1")
  }

  @Test func `a gate that never ends is not waited for, nor asked again before it ends`()
    async throws
  {
    let end = DispatchSemaphore(value: 0)
    let hasEnded = DispatchSemaphore(value: 0)
    let isFirst = Atomic(true)
    let gate = ReloadGate(timeLimit: .milliseconds(50)) { _, _ in
      guard isFirst.exchange(false, ordering: .relaxed) else { return .allow }
      defer { hasEnded.signal() }
      end.wait()
      return .allow
    }
    let live = try makeLive(gate)
    #expect(
      try await replacing(live, with: "2")
        == "the gate refused a generation: the gate gave no decision within 0.05 seconds")
    #expect(
      try await replacing(live, with: "3")
        == "the gate refused a generation: the gate is still judging an earlier generation")
    #expect(RuleContext(live).title == "1")
    // A rescue does not ask the gate.
    #expect(try live.rollback(to: 1) == 2)
    end.signal()
    await onOwnThread { hasEnded.wait() }
    for _ in 0..<2000 where RuleContext(live).title == "1" {
      _ = try await replacing(live, with: "4")
    }
    #expect(RuleContext(live).title == "4")
  }

  @Test func `a gate may ask the model that it judges, but not swap it`() async throws {
    let box = Box()
    defer { box.live = nil }
    let seen = Mutex<[String]>([])
    let gate = ReloadGate { old, new in
      guard let live = box.live else { return .allow }
      let outcome = try live.replace(with: new)
      seen.withLock {
        $0.append("\(RuleContext(live).title) \(live.generation) \(RuleContext(old).title)")
        $0.append("\(outcome) \(RuleContext(new).title)")
      }
      return .allow
    }
    let live = try makeLive(gate)
    box.live = live
    #expect(
      try await replacing(live, with: "2")
        == "the gate refused a generation: a gate cannot swap the model that it judges")
    #expect(
      seen.withLock { $0 }
        == ["1 1 1", "refused(reason: \"a gate cannot swap the model that it judges\") 2"])
    #expect(RuleContext(live).title == "2")
    #expect(live.generation == 2)
  }

  @Test func `a gate is asked on another thread, also for a replacement`() async throws {
    let asked = Mutex<[Bool]>([])
    let caller = DispatchQueue(label: "caller")
    let mark = DispatchSpecificKey<Bool>()
    caller.setSpecific(key: mark, value: true)
    let live = try makeLive(
      ReloadGate { _, _ in
        asked.withLock { $0.append(DispatchQueue.getSpecific(key: mark) == true) }
        return .allow
      })
    let model = try RuleModel(text: rules("2"))
    await withCheckedContinuation { continuation in
      caller.async {
        _ = try? live.replace(with: model)
        continuation.resume()
      }
    }
    #expect(asked.withLock { $0 } == [false])
  }

  @Test func `a rollback is not judged`() async throws {
    let count = Atomic(0)
    let live = try makeLive(
      ReloadGate { _, new in
        count.add(1, ordering: .relaxed)
        return RuleContext(new).title == "2" ? .allow : .refuse(reason: "no")
      })
    try live.replace(with: try RuleModel(text: rules("2")))
    #expect(try live.rollback() == 3)
    #expect(RuleContext(live).title == "1")
    #expect(count.load(ordering: .relaxed) == 1)
  }

  @Test func `what is swapped in while a gate judges is judged against, too`() async throws {
    let begun = DispatchSemaphore(value: 0)
    let swapped = DispatchSemaphore(value: 0)
    let judged = Mutex<[String]>([])
    let live = try makeLive(
      ReloadGate(timeLimit: .seconds(600)) { old, new in
        let change = "\(RuleContext(old).title) → \(RuleContext(new).title)"
        let isSecond = judged.withLock { judged in
          judged.append(change)
          return judged.count == 2
        }
        if isSecond {
          begun.signal()
          swapped.wait()
        }
        return .allow
      })
    try live.replace(with: try RuleModel(text: rules("2")))
    let third = try RuleModel(text: rules("3"))
    async let replacing = onOwnThread { Result { try live.replace(with: third) } }
    await onOwnThread { begun.wait() }
    #expect(try live.rollback(to: 1) == 3)
    swapped.signal()
    #expect(try await replacing.get() == .swapped(generation: 4))
    #expect(judged.withLock { $0 } == ["1 → 2", "2 → 3", "1 → 3"])
  }

  @Test func `what is judged is what is replaced, when many replace and reload`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": rules("0")])
    let judged = Mutex<[String: String]>([:])
    let gate = ReloadGate { old, new in
      let (before, after) = (RuleContext(old).title, RuleContext(new).title)
      judged.withLock { $0[after] = before }
      return .allow
    }
    let live = try makeLive(gate, files)
    let models = try (1...200).map { try RuleModel(text: rules("\($0)")) }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        _ = await onOwnThreads(8) { first in
          for number in stride(from: first, to: models.count, by: 8) {
            _ = try? live.replace(with: models[number])
          }
        }
      }
      group.addTask {
        for number in 201...220 {
          files["rules/a.lua"] = rules("\(number)")
          _ = try? await live.reload()
        }
      }
      group.addTask { for _ in 1...20 { _ = try? live.rollback() } }
    }
    // The last judgement of each generation was about the one before it.
    var titles: [String] = []
    let count = live.generation
    for number in 1...count {
      guard (try? live.rollback(to: number)) != nil else { continue }
      titles.append(RuleContext(live).title)
    }
    #expect(titles.count == count)
    let last = judged.withLock { $0 }
    var known: Set<String> = ["0"]
    for (before, title) in zip(titles, titles.dropFirst()) where known.insert(title).inserted {
      #expect(last[title] == before)
    }
    #expect(known.count == 221)
  }

  @Test(
    arguments: [
      ([.allow, .allow], "generation 2 is active"),
      (
        [.refuse(reason: "one"), .allow, .refuse(reason: "two")],
        "the gate refused a generation: one\ntwo"
      ),
      ([.report("less"), .refuse(reason: "no")], "the gate refused a generation: no"),
      ([.report("less"), .report("more")], "the gate let generation 2 pass: less\nmore"),
      ([], "generation 2 is active"),
    ] as [([ReloadGate.Decision], String)])
  func `of several gates all must let a generation pass`(
    decisions: [ReloadGate.Decision], event: String
  ) async throws {
    let asked = Atomic(0)
    let gates = decisions.map { decision in
      ReloadGate { _, _ in
        asked.add(1, ordering: .relaxed)
        return decision
      }
    }
    let live = try makeLive(.all(gates))
    #expect(try await replacing(live, with: "2") == event)
    let askedCount = asked.load(ordering: .relaxed)
    #expect(askedCount == decisions.count)
    #expect(RuleContext(live).title == (event.contains("refused") ? "1" : "2"))
  }

  @Test func `no gates let every generation pass, however late they are asked`() throws {
    let live = try makeLive(.all([]))
    for number in 2...500 {
      #expect(
        try live.replace(with: try RuleModel(text: rules("\(number)")))
          == .swapped(generation: number))
    }
  }

  @Test func `several gates join with recorded decisions, and one that throws refuses`()
    async throws
  {
    struct Broken: Error {}
    let recorder = DecisionRecorder()
    let live = try makeLive(
      .all([ReloadGate { _, _ in throw Broken() }, .recorded(recorder)]))
    #expect(RuleContext(live).title == "1")
    #expect(recorder.count == 1)
    #expect(
      try await replacing(live, with: "2") == """
        the gate refused a generation: the gate failed: Broken()
        1 of 1 recorded decision changes: title "1" → "2" (1)
        """)
  }

  @Test func `a refusal of the sources is there until they are others`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": rules("1")])
    let live = try makeLive(
      ReloadGate { _, new in
        RuleContext(new).title == "2" ? .refuse(reason: "no") : .allow
      }, files)
    #expect(live.refusal == nil)
    files["rules/a.lua"] = rules("2")
    try await live.reload()
    #expect(live.refusal == "no")
    #expect(try live.replace(with: try RuleModel(text: rules("2"))) == .refused(reason: "no"))
    #expect(try await live.reload() == .refused(reason: "no"))
    files["rules/a.lua"] = "return {"
    await #expect(throws: RuleError.self) { try await live.reload() }
    #expect(live.refusal == nil)
    #expect(live.rejection != nil)
    files["rules/a.lua"] = rules("2")
    try await live.reload()
    #expect(live.refusal == "no")
    #expect(live.rejection == nil)
    let isTold = Mutex(false)
    withObservationTracking {
      _ = live.refusal
    } onChange: {
      isTold.withLock { $0 = true }
    }
    files["rules/a.lua"] = rules("3")
    #expect(try await live.reload() == .swapped(generation: 2))
    #expect(try await live.reload() == .unchanged)
    #expect(live.refusal == nil)
    #expect(isTold.withLock { $0 })
  }

  @Test func `after a stop, a reload is an error, and a swap by hand is none`() async throws {
    let live = try makeLive(ReloadGate { _, _ in .allow })
    live.stop()
    await #expect {
      try await live.reload()
    } throws: { error in
      "\(error)" == """
        error: the live model was stopped; its sources are loaded no more [stopped]
          hint: make another live model, or use `replace(with:)`
        """
    }
    #expect(try live.replace(with: try RuleModel(text: rules("2"))) == .swapped(generation: 2))
    #expect(try live.rollback() == 3)
  }
}
