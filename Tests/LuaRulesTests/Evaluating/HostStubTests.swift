import LuaRules
import Testing

/// Functions of Lua in place of the host's.
struct HostStubTests {
  private static let host: HostFunctions = ["title": .function { (_: RuleContext?) in "host" }]

  @Test(arguments: [
    "value = host.title()", "value = (function() return host.title() end)()",
    "value = title()", "value = host[\"title\"](nil)", "value = tostring(host.title())",
  ])
  func `a stub is called while a file loads as little as the host's own function`(
    field: String
  ) throws {
    let rules = "local title = host.title return {\n  { key = 'a', \(field) },\n}"
    let stubs = RuleSource(
      text: "return { title = function() return 'stub' end }", name: "host.lua")
    let errors = [nil, stubs].map { stubs in
      #expect(throws: RuleError.self) {
        _ = try RuleModel(
          sources: [RuleSource(text: rules)], host: Self.host,
          options: RuleOptions(hostStubs: stubs)
        )
      }
    }
    #expect(errors[0]?.message == "`host.title` is called while the file is loading")
    #expect(errors[0]?.description == errors[1]?.description)
  }

  @Test func `a stub is called by rules, however they have come by it`() throws {
    let stubs = """
      local last = "of its file"
      return { title = function(c, text) return "stub " .. (text or last) end,
        fails = function() error("no") end,
        many = function() return 1, 2, 3 end }
      """
    let rules = """
      local title, all = host.title, { host.title }
      return {
        { key = "direct", value = host.title },
        { key = "local", value = title },
        { key = "called", value = function(c) return host.title(c, "here") end },
        { key = "captured", value = function(c) return title(c, "there") end },
        { key = "listed", value = function(c) return all[1](c, "listed") end },
        { key = "many", value = function() return select("#", host.many()) end },
        { key = "tested", when = host.title, value = "held" },
        { key = "failing", value = function(c) return host.fails(c) end },
        { key = "inner", value = function(c) return c.captured .. "!" end },
      }
      """
    let context = RuleContext(
      try RuleModel(
        sources: [RuleSource(text: rules, name: "rules.lua")],
        options: RuleOptions(hostStubs: RuleSource(text: stubs, name: "host.lua"))))
    for (key, expected) in [
      ("direct", "stub of its file"), ("local", "stub of its file"), ("called", "stub here"),
      ("captured", "stub there"), ("listed", "stub listed"), ("tested", "held"),
      ("inner", "stub there!"),
    ] {
      #expect(try context.value(at: key, as: String.self) == expected)
    }
    #expect(try context.value(at: "many", as: Int.self) == 3)
    #expect(outcome("failing", in: context).hasPrefix("host.lua:3: error: no [runtime]"))
  }
}
