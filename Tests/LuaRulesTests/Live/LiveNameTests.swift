import LuaRules
import Testing

/// Which live model wrote a line of the log.
@Suite struct LiveNameTests {
  @Test(arguments: [nil, "the rules of shop"])
  func `log lines name the live model`(_ name: String?) async throws {
    let lines = LogLines()
    let files = MemoryFileSystem(["shop.lua": "return {}"])
    var options = RuleOptions()
    options.fileSystem = files
    var liveOptions = LiveRuleOptions()
    liveOptions.isWatching = false
    liveOptions.name = name
    liveOptions.logger = lines.logger
    let live = try LiveRuleModel(
      sources: [
        RuleSource(path: "shop.lua"), RuleSource(text: "return {}", name: "base.lua"),
      ], options: options, live: liveOptions)
    let shown = name ?? "shop.lua, base.lua"
    #expect(live.name == shown)
    files["shop.lua"] = "return { }"
    try await live.reload()
    files["shop.lua"] = "return {"
    await #expect(throws: RuleError.self) { try await live.reload() }
    let text = lines.all.joined(separator: "\n")
    #expect(text.contains("info: \(shown): generation 2 is active"), "\(text)")
    #expect(
      text.contains("error: \(shown): the sources were rejected: shop.lua:1: error: "), "\(text)")
  }
}
