import Testing

@testable import LuaRules

/// Sources of which no Lua is called once they are loaded.
struct AcceptTests {
  private static let context = """
    {"user": {"name": "Ann", "tags": ["a", "b"]}, "count": 3, "word": "w", "other": {"name": "Bo"}}
    """

  private static let functions = HostFunctions().adding("shout") { (_: RuleContext) in "HO" }

  private static func model(
    _ rules: String, host: String = "return {}", grant: Grant = .everything,
    modules: [String: String] = [:], plan: EvaluationMode = .native,
    accept: ExecutionPolicy = .luaFree
  ) throws -> RuleModel {
    try RuleModel(
      sources: [
        RuleSource(
          text: rules, name: "customer.lua", modules: modules, grant: grant, accept: accept),
        RuleSource(text: host, name: "host.lua"),
      ], host: functions, options: RuleOptions(plan: plan))
  }

  private static func outcome(_ model: RuleModel, _ key: String = "theme") -> String {
    do {
      var context = RuleContext(model)
      try context.setValues(json: Self.context)
      return try context.json(at: key)
    } catch {
      return "\(error)"
    }
  }

  // MARK: Loading

  static let refused: [(function: String, obstacle: String)] = [
    ("for _ = 1, 3 do end return 1", "it has a loop"),
    ("return string.upper(c.word)", "it uses a library or host function"),
    ("return c.word:upper()", "it calls a method"),
    ("return host.shout(c)", "it uses a library or host function"),
    ("return { c.word }", "it makes a table"),
    ("return c[c.word]", "it reads a member whose name is computed"),
    ("return c.count ^ 2", "it uses `^`"),
    ("if c.count == 1 then while true do end end return 1", "it has a loop"),
  ]

  @Test(arguments: refused)
  func `a function that only Lua can run is refused with its line`(
    function: String, obstacle: String
  ) throws {
    for field in ["when", "value"] {
      let other = field == "when" ? "value" : "when"
      let text = """
        return {
          { key = "theme", value = "fine" },
          { key = "theme", \(other) = true,
            \(field) = function(c)
              \(function)
            end },
        }
        """
      let error = try #require(throws: RuleError.self) { try Self.model(text) }
      #expect(error.code == .needsLua)
      #expect(error.message.hasPrefix("the `\(field)` of `theme` needs Lua: \(obstacle)"))
      #expect("\(error)".hasPrefix("customer.lua:5: error: "), "\(error)")
      _ = try Self.model(text, accept: .anyLua)
    }
  }

  @Test func `all functions that need Lua are told at once`() throws {
    let error = try #require(throws: RuleError.self) {
      try Self.model(
        """
        return {
          { key = "a", value = function(c) return c.word:upper() end },
          { key = "b", when = string.len, value = 1 },
        }
        """)
    }
    #expect(error.location?.line == 2)
    #expect(error.others.map(\.code) == [.needsLua])
  }

  @Test func `the grant says it, too, and the text of a grant`() throws {
    let rules = "return { { key = 'theme', value = function(c) return c.word:upper() end } }"
    let grant = try Grant(json: #"{"accept": "lua-free"}"#)
    #expect(grant == Grant(accept: .luaFree))
    #expect(try Grant(json: grant.json) == grant)
    #expect(throws: RuleError.self) { try Self.model(rules, grant: grant, accept: .anyLua) }
    #expect(throws: RuleError.self) { try Grant(json: #"{"accept": "lua"}"#) }
  }

  // MARK: Asking

  private static let accepted = """
    local names = { a = "gray", w = "red" }
    local helper = require "helper"
    return {
      { key = "theme", when = { user = { name = "Bob" } }, value = "pattern" },
      { key = "theme", when = function(c) return c.count > 7 and c.user.name == "Ann" end,
        value = "many" },
      { key = "theme", when = function(c) return helper.isWord(c) and c.user end,
        value = function(c) return c.user.name .. "-" .. names[c.word] .. "-" .. #c.user.tags end },
      { key = "called", value = host.shout },
      { key = "called", when = host.shout, value = 1, priority = "low" },
      { key = "both", rules = { { when = host.shout, value = function(c) return c.word end } },
        when = function(c) return c.count == 3 end },
      { key = "object", value = function(c) return c.user end },
      { key = "chain", value = function(c) return c.theme .. c.hosts end },
    }
    """
  private static let modules = [
    "helper": "return { isWord = function(c) return c.word == 'w' end }"
  ]

  @Test(arguments: [EvaluationMode.native, .lua])
  func `no Lua is called, and the answers are those of Lua`(plan: EvaluationMode) throws {
    let host = "return { { key = 'hosts', value = 'h' } }"
    let grant = Grant(read: .names("user", "count", "word", "theme", "hosts"))
    let model = try Self.model(
      Self.accepted, host: host, grant: grant, modules: Self.modules, plan: plan)
    let byLua = try Self.model(
      Self.accepted, host: host, grant: grant, modules: Self.modules, plan: .lua, accept: .anyLua)
    let core = try #require(model.current.first)
    for key in ["theme", "called", "both", "object", "chain"] {
      let outcome = try core.needsNoState { Self.outcome(model, key) }
      #expect(outcome == Self.outcome(byLua, key))
      #expect(!outcome.contains("error"), "\(outcome)")
    }
  }

  static let odd: [(function: String, error: String)] = [
    ("c.missing", "unknown key `missing`"),
    ("c.word < 3", "only Lua could go on here, and it is not called for this source"),
    ("c.user + 1", "`c.user` is an object"),
    ("c.user == c.other", "`c.user` is an object, `c.other` is an object"),
    ("c.nothing.name", "`c.nothing` is nil, so `c.nothing.name` cannot be read"),
    ("c.word.name", "`c.word` is a string, so `c.word.name` cannot be read"),
    ("c.count // 0", "only Lua could go on here"),
    ("c.failing", "division"),
    ("c.circle", "depends on itself"),
  ]

  @Test(arguments: odd)
  func `what only Lua could judge is an error, and Lua is not called`(
    function: String, error: String
  ) throws {
    let host = """
      return {
        { key = "nothing", value = null },
        { key = "failing", value = function(c) return c.count // 0 end },
        { key = "circle", value = function(c) return c.theme end },
      }
      """
    for plan in [EvaluationMode.native, .lua] {
      for rule in [
        "value = function(c) return \(function) end",
        "when = function(c) return \(function) end, value = 1",
      ] {
        let model = try Self.model("return {\n{ key = 'theme', \(rule) } }", host: host, plan: plan)
        let core = try #require(model.current.first)
        let outcome =
          ["c.failing", "c.circle"].contains(function)
          ? Self.outcome(model) : try core.needsNoState { Self.outcome(model) }
        #expect(outcome.contains(error) || outcome.contains("attempt to"), "\(outcome)")
        #expect(outcome.contains("customer.lua:2:") || outcome.contains("host.lua"), "\(outcome)")
      }
    }
  }

  @Test func `what a grant does not allow is refused without Lua, too`() throws {
    let cases: [(String, String)] = [
      ("c.user", "may read parts of `user` only"), ("#c.user.tags", "2"),
      ("#c.user", "may not list or count"), ("c.user.name", "\"Ann\""), ("c.hidden", "\"h\""),
    ]
    let grant = Grant(read: .names("user.name", "user.tags", "hidden"))
    for (function, expected) in cases {
      for plan in [EvaluationMode.native, .lua] {
        let model = try Self.model(
          "return { { key = 'theme', value = function(c) return \(function) end } }",
          host: "return { { key = 'hidden', value = 'h' } }", grant: grant, plan: plan)
        let outcome = try #require(model.current.first).needsNoState { Self.outcome(model) }
        #expect(outcome.contains(expected), "\(outcome)")
      }
    }
  }

  @Test func `a budget holds without Lua`() throws {
    let tests = (0..<50).map { "c.user.name == 'n\($0)'" }.joined(separator: " or ")
    var rules = "local function test(c) return \(tests) end return {"
    for _ in 0..<700 { rules += "{ key = 'theme', when = test, value = 1 }," }
    let model = try RuleModel(
      sources: [RuleSource(text: rules + "}", accept: .luaFree)],
      options: RuleOptions(budget: Budget(instructions: 1000, depth: 1), plan: .lua))
    #expect(Self.outcome(model).contains("more than 1000 instructions"))
  }

  // MARK: Further states

  @Test func `further states run nothing of the source`() throws {
    // What runs at the top of the file would show: a second run of it is refused.
    let customer = """
      local helper = require "helper"
      local n = 0
      for i = 1, 200000 do n = n + i end
      return {
        { key = "theme", when = helper.isWord, value = function(c) return c.word end },
        { key = "called", value = host.shout },
        { key = "theme", value = "none" },
      }
      """
    let host = """
      local own = require "own"
      return {
        { key = "loud", value = function(c) return own.up(c.theme) end },
        { key = "called", value = host.shout, priority = "high" },
        { key = "last", value = function(c) return c.loud:lower() end },
      }
      """
    let model = try RuleModel(
      sources: [
        RuleSource(
          text: customer, name: "customer.lua", modules: Self.modules,
          grant: Grant(read: .names("word"), functions: ["shout"]), accept: .luaFree),
        RuleSource(
          text: host, name: "host.lua", modules: ["own": "return { up = string.upper }"]),
      ], host: Self.functions)
    let core = try #require(model.current.first)
    #expect(Self.outcome(model, "last") == "\"w\"")
    var quick = core.request
    quick.options.loadingBudget.instructions = 50_000
    // With so little the customer's file could not be run again.
    #expect(throws: RuleError.self) { try ModelLoader.load(quick) }
    for _ in 0..<3 {
      let place = core.lend()
      place.keep(try ModelLoader.join(core))
      core.pool.giveBack(place)
      #expect(Self.outcome(model, "loud") == "\"W\"")
      #expect(Self.outcome(model, "called") == "\"HO\"")
      #expect(Self.outcome(model, "last") == "\"w\"")
      #expect(Self.outcome(model, "theme") == "\"w\"")
    }
  }
}
