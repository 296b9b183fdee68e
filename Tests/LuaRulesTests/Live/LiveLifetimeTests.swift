import Dispatch
import Foundation
import LuaRules
import Synchronization
import Testing

private func rules(_ title: String) -> String { RuleFolder.rules(title) }

private var quiet: LiveRuleOptions {
  var liveOptions = LiveRuleOptions()
  liveOptions.logger.logLevel = .critical
  return liveOptions
}

/// A live model that others can reach, and let go of.
private final class Holder: Sendable {
  private let held = Mutex<LiveRuleModel?>(nil)
  var live: LiveRuleModel? {
    get { held.withLock { $0 } }
    set {
      // Let go of outside the lock.
      let old = held.withLock { held in
        defer { held = newValue }
        return held
      }
      _ = old
    }
  }
}

/// A source whose text changes after it was read for the first time, before anybody listens.
private final class ChangingEarly: LiveRuleSource {
  private let reads = Mutex(0)

  func sources() throws -> [RuleSource] {
    let count = reads.withLock { reads in
      reads += 1
      return reads
    }
    return [RuleSource(text: rules(count == 1 ? "one" : "two"), name: "text.lua")]
  }

  func changes() -> AsyncStream<Void> { AsyncStream { _ in } }
}

@Suite(.timeLimit(.minutes(15))) struct LiveLifetimeTests {
  @Test func `a change between the first load and the subscription is not missed`() async throws {
    let live = try LiveRuleModel(ChangingEarly(), live: quiet)
    #expect(
      try await eventually {
        try RuleContext(live).value(at: "title", as: String.self) == "two"
      })
  }

  @Test func `the last reference may go while a reload is under way`() async throws {
    let (asked, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isBlocking = Mutex(false)
    let source = TextSource(rules("one")) {
      guard isBlocking.withLock({ $0 }) else { return }
      asked.signal()
      goOn.wait()
    }
    weak var weakLive: LiveRuleModel?
    let events: AsyncStream<LiveRuleEvent>
    do {
      let live = try LiveRuleModel(source, live: quiet)
      weakLive = live
      events = live.events
      isBlocking.withLock { $0 = true }
      source.set(rules("two"))
      await withCheckedContinuation { done in
        DispatchQueue.global().async {
          asked.wait()
          done.resume()
        }
      }
      isBlocking.withLock { $0 = false }
    }
    goOn.signal()
    // Ends, because the live model does.
    for await _ in events {}
    #expect(await eventually { weakLive == nil })
  }

  @Test func `a reload under way swaps nothing after the model was stopped`() async throws {
    let holder = Holder()
    let source = TextSource(rules("one")) { holder.live?.stop() }
    let live = try LiveRuleModel(source, live: quiet)
    holder.live = live
    source.set(rules("two"))
    for await _ in live.events {}
    // Says that it was stopped, or does nothing.
    _ = try? await live.reload()
    #expect(try live.title() == "one")
    #expect(live.generation == 1)
    holder.live = nil
  }

  @Test func `a gate and a listener may stop the model`() async throws {
    let holder = Holder()
    var liveOptions = quiet
    liveOptions.gate = ReloadGate(timeLimit: .seconds(60)) { _, _ in
      holder.live?.stop()
      return .allow
    }
    let source = TextSource(rules("one"))
    let gated = try LiveRuleModel(source, live: liveOptions)
    holder.live = gated
    source.set(rules("two"))
    for await _ in gated.events {}
    holder.live = nil

    let other = TextSource(rules("one"))
    let live = try LiveRuleModel(other, live: quiet)
    let listening = live.events
    other.set(rules("two"))
    for await event in listening {
      if case .swapped = event { live.stop() }
    }
    #expect(try live.title() == "two")
  }

  @Test func `a model that is stopped twice stays stopped`() async throws {
    let source = TextSource(rules("one"))
    let live = try LiveRuleModel(source, live: quiet)
    live.stop()
    live.stop()
    source.set(rules("two"))
    // Says that it was stopped, or does nothing.
    _ = try? await live.reload()
    #expect(try live.title() == "one")
    var count = 0
    for await _ in live.events { count += 1 }
    #expect(count == 1)
  }

  @Test func `the structured form ends watching when its task is cancelled`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": rules("one")])
    let live = try LiveRuleModel(
      sources: [RuleSource(path: "rules")], options: RuleOptions(fileSystem: files), live: quiet)
    let task = Task { await live.run() }
    files["rules/a.lua"] = rules("two")
    #expect(try await live.title(becomes: "two"))
    task.cancel()
    await task.value
    #expect(files.watchCount == 0)
    // One that is cancelled before it begins ends, too.
    let late = Task {
      try? await Task.sleep(for: .seconds(60))
      await live.run()
    }
    late.cancel()
    await late.value
  }

  @Test func `who is called back may let go of the model`() async throws {
    let folder = try RuleFolder()
    try folder.write(rules("one"), to: "a.lua")
    for round in 0..<50 {
      let holder = Holder()
      var liveOptions = quiet
      // Asked on the model's own queue.
      liveOptions.gate = ReloadGate(timeLimit: .seconds(60)) { _, _ in
        holder.live = nil
        return .allow
      }
      weak var weakLive: LiveRuleModel?
      do {
        let live = try LiveRuleModel(contentsOf: URL(filePath: folder.path), live: liveOptions)
        weakLive = live
        holder.live = live
      }
      try folder.write(rules("\(round)"), to: "a.lua")
      #expect(await eventually { weakLive == nil })
    }
  }

  @Test(arguments: [1, 2])
  func `what ends with a generation may use the model`(keptGenerations: Int) async throws {
    final class Service: Sendable {
      let name = "service"
      let ended: @Sendable () -> Void
      init(ended: @escaping @Sendable () -> Void) { self.ended = ended }
      deinit { ended() }
    }
    var liveOptions = quiet
    liveOptions.keptGenerations = keptGenerations
    let live = try LiveRuleModel(TextSource(rules("one")), live: liveOptions)
    let seen = Mutex<[Int]>([])
    do {
      let service = Service { [weak live] in
        guard let live else { return }
        _ = try? live.rollback(to: 0)
        seen.withLock { $0.append(live.generation) }
      }
      let host = HostFunctions().adding("name") { service.name }
      try live.replace(with: try RuleModel(text: rules("two"), host: host))
    }
    for title in ["three", "four"] { try live.replace(with: try RuleModel(text: rules(title))) }
    // Who reports a swap may hold a generation a little longer.
    #expect(await eventually { seen.withLock { !$0.isEmpty } })
    #expect(seen.withLock { $0.allSatisfy { $0 >= keptGenerations + 2 } })
    #expect(try live.title() == "four")
  }

  #if os(Linux)
    /// Runs in a process of its own, where no other test needs memory.
    @Test(.enabled(if: ProcessUse.isMeasured))
    func `live models come and go and leave nothing behind`() async {
      await #expect(processExitsWith: .success) {
        let folder = try RuleFolder()
        try folder.write(rules("one"), to: "a.lua")
        var uses: [ProcessUse] = []
        for round in 0...3_000 {
          let live = try LiveRuleModel(contentsOf: URL(filePath: folder.path), live: quiet)
          if round % 100 == 0 {
            // Some go with a reload under way, listeners and observers.
            try folder.write(rules("\(round)"), to: "a.lua")
            _ = live.events
            if round % 200 == 0 { #expect(try await live.title(becomes: "\(round)")) }
          }
          if round > 0, round.isMultiple(of: 1_000) { uses.append(try ProcessUse()) }
        }
        ProcessUse.expectFlat(uses)
      }
    }
  #endif
}
