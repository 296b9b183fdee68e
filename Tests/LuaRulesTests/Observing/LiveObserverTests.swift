import Dispatch
import LuaRules
import Synchronization
import Testing

private func rules(_ title: String) -> String {
  #"return { { key = "title", value = "\#(title)" } }"#
}

/// Makes a live model over `rules/a.lua`; nothing is watched, so that each step is the test's own.
private func makeLive(
  _ files: MemoryFileSystem, _ observers: [ObserverRegistration], gate: ReloadGate? = nil,
  initialModel: RuleModel? = nil
) throws -> LiveRuleModel {
  var options = RuleOptions()
  var liveOptions = LiveRuleOptions()
  options.fileSystem = files
  liveOptions.isWatching = false
  liveOptions.observers = observers
  liveOptions.gate = gate
  liveOptions.logger.logLevel = .critical
  return try LiveRuleModel(
    sources: [RuleSource(path: "rules")], initialModel: initialModel, options: options,
    live: liveOptions)
}

struct LiveObserverTests {
  @Test func `answers carry their generation, events come in order`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": rules("one")])
    let log = ObserverLog()
    let mayRefuse = Atomic(false)
    let gate = ReloadGate { _, _ in
      mayRefuse.load(ordering: .relaxed) ? .refuse(reason: "no") : .allow
    }
    let live = try makeLive(files, [ObserverRegistration(log, sampling: .oneIn(1))], gate: gate)
    let context = RuleContext(live)
    let pinned = context.pinned()
    _ = context["title"]
    files["rules/a.lua"] = rules("two")
    try await live.reload()
    _ = context["title"]
    files["rules/a.lua"] = "return {"
    await #expect(throws: RuleError.self) { try await live.reload() }
    try live.rollback()
    _ = context["title"]
    mayRefuse.store(true, ordering: .relaxed)
    try live.replace(with: try RuleModel(text: rules("three")))
    _ = pinned["title"]
    #expect(
      log.all.map { String($0.prefix { $0 != "\n" }) } == [
        "generation 1 is active: the sources",
        #"title = "one" (rule, rules/a.lua:1, generation 1)"#,
        "generation 2 is active",
        #"title = "two" (rule, rules/a.lua:1, generation 2)"#,
        "the sources were rejected: rules/a.lua:1: error: "
          + "unexpected symbol near <eof> [syntax]",
        "generation 3 is active, which is generation 1 again",
        #"title = "one" (rule, rules/a.lua:1, generation 3)"#,
        "the gate refused a generation: no",
        #"title = "one" (rule, rules/a.lua:1, generation 1)"#,
      ])
  }

  @Test func `a start with bad sources tells what answers, and then the error`() throws {
    let log = ObserverLog()
    let files = MemoryFileSystem(["rules/a.lua": "return 1"])
    let live = try makeLive(
      files, [ObserverRegistration(log)], initialModel: try RuleModel(text: rules("kept")))
    #expect(live.generation == 0)
    _ = RuleContext(live)["title"]
    #expect(log.all.first == "generation 0 is active: the model to start with")
    #expect(log.all.dropFirst().first?.hasPrefix("the sources were rejected") == true)
    #expect(log.all.last == #"title = "kept" (rule, rules.lua:1, generation 0)"#)
  }

  @Test func `the generation is that of the live model whose rule answered`() async throws {
    let log = ObserverLog()
    let files = MemoryFileSystem(["rules/a.lua": rules("one")])
    let live = try makeLive(files, [ObserverRegistration(log)])
    try live.replace(with: try RuleModel(text: rules("two")))
    let other = try makeLive(
      MemoryFileSystem(["rules/a.lua": #"return { { key = "other", value = 1 } }"#]), [])
    let fixed = try model(#"{ key = "fixed", value = 1 },"#)
    let context = RuleContext(fixed.fallback(other).fallback(live))
    for key in ["title", "other", "fixed"] { _ = context[key] }
    #expect(
      log.all.suffix(3) == [
        #"title = "two" (fallback, rules.lua:1, generation 2)"#,
        #"other = 1 (fallback, rules/a.lua:1, generation 1)"#,
        #"fixed = 1 (rule, rules.lua:2)"#,
      ])
  }

  @Test func `swaps from many threads are told in the order of their generations`() throws {
    /// Keeps the generations that it is told.
    final class Generations: RuleObserver {
      let all = Mutex<[Int]>([])
      func observe(_ event: LiveRuleEvent, of live: LiveRuleModel) {
        switch event {
        case .swapped(let number), .rolledBack(_, let number):
          #expect(live.generation >= number)
          all.withLock { $0.append(number) }
        default: break
        }
      }
    }
    let observer = Generations()
    let live = try makeLive(
      MemoryFileSystem(["rules/a.lua": rules("one")]), [ObserverRegistration(observer)])
    let other = try RuleModel(text: rules("two"))
    DispatchQueue.concurrentPerform(iterations: 200) { number in
      if number.isMultiple(of: 2) {
        _ = try? live.replace(with: other)
      } else {
        _ = try? live.rollback()
      }
    }
    let all = observer.all.withLock { $0 }
    #expect(all == Array(2..<(2 + all.count)))
    #expect(all.count >= 100)
    #expect(live.generation == all.last)
  }

  @Test func `an observer that swaps is told of it when it has returned`() throws {
    /// Goes back whenever something is swapped.
    final class Undoing: RuleObserver {
      let texts = Mutex<[String]>([])
      func observe(_ event: LiveRuleEvent, of live: LiveRuleModel) {
        texts.withLock { $0.append("begin \(event)") }
        if case .swapped = event { _ = try? live.rollback() }
        let title = RuleContext(live)["title"] as? String ?? ""
        texts.withLock { $0.append("end \(title)") }
      }
    }
    let observer = Undoing()
    let live = try makeLive(
      MemoryFileSystem(["rules/a.lua": rules("one")]), [ObserverRegistration(observer)])
    try live.replace(with: try RuleModel(text: rules("two")))
    #expect(
      observer.texts.withLock { $0 } == [
        "begin generation 1 is active: the sources", "end one",
        "begin generation 2 is active", "end one",
        "begin generation 3 is active, which is generation 1 again", "end one",
      ])
  }

  @Test func `answers under swaps carry the generation that gave them`() throws {
    let mixed = Atomic(0)
    /// Counts answers whose value is not that of their generation.
    struct Checking: RuleObserver {
      let check: @Sendable (ObservedAnswer) -> Void
      func observe(_ answer: ObservedAnswer) { check(answer) }
    }
    let told = Atomic(0)
    let observer = Checking { answer in
      told.add(1, ordering: .relaxed)
      // Odd generations say odd, even ones even.
      let expected = (answer.generation ?? 0).isMultiple(of: 2) ? "even" : "odd"
      if answer.value as? String != expected { mixed.add(1, ordering: .relaxed) }
    }
    let live = try makeLive(
      MemoryFileSystem(["rules/a.lua": rules("odd")]), [ObserverRegistration(observer)])
    let models = [try RuleModel(text: rules("odd")), try RuleModel(text: rules("even"))]
    let isDone = Atomic(false)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      if thread == 0 {
        for generation in 2..<1_000 {
          _ = try? live.replace(with: models[generation.isMultiple(of: 2) ? 1 : 0])
        }
        isDone.store(true, ordering: .relaxed)
      } else {
        let context = RuleContext(live)
        repeat {
          _ = try? context.value(at: "title", as: String.self)
        } while !isDone.load(ordering: .relaxed)
      }
    }
    #expect(mixed.load(ordering: .relaxed) == 0)
    #expect(told.load(ordering: .relaxed) > 0)
  }
}
