import Foundation
import LuaRules
import LuaRulesTools
import Testing

private func rules(_ color: String) -> String { "return { { key = 'color', value = '\(color)' } }" }

private func tests(_ color: String) -> String {
  "return {\n  { 'the color', expect = { color = '\(color)' } },\n}"
}

@Suite(.timeLimit(.minutes(15))) struct TestsGateTests {
  private static let refusal = """
    1 test, 1 failed:
      rules/a.test.lua:2: `color` is "blue"; expected "red"
    """

  private static func red(_ gate: ReloadGate = .tests()) throws -> GatedRules {
    try GatedRules(gate, ["rules/a.lua": rules("red"), "rules/a.test.lua": tests("red")])
  }

  @Test func `a failing test refuses, and the old rules go on`() async throws {
    let files = try Self.red()
    defer { files.end() }
    #expect(
      try await files.edit(["rules/a.lua": rules("blue")])
        == ["the gate refused a generation: " + Self.refusal])
    #expect(try files.answer("color") == "red")
    #expect(try files.live.refusal == Self.refusal)
  }

  @Test func `rules and tests that are edited together are judged together`() async throws {
    let files = try Self.red()
    defer { files.end() }
    #expect(
      try await files.edit(["rules/a.lua": rules("blue"), "rules/a.test.lua": tests("blue")])
        == ["generation 2 is active"])
    #expect(try files.answer("color") == "blue")
  }

  @Test func `after a refusal a test file alone has the rules judged again`() async throws {
    let files = try Self.red()
    defer { files.end() }
    _ = try await files.edit(["rules/a.lua": rules("blue")])
    // Judged again, but refused for the same reason.
    #expect(try await files.edit(["rules/a.test.lua": tests("red") + "\n"]) == [])
    #expect(try files.live.refusal == Self.refusal)
    #expect(try await files.edit(["rules/a.test.lua": tests("green")]).count == 1)
    #expect(try await files.edit(["rules/a.test.lua": tests("blue")]).count == 1)
    #expect(try files.answer("color") == "blue")
    #expect(try files.live.refusal == nil)
    // There is nothing to judge any more.
    #expect(try await files.edit(["rules/a.test.lua": tests("red")]) == [])
    #expect(try files.answer("color") == "blue")
  }

  @Test func `a new test file has refused rules judged again, too`() async throws {
    let files = try GatedRules(.tests(areRequired: true), ["rules/a.lua": rules("red")])
    defer { files.end() }
    #expect(
      try await files.edit(["rules/a.lua": rules("blue")])
        == ["the gate refused a generation: no test of the new rules was run"])
    #expect(try await files.edit(["rules/b.test.lua": "return { rules = { 'a.lua' } }"]).count == 1)
    #expect(
      try await files.edit(["rules/a.test.lua": tests("blue"), "rules/b.test.lua": nil]).count == 1)
    #expect(try files.answer("color") == "blue")
  }

  @Test func `rules without tests pass, unless tests are required`() async throws {
    let files = try GatedRules(.tests(), ["rules/a.lua": rules("red")])
    defer { files.end() }
    #expect(try await files.edit(["rules/a.lua": rules("blue")]) == ["generation 2 is active"])
    let skipped = "return { { 'later', skip = true, expect = { color = 'no' } } }"
    let strict = try GatedRules(
      .tests(areRequired: true), ["rules/a.lua": rules("red"), "rules/a.test.lua": skipped])
    defer { strict.end() }
    #expect(
      try await strict.edit(["rules/a.lua": rules("blue")])
        == ["the gate refused a generation: no test of the new rules was run"])
  }

  @Test func `a broken test file refuses with its place`() async throws {
    let files = try Self.red()
    defer { files.end() }
    #expect(
      try await files.edit(["rules/a.lua": rules("blue"), "rules/a.test.lua": "return {\n{ 1 },\n"])
        == [
          """
          the gate refused a generation: 0 tests, 1 file does not load:
            rules/a.test.lua:3: error: unexpected symbol near <eof> [syntax]
          """
        ])
    #expect(try files.answer("color") == "red")
  }

  @Test func `a key that only other files read is no mistake in a tested file`() async throws {
    let schema = RuleSchema(RuleKey<String>("shape", default: ""))
    let shade = "return { { key = 'shade', value = 'dark' } }"
    let files = try GatedRules(
      .tests(areRequired: true),
      [
        "rules/a.lua": shade, "rules/a.test.lua": "return { { 'a', expect = { shade = 'dark' } } }",
        "rules/b.lua": "return { { key = 'shape', value = function(c) return c.shade end } }",
      ], schema: schema)
    defer { files.end() }
    #expect(try await files.edit(["rules/a.lua": shade + " "]) == ["generation 2 is active"])
  }

  @Test func `a long value is cut`() async throws {
    let files = try Self.red()
    defer { files.end() }
    let long = String(repeating: "x", count: 100_000)
    let told = try #require(try await files.edit(["rules/a.lua": rules(long)]).first)
    #expect(told.count < 2_200)
    #expect(told.hasSuffix("xxx…"))
  }

  @Test func `a single file has its tests beside it`() async throws {
    let files = try GatedRules(
      .tests(),
      [
        "rules/a.lua": rules("red"), "rules/a.test.lua": tests("red"),
        "rules/b.lua": rules("red"), "rules/b.test.lua": tests("no"),
      ], sources: [RuleSource(path: "rules/a.lua")])
    defer { files.end() }
    #expect(
      try await files.edit(["rules/a.lua": rules("red") + " "]) == ["generation 2 is active"])
    #expect(
      try await files.edit(["rules/a.lua": rules("blue")])
        == ["the gate refused a generation: " + Self.refusal])
  }

  @Test func `what is tested is what was loaded`() async throws {
    let box = Box()
    defer { box.rules = nil }
    // Rules and module are gone when the tests run.
    let gate = ReloadGate.tests { _ in box.rules?.remove("rules/a.lua", "rules/lib/m.lua") }
    let files = try GatedRules(
      gate,
      [
        "rules/a.lua": "return require 'm'", "rules/lib/m.lua": rules("red"),
        "rules/a.test.lua": tests("red"),
      ])
    defer { files.end() }
    box.rules = files
    #expect(
      try await files.edit(["rules/lib/m.lua": rules("blue")])
        == ["the gate refused a generation: " + Self.refusal])
  }

  @Test func `the tests have the schema, the functions and the budget of the model`() async throws {
    let schema = RuleSchema(RuleKey<Int>("size", default: 7), RuleKey<Int>("sum", default: 0))
    let text = "return { { key = 'sum', value = function(c) return host.add(c.size, 1) end } }"
    let test = "return { { 'sum', expect = { sum = 8 } } }"
    let host: HostFunctions = ["add": .function { (a: Int, b: Int) in a + b }]
    let gates: [(ReloadGate, RuleSource?, String)] = [
      (.tests(), nil, "generation 2 is active"),
      (
        .tests { $0.host = ["add": .function { (a: Int, b: Int) in a * b }] }, nil,
        """
        the gate refused a generation: 1 test, 1 failed:
          rules/a.test.lua:1: `sum` is 7; expected 8
        """
      ),
      (
        .tests(),
        RuleSource(text: "return { add = function(a, b) return a - b end }", name: "stubs.lua"),
        """
        the gate refused a generation: 1 test, 1 failed:
          rules/a.test.lua:1: `sum` is 6; expected 8
        """
      ),
    ]
    for (gate, hostStubs, event) in gates {
      let files = try GatedRules(
        gate, ["rules/a.lua": text, "rules/a.test.lua": test], schema: schema, host: host,
        hostStubs: hostStubs)
      defer { files.end() }
      #expect(try await files.edit(["rules/a.lua": text + " "]) == [event])
    }
    let endless = "return { { key = 'sum', value = function(c) while true do end end } }"
    let files = try GatedRules(
      .tests(), ["rules/a.lua": text, "rules/a.test.lua": test], schema: schema, host: host,
      budget: Budget(instructions: 1_000))
    defer { files.end() }
    #expect(
      try await files.edit(["rules/a.lua": endless]) == [
        """
        the gate refused a generation: 1 test, 1 failed:
          rules/a.test.lua:1: `sum` is an error; expected 8
        """
      ])
  }

  @Test func `a fallback answers where the tested rules do not`() async throws {
    let files = try GatedRules(
      .tests { $0.fallback = ["base.lua"] },
      [
        "rules/a.lua": "return { { key = 'color', value = function(c) return c.base end } }",
        "rules/a.test.lua": tests("red"), "base.lua": "return { { key = 'base', value = 'red' } }",
      ])
    defer { files.end() }
    let edited = "return { { key = 'color', value = function(c) return c.base end } } --"
    #expect(try await files.edit(["rules/a.lua": edited]) == ["generation 2 is active"])
  }

  @Test func `rules with a grant are not tested`() async throws {
    let grant = Grant(functions: [])
    let test = "return { rules = { 'lib/theirs/a.lua' }, { 'theirs', expect = { color = 'red' } } }"
    let files = try GatedRules(
      .tests(areRequired: true),
      [
        "theirs/a.lua": rules("red"),
        "theirs/a.test.lua": tests("red"),
      ], sources: [RuleSource(path: "theirs", grant: grant)])
    defer { files.end() }
    #expect(
      try await files.edit(["theirs/a.lua": rules("blue")]) == [
        """
        the gate refused a generation: no test of the new rules was run:
          theirs: rules with a grant or a signature are not tested
        """
      ])
    let both = try GatedRules(
      .tests(),
      [
        "rules/lib/theirs/a.lua": rules("red"), "rules/lib/theirs/a.test.lua": tests("no"),
        "rules/a.lua": rules("red"), "rules/a.test.lua": test,
      ],
      sources: [RuleSource(path: "rules"), RuleSource(path: "rules/lib/theirs", grant: grant)])
    defer { both.end() }
    #expect(
      try await both.edit(["rules/a.lua": rules("blue")]) == [
        """
        the gate refused a generation: 0 tests, 1 file does not load:
          rules/a.test.lua: error: `rules/lib/theirs/a.lua` has rules with a grant or a signature, which are \
        not tested here [not-granted]
        """
      ])
  }

  @Test func `tests that take too long refuse, and the next rules are judged`() async throws {
    let host: HostFunctions = [
      "wait": .function { () in Thread.sleep(forTimeInterval: 2) }
    ]
    let slow = "return { { key = 'color', value = function(c) host.wait() return 'blue' end } }"
    let many = (1...5).map { "{ '\($0)', expect = { color = 'blue' } }," }.joined()
    let files = try GatedRules(
      .tests(timeLimit: .seconds(1)),
      ["rules/a.lua": rules("red"), "rules/a.test.lua": "return { \(many) }"], host: host)
    defer { files.end() }
    #expect(
      try await files.edit(["rules/a.lua": slow]) == [
        "the gate refused a generation: 1 test, all passed; the others were not run within 1.0 seconds"
      ])
    #expect(try await files.edit(["rules/a.lua": rules("blue")]) == ["generation 3 is active"])
  }

  @Test func `a watched test beside a single file has refused rules judged again`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "gate-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, test) = (folder.appending(path: "a.lua"), folder.appending(path: "a.test.lua"))
    try Data(rules("red").utf8).write(to: file)
    try Data(tests("red").utf8).write(to: test)
    var options = LiveRuleOptions()
    options.gate = .tests()
    options.logger.logLevel = .critical
    let live = try LiveRuleModel(contentsOf: file, live: options)
    var events = live.events.makeAsyncIterator()
    _ = await events.next()
    try Data(rules("blue").utf8).write(to: file, options: .atomic)
    #expect(
      await events.next()?.description.hasPrefix("the gate refused a generation: 1 test, 1 failed:")
        == true)
    try Data(tests("blue").utf8).write(to: test, options: .atomic)
    #expect(await events.next()?.description == "generation 2 is active")
  }
}
