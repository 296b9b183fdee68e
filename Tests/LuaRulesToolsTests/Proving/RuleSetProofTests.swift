import LuaRules
import LuaRulesTools
import Testing

/// What is proved of two sets of rules.
struct RuleSetProofTests {
  private static let schema = """
    { "properties": {
      "region": { "enum": ["north", "south"] }, "vip": { "type": "boolean", "default": false },
      "title": { "type": "string" }, "count": { "type": "integer", "minimum": 0 },
      "order": { "type": "object", "properties": {
        "total": { "type": "number" }, "lines": { "type": "array" } } },
      "level": { "type": "integer", "default": 0 }, "half": {}, "place": { "type": "object" }, "place.name": { "type": "string" }, "k": { "type": "integer", "default": 0 },
      "all": { "type": "array", "items": { "type": "integer" }, "x-hit-policy": "collect" } } }
    """

  /// Two sets of rules for `k`, and the report.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: String
    let new: String
    let report: String
  }

  private static func model(_ rules: String, name: String) throws -> RuleModel {
    try RuleModel(text: "return {\n\(rules)\n}", name: name, schema: RuleSchema(json: schema))
  }

  private static let same = "same"

  static let cases = [
    Case(
      testDescription: "a pattern and the same test as a function",
      old: #"{ key = "k", when = { region = "north" }, value = 1 }"#,
      new: #"{ key = "k", when = function(c) return c.region == "north" end, value = 1 }"#,
      report: same),
    Case(
      testDescription: "both cases of a Boolean",
      old: #"{ key = "k", value = 1 }"#,
      new:
        #"{ key = "k", when = { vip = true }, value = 1 }, { key = "k", when = { vip = false }, value = 1 }"#,
      report: same),
    Case(
      testDescription: "all regions, but one may be left out",
      old: #"{ key = "k", value = 1 }"#,
      new: #"{ key = "k", when = { region = { "north", "south" } }, value = 1 }"#,
      report: #"k: 1 → 0 in {}"#),
    Case(
      testDescription: "a bound of a number",
      old: #"{ key = "k", when = function(c) return c.count and c.count < 5 end, value = 1 }"#,
      new: #"{ key = "k", when = function(c) return c.count and c.count <= 5 end, value = 1 }"#,
      report: #"k: 0 → 1 in {"count":5}"#),
    Case(
      testDescription: "a bound that no value reaches",
      old: #"{ key = "k", when = function(c) return c.count and c.count < 0 end, value = 1 }"#,
      new: #"{ key = "k", when = { region = "east" }, value = 2 }"#, report: same),
    Case(
      testDescription: "a fraction between two numbers",
      old:
        """
        { key = "k",
          when = function(c) return c.order and c.order.total and c.order.total > 1 end,
          value = 1 }
        """,
      new:
        """
        { key = "k",
          when = function(c) return c.order and c.order.total and c.order.total >= 2 end,
          value = 1 }
        """,
      report: #"k: 1 → 0 in {"order":{"total":1.5}}"#),
    Case(
      testDescription: "an error, where a member is left out",
      old: #"{ key = "k", when = function(c) return c.order.total == 1 end, value = 1 }"#,
      new: #"{ key = "k", when = { order = { total = 1 } }, value = 1 }"#,
      report: "k: error: "),
    Case(
      testDescription: "an object in front of a key for a path is always there",
      old: #"{ key = "k", when = function(c) return c.order == nil end, value = 1 }"#
        + #", { key = "order.label", value = "x" }"#,
      new: #"{ key = "order.label", value = "x" }"#, report: same),
    Case(
      testDescription: "an object in front of a declared key, which is never missing",
      old: #"{ key = "k", when = function(c) return c.place == nil end, value = 1 }"#,
      new: #"{ key = "k", when = function(c) return false end, value = 1 }"#,
      report: "k: not known: the answers may differ, but no context was found in which they do"),
    Case(
      testDescription: "a member beside a key for a path",
      old: #"{ key = "k", when = function(c) return c.order.total == 1 end, value = 1 }"#
        + #", { key = "order.label", value = "x" }"#,
      new: #"{ key = "k", when = { order = { total = 1 } }, value = 1 }"#
        + #", { key = "order.label", value = "x" }"#, report: same),
    Case(
      testDescription: "what no case can follow, in contexts made at random",
      old:
        #"{ key = "k", value = function(c) return c.count and c.title and c.count * #c.title end }"#,
      new:
        #"{ key = "k", value = function(c) return c.count and c.title and c.count + #c.title end }"#,
      report: #"k: 10 → 11 in {"count":1,"title":"some title"}"#),
    Case(
      testDescription: "through another key",
      old: """
        { key = "level", when = { vip = true }, value = 3 },
        { key = "k", when = function(c) return c.level > 2 end, value = 1 }
        """,
      new: """
        { key = "level", when = { vip = true }, value = 2 },
        { key = "k", when = function(c) return c.level > 2 end, value = 1 }
        """, report: #"k: 1 → 0 in {"vip":true}"#),
    Case(
      testDescription: "another order of rules that exclude each other",
      old:
        #"{ key = "k", when = { vip = true }, value = 1 }, { key = "k", when = { vip = false }, value = 2 }"#,
      new:
        #"{ key = "k", when = { vip = false }, value = 2 }, { key = "k", when = { vip = true }, value = 1 }"#,
      report: same),
    Case(
      testDescription: "a value of the context",
      old: #"{ key = "k", value = function(c) return c.count end }"#,
      new: #"{ key = "k", value = function(c) return c.level end }"#,
      report: #"k: 0 → 1 in {"level":1}"#),
    Case(
      testDescription: "a value of the context, whatever it is",
      old: #"{ key = "k", value = function(c) return c.count end }"#,
      new: #"{ key = "k", value = function(c) local n = c.count return n end }"#, report: same),
    Case(
      testDescription: "a loop that stays, beside another rule",
      old: """
        { key = "level", value = 1 },
        { key = "k", value = function(c) for i = 1, 2 do if c.vip then return 1 end end end }
        """,
      new: """
        { key = "level", value = 2 },
        { key = "k", value = function(c) for i = 1, 2 do if c.vip then return 1 end end end }
        """, report: same),
    Case(
      testDescription: "a loop that stays, and reads another rule",
      old: """
        { key = "level", value = 1 },
        { key = "k", value = function(c) for i = 1, 2 do if c.level then return 1 end end end }
        """,
      new: """
        { key = "level", value = 2 },
        { key = "k", value = function(c) for i = 1, 2 do if c.level then return 1 end end end }
        """, report: "k: not known: old:3: "),
    Case(
      testDescription: "a computed key that stays, and reads another rule",
      old: """
        { key = "level", value = 1 },
        { key = "k", value = function(c) return c["le" .. "vel"] end }
        """,
      new: """
        { key = "level", value = 2 },
        { key = "k", value = function(c) return c["le" .. "vel"] end }
        """, report: "k: 1 → 2 in {}"),
    Case(
      testDescription: "a pattern with a calculated name that stays",
      old: """
        { key = "level", value = 1 },
        { key = "k", when = { ["le" .. "vel"] = 1 }, value = 1 }
        """,
      new: """
        { key = "level", value = 2 },
        { key = "k", when = { ["le" .. "vel"] = 1 }, value = 1 }
        """, report: "k: 1 → 0 in {}"),
    Case(
      testDescription: "a context by its dots that stays",
      old: """
        { key = "level", value = 1 },
        { key = "k", value = function(...) local c = ... local n = "le" .. "vel" return c[n] end }
        """,
      new: """
        { key = "level", value = 2 },
        { key = "k", value = function(...) local c = ... local n = "le" .. "vel" return c[n] end }
        """, report: "k: 1 → 2 in {}"),
    Case(
      testDescription: "a number of another kind, and a text of it that stays",
      old: """
        { key = "half", value = 3 },
        { key = "k", value = function(c) local n = 0 for i = 1, c.count or 0 do n = n + 1 end
          if n * n == 60481729 then return #tostring(c.half) end return 0 end }
        """,
      new: """
        { key = "half", value = 3.0 },
        { key = "k", value = function(c) local n = 0 for i = 1, c.count or 0 do n = n + 1 end
          if n * n == 60481729 then return #tostring(c.half) end return 0 end }
        """, report: "k: not known"),
    Case(
      testDescription: "a text in place of a global",
      old: #"{ key = "k", value = function(c) return c["a" .. "ll"] and 1 or #"type" end }"#,
      new: #"{ key = "k", value = function(c) return c["a" .. "ll"] and 1 or #type end }"#,
      report: "k: "),
    Case(
      testDescription: "a loop",
      old:
        """
        { key = "k",
          when = function(c) for i = 1, 2 do if c.vip then return true end end end,
          value = 1 }
        """,
      new: #"{ key = "k", when = { vip = true }, value = 1 }"#, report: "k: not known: old:3:"),
    Case(
      testDescription: "a loop beside a difference",
      old:
        """
        { key = "k",
          when = function(c) for i = 1, 2 do if c.vip then return true end end end,
          value = 1 }
        """,
      new: #"{ key = "k", when = { vip = true }, value = 1 }, { key = "k", value = 5 }"#,
      report: "k: 0 → 5 in {}"),
    Case(
      testDescription: "joined values in another order",
      old: #"{ key = "all", value = 1 }, { key = "all", when = { vip = true }, value = 2 }"#,
      new:
        """
        { key = "all", when = { vip = true }, value = 2, priority = 1 },
        { key = "all", value = 1, priority = 2 }
        """,
      report: #"all: [2,1] → [1,2] in {"vip":true}"#),
    Case(
      testDescription: "texts that are ordered",
      old: #"{ key = "k", when = function(c) return c.title and c.title < "m" end, value = 1 }"#,
      new: #"{ key = "k", when = function(c) return c.title and "m" > c.title end, value = 1 }"#,
      report: same),
    Case(
      testDescription: "texts that are ordered in another way",
      old: #"{ key = "k", when = function(c) return c.title and c.title < "m" end, value = 1 }"#,
      new: #"{ key = "k", when = function(c) return c.title and c.title < "mm" end, value = 1 }"#,
      report: #"k: 0 → 1 in {"title":"m"}"#),
    Case(
      testDescription: "a calculation that stays, beside a condition that is written anew",
      old: """
        { key = "k", when = function(c) return c.vip and c.count ~= nil end,
          value = function(c) return c.count * 2 end },
        { key = "k", when = { region = "north" }, value = function(c) return 2 + c.level end }
        """,
      new: """
        { key = "k", when = function(c) if not c.vip then return false end return c.count ~= nil end,
          value = function(c) local n = c.count return 2 * n end },
        { key = "k", when = function(c) return c.region == "north" end,
          value = function(c) local two = 2 return c.level + two end }
        """, report: same),
    Case(
      testDescription: "another rule, where a calculation may fail",
      old: #"{ key = "k", when = function(c) return c.count + 1 > 5 end, value = 1 }"#,
      new: #"{ key = "k", when = function(c) return c.count and c.count + 1 > 5 end, value = 1 }"#,
      report: "k: error: "),
    Case(
      testDescription: "a calculation that fails, whose result changes nothing",
      old: """
        { key = "k", value = function(c)
          local n = c.count + 1
          if n == 5 then return 1 end
          return 1 end }
        """,
      new: #"{ key = "k", value = 1 }"#, report: "k: error: "),
    Case(
      testDescription: "a calculated key in two conditions",
      old: """
        { key = "level", value = function(c) return #(c.title or "") end },
        { key = "k", when = function(c) return c.level > 3 end, value = 1 },
        { key = "k", value = 2 }
        """,
      new: """
        { key = "level", value = function(c) return #(c.title or "") end },
        { key = "k", when = function(c) return not (c.level > 3) end, value = 2 },
        { key = "k", value = 1 }
        """, report: same),
    Case(
      testDescription: "a loop over a list with other names, and a function of a library",
      old: """
        { key = "k", when = { vip = true }, value = function(c)
          local count = 0
          for _, line in ipairs(c.order.lines) do count = count + line end
          return math.floor(count) end }
        """,
      new: """
        { key = "k", when = function(c) return c.vip end, value = function(c)
          local n = 0
          for _, each in ipairs(c.order.lines) do n = n + each end
          return math.floor(n) end }
        """, report: same),
    Case(
      testDescription: "a loop with another constant, of another kind",
      old: """
        { key = "half", value = function(c) for i = 1, 2 do if c.vip then return i * 3 end end end },
        { key = "k", value = function(c) return #(c.half .. "") end }
        """,
      new: """
        { key = "half",
          value = function(c) for i = 1, 2 do if c.vip then return i * 3.0 end end end },
        { key = "k", value = function(c) return #(c.half .. "") end }
        """, report: #"k: 1 → 3 in {"vip":true}"#),
    Case(
      testDescription: "two values of the context",
      old: """
        { key = "k", when = function(c) return c.count and c.count > c.level end, value = 1 }
        """,
      new: """
        { key = "k", when = function(c) return c.count and not (c.count <= c.level) end, value = 1 }
        """, report: same),
    Case(
      testDescription: "two values of the context, which may be equal",
      old: """
        { key = "k", when = function(c) return c.count and c.count > c.level end, value = 1 }
        """,
      new: """
        { key = "k", when = function(c) return c.count and c.count >= c.level end, value = 1 }
        """,
      report: #"k: 0 → 1 in {"count":1,"level":1}"#),
    Case(
      testDescription: "a function that declines",
      old: """
        { key = "k", value = function(c) return tonumber(c.title) end },
        { key = "k", value = 5 }
        """,
      new: """
        { key = "k", when = { vip = { true, false } }, value = function(c) return tonumber(c.title) end },
        { key = "k", when = { vip = null }, value = function(c) return tonumber(c.title) end },
        { key = "k", value = function(c) local five = 5 return five end }
        """, report: same),
  ]

  @Test(arguments: cases)
  func `a change has a smallest witness, or is none`(test: Case) throws {
    let key = test.report.hasPrefix("all") ? "all" : "k"
    let proof = try RuleSetProof(
      of: Self.model(test.old, name: "old"), with: Self.model(test.new, name: "new"), keys: [key])
    guard test.report == Self.same else {
      #expect(proof.text.hasPrefix(test.report), "\(proof.text)")
      return
    }
    #expect(proof.differenceCount == 0 && proof.unknownCount == 0, "\(proof.text)")
  }

  @Test func `a helper of the file, and a module of it, belong to its rules`() throws {
    func model(_ head: String, _ module: String) throws -> RuleModel {
      let files = TextFiles([
        "/rules/a.lua": """
        \(head)
        return { { key = "k", value = function(c) return helper(c.vip) end } }
        """, "/rules/lib/m.lua": module,
      ])
      return try RuleModel(
        sources: [RuleSource(path: "/rules")], schema: RuleSchema(json: Self.schema),
        options: RuleOptions(fileSystem: files))
    }
    let loop = "for i = 1, 2 do if x then return 1 end end return "
    let global = "function helper(x) \(loop) 2 end"
    let required = "local m = require \"m\" local function helper(x) \(loop) m.two end"
    func result(_ old: RuleModel, _ new: RuleModel) throws -> String {
      try RuleSetProof(of: old, with: new).text
    }
    let two = "return { two = 2 }"
    #expect(try result(model(global, two), model(global, two)).hasPrefix("1 of 1 keys certainly"))
    #expect(try result(model(required, two), model(required, two)).hasPrefix("1 of 1 keys"))
    let three = try model(global.replacing(" 2 end", with: " 3 end"), two)
    #expect(try result(model(global, two), three).hasPrefix("k: 2 → 3 in {}"))
    let other = try model(required, "return { two = 3 }")
    #expect(try result(model(required, two), other).hasPrefix("k: 2 → 3 in {}"))
  }

  @Test func `a function of a library is another one where its variable is set again`() throws {
    func model(_ other: String) throws -> RuleModel {
      try RuleModel(
        text: """
          local round = math.floor
          local rest
          round, rest = math.\(other), 1
          return {
            { key = "k", value = function(c) return round(c.count / 2) end },
            { key = "level", value = rest },
          }
          """, schema: RuleSchema(json: Self.schema))
    }
    let proof = try RuleSetProof(of: model("floor"), with: model("ceil"), keys: ["k"])
    #expect(proof.differenceCount + proof.unknownCount == 1, "\(proof.text)")
  }

  @Test func `the same files in another folder are the same, whatever they do`() throws {
    func model(_ folder: String, _ level: Int) throws -> RuleModel {
      let files = TextFiles([
        "/\(folder)/made.lua": """
        local names = require "names"
        local function rule(key) return { key = key, value = function(c)
          for i = 1, 2 do if names[c.region] then return i end end return 3 end } end
        return { rule("k"), rule("level") }
        """,
        "/\(folder)/more.lua": "return { { key = 'all', value = \(level) } }",
        "/\(folder)/lib/names.lua": "return { north = true }",
      ])
      return try RuleModel(
        sources: [RuleSource(path: "/\(folder)")], schema: RuleSchema(json: Self.schema),
        options: RuleOptions(fileSystem: files))
    }
    let same = try RuleSetProof(of: model("rules", 1), with: model("new/rules", 1))
    #expect(same.text.hasPrefix("3 of 3 keys certainly"), "\(same.text)")
    let other = try RuleSetProof(of: model("rules", 1), with: model("new/rules", 2))
    #expect(other.text.hasPrefix("all: [1] → [2] in {}"), "\(other.text)")
  }

  @Test func `a witness has the members that its objects must have, and no more`() throws {
    let schema = """
      { "properties": { "k": { "type": "integer", "default": 0 },
        "todo": { "type": "object", "required": ["done", "parts"], "properties": {
          "done": { "type": "boolean" }, "note": { "type": "string" },
          "parts": { "type": "array", "items": { "type": "integer" } } } } } }
      """
    func model(_ rules: String) throws -> RuleModel {
      try RuleModel(text: "return { \(rules) }", schema: RuleSchema(json: schema))
    }
    let cases = try RuleSetProof(
      of: model("{ key = 'k', value = function(c) return c.todo and c.todo.done and 1 or 2 end }"),
      with: model("{ key = 'k', value = 2 }"))
    #expect(
      cases.text.hasPrefix(#"k: 1 → 2 in {"todo":{"done":true,"parts":[]}}"#), "\(cases.text)")
    let errors = try RuleSetProof(
      of: model("{ key = 'k', value = function(c) return c.todo.done and 1 or 2 end }"),
      with: model("{ key = 'k', value = 1 }"))
    #expect(errors.text.contains(#"in {"todo":{"done":false,"parts":[]}}"#), "\(errors.text)")
    let tried = try RuleSetProof(
      of: model(
        "{ key = 'k', value = function(c) return c.todo and #c.todo.parts >= 2 and 7 or 2 end }"),
      with: model("{ key = 'k', value = 2 }"))
    #expect(tried.differenceCount == 1)
    #expect(tried.text.hasPrefix(#"k: 7 → 2 in {"todo":{"done":"#), "\(tried.text)")
    #expect(!tried.text.contains("note"))
  }

  @Test func `a context has all that the schema requires`() throws {
    let schema = """
      { "required": ["todo"], "properties": { "k": { "type": "integer", "default": 0 },
        "size": { "type": "integer", "default": 3 },
        "todo": { "type": "object", "required": ["done"], "properties": {
          "done": { "type": "boolean" }, "note": { "type": "string" } } } } }
      """
    func proof(_ old: String, _ new: String) throws -> RuleSetProof {
      try RuleSetProof(
        of: RuleModel(text: "return { \(old) }", schema: RuleSchema(json: schema)),
        with: RuleModel(text: "return { \(new) }", schema: RuleSchema(json: schema)))
    }
    let same = try proof(
      "{ key = 'k', when = function(c) return c.todo.done end, value = 1 }",
      "{ key = 'k', when = { todo = { done = true } }, value = 1 }")
    #expect(same.text.hasPrefix("1 of 1 keys certainly"), "\(same.text)")
    let note = try proof(
      "{ key = 'k', when = function(c) return c.todo.note:len() > c.size end, value = 1 }",
      "{ key = 'k', when = function(c) return #c.todo.note > c.size end, value = 1 }")
    #expect(note.text.hasPrefix("k: not known: "), "\(note.text)")
    let other = try proof("{ key = 'k', value = 1 }", "{ key = 'k', value = 2 }")
    #expect(other.text.hasPrefix(#"k: 1 → 2 in {"todo":{"done":true}}"#), "\(other.text)")
  }

  @Test func `elements of a witness have the members that they must have`() throws {
    let schema = """
      { "required": ["rows"], "properties": { "k": { "type": "integer", "default": 0 },
        "rows": { "type": "array", "minItems": 1, "items": { "type": "object", "required": ["n"],
          "properties": { "n": { "type": "integer" }, "note": { "type": "string" } } } } } }
      """
    func model(_ value: Int) throws -> RuleModel {
      try RuleModel(
        text: "return { { key = 'k', value = \(value) } }", schema: RuleSchema(json: schema))
    }
    let text = try RuleSetProof(of: model(1), with: model(2)).text
    #expect(text.hasPrefix(#"k: 1 → 2 in {"rows":[{"n":"#) && !text.contains("note"), "\(text)")
  }

  @Test func `reports name rules, and count`() throws {
    let proof = try RuleSetProof(
      of: Self.model(#"{ key = "k", when = { vip = true }, value = 1, name = "a" }"#, name: "old"),
      with: Self.model(#"{ key = "level", value = 1 }"#, name: "new"))
    #expect(
      proof.text == """
        k: 1 → 0 in {"vip":true}
          old: the rule `a` at old:2
          new: no rule gives it
        level: 0 → 1 in {}
          old: no rule gives it
          new: the rule at new:2
        0 of 2 keys certainly answer the same in all contexts of the schema; 2 differ, 0 not known
        """)
    #expect(proof.json.last == #"{"differences":2,"keys":2,"unknown":0}"#)
    #expect(proof.json[0].contains(#""context":{"vip":true},"key":"k""#))
    #expect(proof.json[1].contains(#""context":{},"key":"level""#))
  }

  @Test func `a proof needs a schema`() throws {
    let model = try RuleModel(text: "return {}", name: "a")
    #expect(throws: RuleError.self) { try RuleSetProof(of: model, with: model) }
  }
}
