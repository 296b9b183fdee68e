import Foundation
import LuaRules
import Synchronization
import Testing

/// Live models over bundles.
struct LiveBundleTests {
  private func bundle(_ title: String) throws -> RuleBundle {
    try BundledFolder([
      "rules/a.lua": #"return {{ key = "title", value = require("m") }}"#,
      "rules/lib/m.lua": "return '\(title)'",
    ]).bundle()
  }

  private func title(_ live: LiveRuleModel) throws -> String {
    try RuleContext(live).value(at: "title", as: String.self)
  }

  private func live(
    _ source: RuleSource, archive: URL? = nil, isWatching: Bool = true
  ) throws -> LiveRuleModel {
    var options = LiveRuleOptions()
    options.isWatching = isWatching
    options.logger.logLevel = .critical
    return try LiveRuleModel(sources: [source], archive: archive, live: options)
  }

  @Test func `a bundle that was replaced is a new generation`() async throws {
    let folder = try RuleFolder()
    let url = URL(filePath: folder.path("shop.rules"))
    try bundle("one").write(to: url)
    let live = try live(RuleSource(contentsOf: url))
    #expect(try title(live) == "one")
    // Renames over the file.
    try bundle("two").write(to: url)
    #expect(try await eventually { try title(live) == "two" })
    // In place.
    try Data(try bundle("three").bytes).write(to: url)
    #expect(try await eventually { try title(live) == "three" })
  }

  @Test func `a half-written bundle changes nothing until it is whole`() async throws {
    let folder = try RuleFolder()
    let url = URL(filePath: folder.path("shop.rules"))
    try bundle("one").write(to: url)
    let live = try live(RuleSource(contentsOf: url), isWatching: false)
    let bytes = try bundle("two").bytes
    for count in [0, 10, 30, bytes.count / 2, bytes.count - 1] {
      try Data(bytes.prefix(count)).write(to: url)
      await #expect(throws: RuleError.self) { try await live.reload() }
      #expect(live.rejection?.code == .badBundle)
      #expect(try title(live) == "one")
    }
    try Data(bytes).write(to: url)
    try await live.reload()
    #expect(try title(live) == "two")
    #expect(live.rejection == nil && live.generation == 2)
    // The same bytes again are no generation.
    try bundle("two").write(to: url)
    try await live.reload()
    #expect(live.generation == 2)
  }

  @Test func `an archived bundle answers when the file is gone`() throws {
    let folder = try RuleFolder()
    let url = URL(filePath: folder.path("shop.rules"))
    let archive = URL(filePath: folder.path("archive"))
    try bundle("one").write(to: url)
    for source in [
      RuleSource(contentsOf: url), RuleSource(path: url.path),
      RuleSource(contentsOf: url, grant: Grant(assign: .names("title"))),
    ] {
      try bundle("one").write(to: url)
      _ = try live(source, archive: archive)
      try folder.remove("shop.rules")
      let again = try live(source, archive: archive, isWatching: false)
      #expect(try title(again) == "one")
      #expect(again.generation == 0)
      try folder.remove("archive")
    }
  }

  @Test func `bundles that a source gives are generations`() async throws {
    let source = ReceivedBundle(try bundle("one").bytes)
    let archive = try RuleFolder()
    let url = URL(filePath: archive.path)
    var options = LiveRuleOptions()
    options.logger.logLevel = .critical
    let live = try LiveRuleModel(source, archive: url, live: options)
    #expect(try title(live) == "one")
    source.set(try bundle("two").bytes)
    try await live.reload()
    #expect(try title(live) == "two")
    source.set(Array("half".utf8))
    await #expect(throws: RuleError.self) { try await live.reload() }
    let again = try LiveRuleModel(source, archive: url, live: options)
    #expect(try title(again) == "two")
  }
}

/// Bytes that arrive from somewhere.
private final class ReceivedBundle: LiveRuleSource {
  private let bytes: Mutex<[UInt8]>

  init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }

  func set(_ bytes: [UInt8]) { self.bytes.withLock { $0 = bytes } }

  func sources() -> [RuleSource] {
    [RuleSource(bundle: bytes.withLock { $0 }, name: "shop.rules")]
  }

  func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
