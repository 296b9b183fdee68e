import Foundation
import LuaRules
import Synchronization
import Testing

private func rules(_ title: String) -> String { RuleFolder.rules(title) }

/// Files of which none can be read for a while, as when a process has too many open.
private struct FailingFiles: WatchedFileSystem {
  let base: MemoryFileSystem
  let failure = Failure()

  final class Failure: Sendable {
    private let state = Mutex(false)
    var isThere: Bool {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }
  }

  func kind(of path: String) -> RuleFileKind { base.kind(of: path) }
  func names(inFolder path: String) throws -> [String] { try base.names(inFolder: path) }
  func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
    if failure.isThere { throw RuleFileError("too many open files") }
    return try base.contents(ofFile: path, limit: limit)
  }
  func resolved(_ path: String) -> String { path }
  func watch(_ onChange: @escaping @Sendable () -> Void) -> any FileSystemWatch {
    base.watch(onChange)
  }
}

/// A text that stays, with a module that changes.
private final class ModuleSource: LiveRuleSource {
  private let module = Mutex("one")

  func set(_ title: String) { module.withLock { $0 = title } }

  func sources() -> [RuleSource] {
    let title = module.withLock { $0 }
    return [
      RuleSource(
        text: #"return { { key = "title", value = require("m").title } }"#,
        modules: ["m": #"return { title = "\#(title)" }"#])
    ]
  }

  func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}

@Suite(.timeLimit(.minutes(15))) struct RecoveryTests {
  private var quiet: LiveRuleOptions {
    var liveOptions = LiveRuleOptions()
    liveOptions.logger.logLevel = .critical
    return liveOptions
  }

  @Test func `what could not be read is tried again though nothing tells that it can be`()
    async throws
  {
    let files = FailingFiles(base: MemoryFileSystem(["rules/a.lua": rules("one")]))
    let live = try LiveRuleModel(
      sources: [RuleSource(path: "rules")], options: RuleOptions(fileSystem: files), live: quiet)
    let log = EventLog(live)
    files.failure.isThere = true
    files.base["rules/a.lua"] = rules("two")
    #expect(await eventually { log.rejections.count == 1 })
    #expect(try live.title() == "one")
    files.failure.isThere = false
    #expect(try await live.title(becomes: "two"))
    #expect(log.rejections.count == 1)
  }

  @Test func `a start without sources recovers by itself`() async throws {
    let files = FailingFiles(base: MemoryFileSystem(["rules/a.lua": rules("one")]))
    files.failure.isThere = true
    let live = try LiveRuleModel(
      sources: [RuleSource(path: "rules")], initialModel: try RuleModel(text: rules("built in")),
      options: RuleOptions(fileSystem: files), live: quiet)
    #expect(try live.title() == "built in")
    files.failure.isThere = false
    #expect(try await live.title(becomes: "one"))
  }

  @Test func `a change while rules are loading is not lost`() async throws {
    let folder = try RuleFolder()
    try folder.write(rules("one"), to: "a.lua")
    var liveOptions = quiet
    // Asked when the new rules are loaded, and not yet active.
    liveOptions.gate = ReloadGate { old, new in
      if (try? RuleContext(new).value(at: "title", as: String.self)) == "two" {
        try? folder.write(rules("three"), to: "a.lua")
      }
      return .allow
    }
    let live = try LiveRuleModel(contentsOf: URL(filePath: folder.path), live: liveOptions)
    try folder.write(rules("two"), to: "a.lua")
    #expect(try await live.title(becomes: "three"))
    #expect(live.generation == 3)
  }

  @Test func `a text whose module changes is a new generation`() async throws {
    let source = ModuleSource()
    let live = try LiveRuleModel(source, live: quiet)
    source.set("two")
    try await live.reload()
    #expect(try live.title() == "two")
    try await live.reload()
    #expect(live.generation == 2)
  }
}
