import LuaRules
import LuaRulesTools
import Testing

private let good = "return { { key = 'title', value = 'a' } }"
private let misspelt = """
  return {
    { key = 'title', value = 'b' },
    { key = 'subtitle', value = function(c) return c.header end },
  }
  """
private let duplicate = """
  return {
    { key = 'title', value = 'b' },
    { key = 'title', value = 'b' },
  }
  """

/// With a schema, a key that nobody declares or assigns is an error.
private let schema = RuleSchema(
  RuleKey<String>("title", default: ""), RuleKey<String>("subtitle", default: ""))

@Suite struct ChecksGateTests {
  @Test func `an error is refused with its place, and the old rules go on`() async throws {
    let rules = try GatedRules(.checks(), ["rules/a.lua": good], schema: schema)
    defer { rules.end() }
    #expect(
      try await rules.edit(["rules/a.lua": misspelt]) == [
        """
        the gate refused a generation: the check found 1 error:
          rules/a.lua:3:52: error: the key `header` is neither declared nor assigned by a rule \
        [unknown-key]
        """
      ])
    #expect(try rules.answer("title") == "a")
    #expect(
      try rules.live.refusal == """
        the check found 1 error:
          rules/a.lua:3:52: error: the key `header` is neither declared nor assigned by a rule \
        [unknown-key]
        """)
    #expect(try rules.live.rejection == nil)
    let repaired = misspelt.replacing("header", with: "title")
    #expect(try await rules.edit(["rules/a.lua": repaired]).count == 1)
    #expect(try rules.answer("subtitle") == "b")
    #expect(try rules.live.refusal == nil)
  }

  @Test func `a warning is refused at the level of warnings only`() async throws {
    let rules = try GatedRules(.checks(level: .warning), ["rules/a.lua": good], schema: schema)
    defer { rules.end() }
    let told = try await rules.edit(["rules/a.lua": duplicate])
    #expect(
      told.first?.hasPrefix(
        "the gate refused a generation: the check found 1 warning:\n  rules/a.lua:3") == true)
    let tolerant = try GatedRules(.checks(), ["rules/a.lua": good], schema: schema)
    defer { tolerant.end() }
    #expect(try await tolerant.edit(["rules/a.lua": duplicate]) == ["generation 2 is active"])
  }

  @Test func `a comment that hides a finding hides it from the gate`() async throws {
    let rules = try GatedRules(.checks(level: .warning), ["rules/a.lua": good], schema: schema)
    defer { rules.end() }
    let hidden = duplicate.replacing(
      "value = 'b' },\n}", with: "value = 'b' }, -- check: ignore duplicate-rule\n}")
    #expect(try await rules.edit(["rules/a.lua": hidden]) == ["generation 2 is active"])
  }

  @Test func `what is checked is what was loaded`() async throws {
    let box = Box()
    defer { box.rules = nil }
    let gate = ReloadGate { _, new in
      box.rules?.removeAll()
      return .refuse(reason: "\(try RuleCheck(new).findings.map(\.location.description))")
    }
    let rules = try GatedRules(
      gate, ["rules/a.lua": "return require 'm'", "rules/lib/m.lua": good], schema: schema)
    defer { rules.end() }
    box.rules = rules
    #expect(
      try await rules.edit(["rules/lib/m.lua": misspelt])
        == ["the gate refused a generation: [\"rules/lib/m.lua:3\"]"])
  }

  @Test func `only 20 findings are listed`() async throws {
    let rules = try GatedRules(.checks(), ["rules/a.lua": good], schema: schema)
    defer { rules.end() }
    let lines = (1...25).map { "{ key = 'k\($0)', value = function(c) return c.none\($0) end }," }
    let text = "return {\n\(lines.joined(separator: "\n"))\n}"
    let lists = try #require(try await rules.edit(["rules/a.lua": text]).first).split(
      separator: "\n")
    #expect(lists.first == "the gate refused a generation: the check found 25 errors:")
    #expect(lists.count == 22)
    #expect(lists.last == "  and 5 more")
  }

  @Test func `keys of the fallback are known, and its findings do not count`() async throws {
    let base = try RuleModel(
      text: "return { { key = 'header', value = function(c) return c.nothing end } }",
      name: "base.lua")
    let rules = try GatedRules(.checks(fallback: base), ["rules/a.lua": good], schema: schema)
    defer { rules.end() }
    #expect(try await rules.edit(["rules/a.lua": misspelt]) == ["generation 2 is active"])
  }

  @Test func `a replacement is checked, each of its models`() async throws {
    let rules = try GatedRules(.checks(), ["rules/a.lua": good], schema: schema)
    defer { rules.end() }
    let live = try rules.live
    let model = try RuleModel(text: misspelt, name: "first.lua", schema: schema)
      .fallback(try RuleModel(text: good, name: "second.lua"))
    try live.replace(with: model)
    #expect(live.generation == 1)
    // The refusal is one of the replacement, not of the sources.
    #expect(live.refusal == nil)
    let third = try RuleModel(text: good, name: "third.lua")
    #expect(try live.replace(with: third) == .swapped(generation: 2))
  }
}
