import Testing

@testable import LuaRules

/// The lines of rules that helper functions and loops make.
@Suite struct MadeRuleLineTests {
  /// A text, and the lines of the rules that it returns, in order.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let lines: [Int?]
    let text: String

    init(_ name: String, _ lines: [Int?], _ text: String) {
      self.name = name
      self.lines = lines
      self.text = text
    }

    var testDescription: String { name }
  }

  static func lines(_ text: String, modules: [String: String] = [:]) throws -> [Int?] {
    let model = try RuleModel(
      sources: [RuleSource(text: text, name: "r.lua", modules: modules)])
    return try #require(model.current.first).rules.map(\.location.line)
  }

  private static let add = "local rules = {} local function add(r) rules[#rules + 1] = r end\n"

  static let told: [Case] = [
    Case(
      "arguments of a helper", [2, 3],
      add + """
        add { key = "a", when = { dark = true }, value = 1 }
        add { key = "a", when = { dark = false }, value = 1 }
        return rules
        """),
    Case(
      "equal arguments, by their order", [2, 3, 4],
      add + """
        add { key = "a", value = 1 }
        add { key = "a", value = 1 }
        add { key = "a", value = 1 }
        return rules
        """),
    Case(
      "functions on several lines", [2, 6, 8],
      add + """
        add { key = "a", value = function(c)
          return c.x
        end }

        add { key = "a",
          when = function(c) return c.y end, value = 1 }
        add { set = { a = 1 } }
        return rules
        """),
    Case(
      "a loop before single rules", [3, 3, 5, 6],
      """
      local rules = {}
      for _, name in ipairs { "x", "y" } do
        rules[#rules + 1] = { key = "a", when = { name = name }, value = name, priority = "high" }
      end
      rules[#rules + 1] = { key = "a", when = { dark = true }, value = "a" }
      rules[#rules + 1] = { key = "a", when = { kind = "b" }, value = "b" }
      return rules
      """),
    Case(
      "two loops", [3, 3, 6, 6, 8],
      """
      local rules = {}
      for _, name in ipairs { "x", "y" } do
        table.insert(rules, { key = "a", when = { name = name }, value = name })
      end
      for _, name in ipairs { "x", "y" } do
        table.insert(rules, { key = "b", when = { name = name }, value = name })
      end
      table.insert(rules, { key = "a", value = "z" })
      return rules
      """),
    Case(
      "a loop of keys beside rules with keys", [3, 3, 5],
      """
      local rules = {}
      for _, key in ipairs { "a", "b" } do
        rules[#rules + 1] = { key = key, value = 1 }
      end
      rules[#rules + 1] = { key = "c", value = true }
      return rules
      """),
    Case(
      "calls of a function with values", [5, 6, 7],
      """
      local rules = {}
      local function make(key, when, value)
        rules[#rules + 1] = { key = key, when = when, value = value }
      end
      make("a", { dark = true }, 1)
      make("a", nil, 2)
      make("b", function(c) return c.x end, 3)
      return rules
      """),
    Case(
      "a function with values called in a loop", [5, 5, 6],
      """
      local rules = {}
      local function make(key, value)
        rules[#rules + 1] = { key = key, value = value }
      end
      for _, key in ipairs { "a", "b" } do make(key, key) end
      make("c", "d")
      return rules
      """),
    Case(
      "results of a function that are added", [3, 4],
      add + """
        local function make(key, value) return { key = key, value = value } end
        add(make("a", 1))
        add(make("a", 2))
        return rules
        """),
    Case(
      "a method of a builder", [5, 6],
      """
      local builder = { rules = {} }
      function builder:add(rule)
        table.insert(self.rules, rule)
      end
      builder:add { key = "a", value = 1 }
      builder:add { key = "b", value = 2 }
      return builder.rules
      """),
    Case(
      "a helper that adds a field", [6, 7],
      """
      local rules = {}
      local function add(rule)
        rule.priority = rule.priority or "low"
        rules[#rules + 1] = rule
      end
      add { key = "a", value = 1 }
      add { key = "b", value = 2, priority = "high" }
      return rules
      """),
    Case(
      "a list of tables that is handed on", [3, 4],
      add + """
        for _, rule in ipairs {
          { key = "a", value = 1 },
          { key = "b", value = 2 },
        } do add(rule) end
        return rules
        """),
    Case(
      "a rule that a helper puts before others", [6, 5, 7],
      """
      local rules = {}
      local function first(rule) table.insert(rules, 1, rule) end
      local function add(rule) table.insert(rules, rule) end

      add { key = "c", value = 3 }
      first { key = "a", value = 1 }
      add { key = "b", value = 2 }
      return rules
      """),
    Case(
      "conditional rules", [4, 7],
      """
      local rules = {}
      local isWide = #"abc" > 2
      if isWide then
        rules[#rules + 1] = { key = "a", value = 1 }
      else
        rules[#rules + 1] = { key = "a", value = 2 } end
      rules[#rules + 1] = { key = "a", value = 3 }
      return rules
      """),
    Case(
      "keys and values that are made", [2, 4, 5],
      add + """
        add { key = "a", value = 1 }
        local count = 1
        add { key = rules[1].key .. "b", value = count }
        add { key = rules[1].key .. "c", value = count + 1 }
        return { table.unpack(rules) }
        """),
    Case(
      "a variable that a function changes", [5, 6],
      add + """
        local count = 1
        local function grow() count = count + 1 end
        grow()
        add { key = "a", value = count }
        add { key = "a", value = count + 1 }
        return rules
        """),
    Case(
      "rules in a function", [3, 4],
      """
      local function all(rules)
        local function add(rule) rules[#rules + 1] = rule end
        add { key = "a", value = 1 }
        add { key = "b", value = 2 }
        return rules
      end
      return all {}
      """),
    Case(
      "a group that a helper fills", [4, 5],
      """
      local function group(when, rules) return { when = when, rules = rules } end
      local list = {}
      local function add(rule) list[#list + 1] = rule end
      add { key = "a", value = 1 }
      add { key = "b", value = 2 }
      return { group({ dark = true }, list) }
      """),
    Case(
      "a literal list that grows", [2, 3, 6, 6],
      """
      local rules = {
        { key = "a", value = 1 },
        { key = "a", value = 1 },
      }
      for _, key in ipairs { "x", "y" } do
        rules[#rules + 1] = { key = key, value = 1 }
      end
      return rules
      """),
    Case(
      "two loops that make equal rules", [3, 6],
      """
      local rules = {}
      for _ = 1, 1 do
        rules[#rules + 1] = { key = "a", value = 1 }
      end
      for _ = 1, 1 do
        rules[#rules + 1] = { key = "a", value = 1 }
      end
      return rules
      """),
    Case(
      "equal arguments of a helper that turns the list around", [4, 3],
      """
      local rules = {}
      local function add(rule) table.insert(rules, 1, rule) end
      add { key = "a", value = 1 }
      add { key = "a", value = 1 }
      return rules
      """),
    Case(
      "equal rules of which one is not added", [4],
      """
      local rules = {}
      local function add(rule, isWanted) if isWanted then rules[1] = rule end end
      add({ key = "a", value = 1 }, #rules > 0)
      add({ key = "a", value = 1 }, #rules == 0)
      return rules
      """),
    Case(
      "rules that copy what a helper gets", [5, 6],
      """
      local function copy(rule)
        local new = {} for key, value in pairs(rule) do new[key] = value end
        return new
      end
      return { copy { key = "a", value = 1 },
        copy { key = "b", value = 2 } }
      """),
    Case(
      "one call of a helper", [4],
      """
      local function rule(key)
        return { key = key, value = 1 }
      end
      return { rule("a") }
      """),
    Case(
      "a function whose result the file returns", [3, 8],
      """
      local function rules()
        return {
          { when = function(c)
              return c.x
            end, key = "a", value = 1 },
          -- no rule

          { key = "b", value = 2 } }
      end
      return rules()
      """),
    Case(
      "a helper in such a function", [5, 6],
      """
      local function rule(k, v)
        return { key = k, value = v }
      end
      local function all()
        return { rule("a", 1),
          rule("b", 2) }
      end
      return all()
      """),
    Case(
      "two helpers in one line", [3, 3],
      """
      local function allow(k) return { key = k, value = true } end
      local function deny(k) return { key = k, value = false } end
      return { allow("a"), deny("b") }
      """),
    Case(
      "a helper with two ways", [5, 5, 6],
      """
      local function rule(k, isTrue)
        if isTrue then return { key = k, value = true } end
        return { key = k, value = false }
      end
      return { rule("a", true), rule("b"),
        rule("c", true) }
      """),
    Case(
      "a group that the file returns", [3, 4],
      """
      local function all()
        local rules = {}
        rules[1] = { key = "a", value = 1 }
        rules[2] = { key = "b", value = 2 }
        return rules
      end
      return { when = { x = 1 }, rules = all() }
      """),
    Case(
      "tables that begin with a function", [2, 5, 9],
      """
      return {
        { when = function(c)
            return c.x
          end, key = "a", value = 1 },
        { value = function(c)
            return c.y
          end, set = nil, key = "b" },
        {
          key = "c", value = 1 } }
      """),
    Case(
      "several rules in one line", [1, 1, 2],
      "return { { key = 'a', value = 1 }, { key = 'b',"
        + " value = 2 }, {\n key = 'c', value = 3 } }"),
  ]

  @Test(arguments: told)
  func `a rule has the line where it was written`(made: Case) throws {
    #expect(try Self.lines(made.text) == made.lines)
  }

  @Test func `a rule of a module has no line of a similar rule`() throws {
    let text = """
      local list = require "list"
      for _, key in ipairs {} do list[#list + 1] = { key = key, value = key } end
      return list
      """
    let module =
      "local list = {} for i = 1, 2 do list[i] = { key = 'k' .. i, value = i } end return list"
    #expect(try Self.lines(text, modules: ["list": module]) == [nil, nil])
  }

  @Test func `rules that a helper of a module makes have the line that called it`() throws {
    let text = """
      local list = require "list"
      local rules = list("x")
      return rules
      """
    let module = """
      return function(k) return {
        { key = k .. "a", value = 1 },
        { key = k .. "b", value = 2 } } end
      """
    #expect(try Self.lines(text, modules: ["list": module]) == [2, 2])
  }

  @Test(.timeLimit(.minutes(1)))
  func `a table of many fields beside another one is read within a minute`() throws {
    let fields = (0..<100_000).map { "a\($0)=0" }.joined(separator: ",")
    let error = #expect(throws: RuleError.self) {
      try RuleModel(text: "return { { \(fields) } }", name: "r.lua")
    }
    #expect(error?.code == .unknownField && error?.location?.line == 1)
  }

  @Test func `candidates are told with their lines`() throws {
    let model = try RuleModel(
      text: Self.add + """
        add { key = "a", when = { dark = true }, value = 1 }
        add { key = "a", value = 2 }
        return rules
        """, name: "r.lua")
    let candidates = RuleContext(model).explain(at: "a").keys.flatMap(\.candidates)
    #expect(candidates.map(\.rule.location.description) == ["r.lua:2", "r.lua:3"])
  }

  @Test func `an error has the line of its field`() throws {
    let error = #expect(throws: RuleError.self) {
      try RuleModel(
        text: Self.add + """
          add { key = "a", value = 1 }
          add { key = "a",
            vlaue = 2 }
          return rules
          """, name: "r.lua")
    }
    #expect(error?.location == SourceLocation(file: "r.lua", line: 4))
  }

  static let mistakes: [(text: String, lines: [Int?])] = [
    ("return {\n  { key = 'a', value = 1 },\n  5,\n  { kee = 'a',\n    prio = 1 } }", [3, 4, 5]),
    (
      "local r = {}\nr[1] = { key = 1 }\nr[2] = {\n key = 'a', value = 2,\n priority = 'x' }\nreturn r",
      [2, 5]
    ),
    (
      "return { { rules = {\n  { key = 'a', value = 1 },\n  { key = 'b', valu = 1,\n when = 3 } } } }",
      [3, 4]
    ),
    ("return { { key = 'a', value = 1 }, { set = {\n  a = 1,\n  ['b..c'] = 2 } } }", [3]),
  ]

  @Test(arguments: mistakes)
  func `an error has the line where the mistake begins`(text: String, lines: [Int?]) throws {
    let error = #expect(throws: RuleError.self) { try RuleModel(text: text, name: "r.lua") }
    #expect(error.map { ([$0] + $0.others).map(\.location?.line) } == lines)
  }

  @Test func `many rules of a helper have their lines`() throws {
    let count = 3000
    var text = Self.add
    for index in 1...count {
      text += "add { key = \"k\(index % 3)\", when = { n = \(index) }, value = 1 }\n"
    }
    #expect(try Self.lines(text + "return rules") == Array(2..<2 + count))
  }

  @Test func `many equal loops and rules take little time`() throws {
    var text = Self.add
    for _ in 1...1500 { text += "for _ = 1, 2 do add { key = \"k\", value = 1 } end\n" }
    let clock = ContinuousClock()
    var found: [Int?] = []
    let time = try clock.measure { found = try Self.lines(text + "return rules") }
    #expect(found.count == 3000 && time < .seconds(20))
  }
}
