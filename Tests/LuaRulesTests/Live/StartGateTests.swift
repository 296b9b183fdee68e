import Foundation
import LuaRules
import Testing

/// A gate and an archive: rules at the start are judged, too.
struct StartGateTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "start-\(UUID())")
  private let files = MemoryFileSystem(["rules/a.lua": Self.rules("good")])

  private static func rules(_ title: String) -> String {
    "return {{ key = 'title', value = '\(title)' }}"
  }

  private func title(_ live: LiveRuleModel) throws -> String {
    try RuleContext(live).value(at: "title", as: String.self)
  }

  /// Starts as after a restart, with a gate that refuses bad titles.
  private func start(archive: Bool = true) throws -> LiveRuleModel {
    var options = RuleOptions()
    options.fileSystem = files
    var liveOptions = LiveRuleOptions()
    liveOptions.logger.logLevel = .critical
    liveOptions.gate = ReloadGate(timeLimit: .seconds(600)) { _, new in
      let title = try RuleContext(new).value(at: "title", as: String.self)
      return title == "bad" ? .refuse(reason: "the title is bad") : .allow
    }
    return try LiveRuleModel(
      sources: [RuleSource(path: "rules")], archive: archive ? folder : nil, options: options,
      live: liveOptions)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func `what the gate refuses does not answer after a restart, and is not archived`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try title(start()) == "good")
    files["rules/a.lua"] = Self.rules("bad")
    for _ in 1...3 {
      let live = try start()
      #expect(try title(live) == "good")
      #expect(live.generation == 0 && live.origin == .kept("00000001.json"))
      #expect(live.refusal == "the title is bad" && live.rejection == nil)
      #expect(try names() == ["00000001.json"])
    }
    let live = try start()
    files["rules/a.lua"] = Self.rules("better")
    try await live.reload()
    #expect(try title(live) == "better")
    #expect(live.generation == 1 && live.refusal == nil)
    #expect(try names() == ["00000001.json", "00000002.json"])
  }

  @Test func `what the gate allows answers at once`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try start()
    files["rules/a.lua"] = Self.rules("better")
    let live = try start()
    #expect(try title(live) == "better")
    #expect(live.generation == 1 && live.origin == .sources)
    #expect(try live.rollback() == 2)
    #expect(try title(live) == "good")
  }

  @Test func `the same rules again are neither judged nor archived again`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for _ in 1...3 {
      let live = try start()
      #expect(live.generation == 1 && live.origin == .sources)
    }
    #expect(try names() == ["00000001.json"])
  }

  @Test func `without anything to go on with, rules are not judged at the start`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    files["rules/a.lua"] = Self.rules("bad")
    #expect(try title(start(archive: false)) == "bad")
    #expect(try title(start()) == "bad")
  }
}
