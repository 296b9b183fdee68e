import LuaRules
import LuaRulesTools
import Testing

struct RuleTableTests {
  private static func model(_ text: String, schema: RuleSchema = RuleSchema()) throws -> RuleModel {
    try RuleModel(
      text: text, name: "r.lua", schema: schema, host: ["view": .function { (_: RuleContext) in 1 }]
    )
  }

  @Test func `rules stand in the order in which they are asked`() throws {
    let model = try Self.model(
      """
      return {
        { key = "b", value = function(c) return c.a end },
        { key = "a", value = 1 },
        { key = "a", when = { x = 1, y = 2 }, value = "two" },
        { key = "a", when = function(c) return c.x == 1 end, value = { 1, 2 }, name = "one" },
        { key = "a", value = host.view, priority = "high" },
      }
      """
    ).fallback(
      try RuleModel(
        text: "return {{ key = 'a', value = 9, priority = 'important' }}", name: "f.lua"))
    #expect(
      try RuleTable(model).text == """
        key  priority  complexity  place    gives       from        name
        a         150           0  r.lua:6  host.view   rules
        a         100           2  r.lua:4  "two"       rules
        a         100           1  r.lua:5  [1,2]       rules       one
        a         100           0  r.lua:3  1           rules
        a        1000           0  f.lua:1  9           fallback 1
        b         100           0  r.lua:2  a function  rules

        """)
  }

  @Test func `JSON has all that is known`() throws {
    let model = try Self.model(
      """
      return {
        { key = "a", doc = "d", name = "n", value = function(c) return c.o.m + c.b end,
          when = { x = { y = 1 } } },
        { key = "b", value = 1, when = true, priority = -3 },
        { key = "c", rules = { { when = function(c) return c.z end, value = null } }, when = { x = 1 } },
        { key = "d", value = 0/0, when = host.view },
      }
      """)
    #expect(
      try RuleTable(model).json == """
        [{"key":"a","rules":[{"complexity":1,"doc":"d","file":"r.lua","gives":{"function":true},\
        "line":2,"model":0,"name":"n","priority":100,"reads":["x.y","o.m","b"],"when":"pattern"}]},\
        {"key":"b","rules":[{"complexity":0,"file":"r.lua","gives":{"constant":1},"line":4,\
        "model":0,"priority":-3,"reads":[],"when":"always"}]},\
        {"key":"c","rules":[{"complexity":2,"file":"r.lua","gives":{"constant":null},"line":5,\
        "model":0,"priority":100,"reads":["x","z"],"when":"several"}]},\
        {"key":"d","rules":[{"complexity":1,"file":"r.lua","gives":{"constant":"nan"},"line":6,\
        "model":0,"priority":100,"reads":[],"when":"host"}]}]
        """)
  }

  @Test(arguments: [
    ("return c.a and c.b.c", ["a", "b.c"]),
    ("local t = c.todo if t == nil then return false end return t.x == t.y", ["todo.x", "todo.y"]),
    (
      "for _, v in ipairs(c.list) do if v == c.w then return true end end return false",
      ["list", "w"]
    ),
    ("local f = function() return c.inner.x end return f()", ["inner.x"]),
    ("return c.name:find('x') ~= nil", ["name"]),
    ("local t = c.a t = {} return t.x", ["a"]),
    ("return c['odd name'] == 1", ["odd name"]),
  ])
  func `reads are found in functions`(body: String, reads: [String]) throws {
    let model = try Self.model("return {{ key = 'k', when = function(c) \(body) end, value = 1 }}")
    let quoted = reads.map { "\"\($0)\"" }.joined(separator: ",")
    #expect(try RuleTable(model).json.contains("\"reads\":[\(quoted)]"))
  }

  @Test func `secrets are not shown`() throws {
    let schema = try RuleSchema(
      json: """
        { "properties": { "token": { "type": "string", "writeOnly": true },
          "user": { "$ref": "#/$defs/user" },
          "users": { "type": "array", "items": { "$ref": "#/$defs/user" }, "x-hit-policy": "collect" }
        }, "$defs": { "user": {
          "type": "object", "properties": { "pin": { "type": "string", "writeOnly": true } } } } }
        """)
    let table = try RuleTable(
      Self.model(
        """
        return {{ set = {
          token = 'hunter2', user = { pin = 'hunter2' }, users = { pin = 'hunter2' } } }}
        """, schema: schema))
    #expect(!table.text.contains("hunter2") && table.text.contains("•••"))
    #expect(!table.json.contains("hunter2") && table.json.contains("•••"))
  }

  @Test func `names of strangers do not reach the terminal as they are`() throws {
    let table = try RuleTable(
      Self.model("return {{ key = 'k', value = '\\27', name = 'a\\27[2J\\n' }}"))
    #expect(table.text.contains("a\\u{1B}[2J\\n"))
    #expect(!table.text.contains("\u{1B}"))
  }

  @Test func `a model without rules is a line of headings`() throws {
    #expect(try RuleTable(.empty).text == "key  priority  complexity  place  gives\n")
    #expect(try RuleTable(.empty).json == "[]")
  }
}
