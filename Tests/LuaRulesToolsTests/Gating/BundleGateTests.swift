import Foundation
import LuaRules
import LuaRulesTools
import Testing

/// Gates of tests that came in a bundle, and the tests of a bundle.
@Suite final class BundleGateTests {
  private let url = FileManager.default.temporaryDirectory.appending(path: "bundle-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(
      at: url.appending(path: "rules/lib"), withIntermediateDirectories: true)
    try write("return { { 'red', expect = { color = 'red' } } }", to: "rules/a.test.lua")
    try write("return 'red'", to: "rules/lib/m.lua")
    try write("return { { key = 'color', value = require 'm' } }", to: "rules/a.lua")
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  private func write(_ text: String, to name: String) throws {
    try text.write(to: url.appending(path: name), atomically: false, encoding: .utf8)
  }

  private func bundle(includesTests: Bool = true) throws -> RuleBundle {
    try RuleBundle(contentsOf: url.appending(path: "rules"), includesTests: includesTests)
  }

  private func live(_ gate: ReloadGate, grant: Grant = .everything) throws -> LiveRuleModel {
    var options = LiveRuleOptions()
    options.isWatching = false
    options.gate = gate
    options.logger.logLevel = .critical
    try bundle().write(to: url.appending(path: "shop.rules"))
    let source = RuleSource(contentsOf: url.appending(path: "shop.rules"), grant: grant)
    return try LiveRuleModel(sources: [source], live: options)
  }

  @Test func `a gate runs the tests in the bundle`() async throws {
    let live = try live(.tests())
    try write("return 'blue'", to: "rules/lib/m.lua")
    // The folder beside it has other files now; they do not matter.
    let bundle = try bundle()
    try write("return 'red'", to: "rules/lib/m.lua")
    try bundle.write(to: url.appending(path: "shop.rules"))
    try await live.reload()
    #expect(
      live.refusal
        == "1 test, 1 failed:\n  rules/a.test.lua:1: `color` is \"blue\"; expected \"red\"")
    #expect(live.generation == 1)
    try write("return { { 'blue', expect = { color = 'blue' } } }", to: "rules/a.test.lua")
    try write("return 'blue'", to: "rules/lib/m.lua")
    try self.bundle().write(to: url.appending(path: "shop.rules"))
    try await live.reload()
    #expect(live.refusal == nil)
    #expect(live.generation == 2)
  }

  @Test func `tests that are required have to be in the bundle`() async throws {
    let live = try live(.tests(areRequired: true))
    try bundle(includesTests: false).write(to: url.appending(path: "shop.rules"))
    try await live.reload()
    #expect(live.refusal == "no test of the new rules was run")
  }

  @Test func `rules with a grant are not tested`() async throws {
    let live = try live(.tests(areRequired: true), grant: Grant(assign: .names("color")))
    try write("return 'blue'", to: "rules/lib/m.lua")
    try bundle().write(to: url.appending(path: "shop.rules"))
    try await live.reload()
    #expect(live.refusal?.contains("rules with a grant or a signature are not tested") == true)
  }

  @Test func `a program runs the tests of a bundle`() throws {
    let file = url.appending(path: "shop.rules")
    try bundle().write(to: file)
    // What lies beside the bundle is not tested.
    try write("return 'blue'", to: "rules/lib/m.lua")
    let tests = try RuleTests(contentsOf: file)
    #expect(tests.cases.count == 1)
    #expect(tests.cases.allSatisfy { $0.run().failures.isEmpty })
    try bundle(includesTests: false).write(to: file)
    let error = try #require(throws: RuleError.self) { try RuleTests(contentsOf: file) }
    #expect(error.message == "there are no tests")
  }
}
