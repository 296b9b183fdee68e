import LuaRules
import Synchronization
import Testing

/// A module that several files require, written while it is being loaded.
struct ModuleWrittenMeanwhileTests {
  /// Gives other contents to each read of the module.
  private struct RestlessFiles: RuleFileSystem {
    let base: MemoryFileSystem
    let reads = Counter()

    final class Counter: Sendable {
      private let count = Mutex(0)
      func next() -> Int {
        count.withLock { count in
          count += 1
          return count
        }
      }
    }

    func kind(of path: String) -> RuleFileKind { base.kind(of: path) }
    func names(inFolder path: String) throws -> [String] { try base.names(inFolder: path) }
    func resolved(_ path: String) -> String { base.resolved(path) }

    func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
      guard path.hasSuffix("lib/m.lua") else {
        return try base.contents(ofFile: path, limit: limit)
      }
      // Changes after the first read and then never again.
      return Array("return \"\(min(reads.next(), 2))\"".utf8)
    }
  }

  @Test func `the next load sees what was written`() async throws {
    let files = MemoryFileSystem([
      "rules/a.lua": #"return { { key = "first", value = require "m" } }"#,
      "rules/b.lua": #"return { { key = "second", value = require "m" } }"#,
      "rules/lib/m.lua": "",
    ])
    var options = RuleOptions()
    var liveOptions = LiveRuleOptions()
    options.fileSystem = RestlessFiles(base: files)
    liveOptions.isWatching = false
    let live = try LiveRuleModel(
      sources: [RuleSource(path: "rules")], options: options, live: liveOptions)
    func answers() throws -> [String] {
      try ["first", "second"].map { try RuleContext(live).value(at: $0) }
    }
    #expect(try answers() == ["1", "1"])
    try await live.reload()
    #expect(try answers() == ["2", "2"])
    #expect(live.generation == 2)
  }
}
