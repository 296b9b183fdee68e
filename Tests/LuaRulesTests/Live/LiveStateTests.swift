import LuaRules
import Observation
import Synchronization
import Testing

/// What a live model tells of itself, apart from events.
struct LiveStateTests {
  private static func rules(_ title: String) -> String {
    #"return { { key = "title", value = "\#(title)" } }"#
  }

  private static func makeLive(_ files: MemoryFileSystem) throws -> LiveRuleModel {
    var options = RuleOptions()
    var liveOptions = LiveRuleOptions()
    options.fileSystem = files
    liveOptions.logger.logLevel = .critical
    return try LiveRuleModel(
      sources: [RuleSource(path: "rules")], initialModel: .empty, options: options,
      live: liveOptions)
  }

  @Test func `a pinned model keeps its generation and its number`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": Self.rules("one")])
    let live = try Self.makeLive(files)
    let (model, generation) = live.pinned()
    files["rules/a.lua"] = Self.rules("two")
    try await live.reload()
    #expect(generation == 1)
    #expect(try RuleContext(model).value(at: "title") == "one")
    #expect(live.pinned().generation == 2)
    #expect(try RuleContext(live.pinned().model).value(at: "title") == "two")
  }

  @Test func `a rejection is there as long as the sources are bad`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": "return {"])
    let live = try Self.makeLive(files)
    #expect(live.rejection?.code == .syntax)
    files["rules/a.lua"] = Self.rules("one")
    try await live.reload()
    #expect(live.rejection == nil)
    files["rules/a.lua"] = "return 1"
    await #expect(throws: RuleError.self) { try await live.reload() }
    #expect(live.rejection?.code == .noRules)
    // Another generation does not make the sources any better.
    try live.rollback(to: 1)
    #expect(live.rejection?.code == .noRules)
  }

  @Test func `who observed a rejection learns when another one comes, or it goes`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": "return {"])
    let live = try Self.makeLive(files)
    for text in ["return 1", Self.rules("one"), "return {"] {
      let told = Mutex(0)
      withObservationTracking {
        _ = live.rejection
      } onChange: {
        told.withLock { $0 += 1 }
      }
      files["rules/a.lua"] = text
      _ = try? await live.reload()
      #expect(told.withLock { $0 } == 1)
    }
  }
}
