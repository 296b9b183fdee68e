import LuaRules
import LuaRulesTools
import Testing

/// Claims of small projects that a context of their schemas contradicted.
@Suite struct ContradictedClaimTests {
  /// The findings of rules, one a line, with the declared properties of a schema, and which keys it requires.
  private static func findings(
    _ rules: [String], _ properties: String, required: String? = nil,
    host: HostFunctions = HostFunctions()
  ) throws -> [String] {
    let list = required.map { ", \"required\": [\($0)]" } ?? ""
    let check = try CheckedText.check(
      "return {\n\(rules.joined(separator: "\n"))\n}",
      schema: "{ \"type\": \"object\", \"properties\": { \(properties) }\(list) }", host: host)
    return check.findings.filter { $0.severity > .info }.map {
      "\($0.location.line ?? 0) \($0.code.rawValue): \($0.message)"
    }
  }

  // MARK: What programs set

  @Test func `a key counts as set in trials, too, where the schema requires none`() throws {
    let failing = try Self.findings(
      [
        #"{ key = "r", when = function(c) return (c.n >= c.m and c.n or c.m) ~= c.m + c.m end, value = 2 },"#,
        #"{ key = "r", value = 3 },"#,
      ],
      #""n": { "type": "integer" }, "m": { "type": "integer", "minimum": 1 }, "r": { "type": "integer" }"#
    )
    #expect(failing == [])
    let open = try Self.findings(
      [
        #"{ key = "r", when = function(c) return (c.s:gsub("%s", "x")) ~= "low" end, value = function(c) return c.done end },"#,
        #"{ key = "r", when = { b = false, s = "" }, value = true },"#,
        #"{ key = "r", when = function(c) return c.s == "north" end, value = true },"#,
      ],
      #"""
      "s": { "enum": ["north", ""] }, "b": { "type": "boolean" }, "done": { "type": "boolean" },
      "r": { "type": "boolean" }
      """#)
    #expect(open == [])
  }

  @Test func `a key that rules compare with nil may be unset`() throws {
    let found = try Self.findings(
      [
        #"{ key = "quota", when = { done = false }, value = 4 },"#,
        #"{ key = "r", when = function(c) return c.done == nil end, value = function(c) return c.quota < 1 end },"#,
        #"{ key = "r", value = true },"#,
      ],
      #""done": { "type": "boolean" }, "quota": { "type": "integer" }, "r": { "type": "boolean" }"#,
      required: "")
    #expect(found.map { $0.prefix { $0 != ":" } } == ["3 possible-failure"], "\(found)")
  }

  @Test(arguments: ["date-time", "uuid", "uri"])
  func `an object has its members of a format in trials`(format: String) throws {
    let found = try Self.findings(
      [
        "{ key = \"r\", when = function(c) return c.o ~= nil and not (c.o.at ~= c.at and c.o.on) end, value = 1 },",
        "{ key = \"r\", when = function(c) return c.o ~= nil and tostring(c.o.at):len() < 3 end, value = 3 },",
        "{ key = \"r\", value = 2 },",
      ],
      """
      "o": { "type": ["object", "null"], "required": ["at", "on"], "properties": {
        "at": { "type": "string", "format": "\(format)" }, "on": { "type": "boolean" } } },
      "at": { "type": "string", "format": "\(format)" }, "r": { "type": "integer" }
      """, required: #""o", "at""#)
    #expect(!found.contains { $0.contains("possible-failure") }, "\(found)")
  }

  @Test func `how long a loop lasts that a function of the program ends is not known`() throws {
    let found = try Self.findings(
      [
        "{ key = \"r\", value = function(c) local day = c.n while host.isHoliday(day) do day = day + 1 end return day end },"
      ], #""n": { "type": "integer" }, "r": { "type": "integer" }"#, required: #""n""#,
      host: ["isHoliday": .function { (_: RuleContext) in true }])
    #expect(!found.contains { $0.contains("possible-failure") }, "\(found)")
  }

  // MARK: What rules give

  @Test(arguments: [
    (
      [
        #"{ key = "order.rate", when = { express = true }, value = 2 },"#,
        #"{ key = "r", when = { order = { rate = 2 }, express = false }, value = true },"#,
        #"{ key = "r", value = false },"#,
      ], true
    ),
    (
      [
        #"{ key = "order.rate", when = { express = true }, value = 2 },"#,
        #"{ key = "order.rate", value = 3 },"#,
        #"{ key = "r", when = { order = { rate = 2 }, express = false }, value = true },"#,
        #"{ key = "r", value = false },"#,
      ], false
    ),
  ])
  func `the member that is set answers where no rule for its path does`(
    rules: [String], isPossible: Bool
  ) throws {
    let found = try Self.findings(
      rules,
      #"""
      "order": { "type": "object", "required": ["rate"],
        "properties": { "rate": { "type": "integer", "maximum": 3 } } },
      "express": { "type": "boolean" }, "r": { "type": "boolean" }
      """#, required: #""order", "express""#)
    #expect(found.contains { $0.contains("always-false") } == !isPossible, "\(found)")
  }

  @Test(arguments: [
    (#"{ key = "o.p", when = { e = "b" }, value = function(c) return 4 end },"#, true),
    (#"{ key = "o.p", value = function(c) return c.e == "b" and 4 or 5 end },"#, false),
  ])
  func `a test of a member that rules answer sometimes is of the member that is set, too`(
    rule: String, isPossible: Bool
  ) throws {
    let found = try Self.findings(
      [
        rule,
        #"{ key = "r", value = function(c) if c.o.p > 3 then return true end return false end },"#,
      ],
      #"""
      "e": { "enum": ["a", "b"] }, "r": { "type": "boolean" },
      "o": { "type": "object", "required": ["p"],
        "properties": { "p": { "type": "integer", "minimum": 1, "maximum": 5 } } }
      """#, required: #""e", "o""#)
    #expect(found.contains { $0.contains("unreachable-branch") } == !isPossible, "\(found)")
  }

  @Test func `a proof names the keys whose rules it needs, also those that it gives to functions`()
    throws
  {
    let found = try Self.findings(
      [
        #"{ key = "n", value = function(c) if c.e == "a" then return 3 end return c.m * 2 end },"#,
        #"{ key = "r", value = function(c) if tostring(c.n) == "x" then return 1 end "#
          + #"if c.n == 7 then return 2 end return 3 end },"#,
      ],
      #"""
      "e": { "enum": ["a", "b"] }, "m": { "type": "integer", "minimum": 0, "maximum": 9 },
      "n": { "type": "integer" }, "r": { "type": "integer" }
      """#, required: #""e", "m""#)
    #expect(
      found.contains { $0.contains("branch") && $0.contains("with what the rules for `n` give") },
      "\(found)")
  }

  @Test func `a value outside of the bounds of its key may be read`() throws {
    let found = try Self.findings(
      [
        #"{ key = "n", value = function(c) if c.s == "a" then return 1 end return 100 end },"#,
        #"{ key = "r", when = function(c) return c.n > 99 end, value = false },"#,
        #"{ key = "r", value = true },"#,
      ],
      #""s": { "enum": ["a", "b"] }, "n": { "type": "integer", "maximum": 2 }, "r": { "type": "boolean" }"#
    )
    #expect(!found.contains { $0.contains("the rules give `n`") }, "\(found)")
  }

  @Test func `what is no number is neither less nor more`() throws {
    let found = try Self.findings(
      [
        #"{ key = "x", value = function(c) return c.f and 0 / 0 or 1 end },"#,
        #"{ key = "r", when = function(c) return not (c.x >= 0) end, value = true },"#,
        #"{ key = "r", value = false },"#,
      ], #""f": { "type": "boolean" }, "x": { "type": "number" }, "r": { "type": "boolean" }"#,
      required: #""f""#)
    #expect(found == [])
  }

  @Test(arguments: [
    [#"{ key = "r", when = function(c) return c.n + 1 < 0 and c.n > 0 end, value = true },"#],
    [
      #"{ key = "r", when = function(c) return c.n + 1 > 4 end, value = true },"#,
      #"{ key = "r", when = function(c) return c.n > 3 end, value = false },"#,
    ],
    [
      #"{ key = "x", value = function(c) return c.m + 1 end },"#,
      #"{ key = "r", when = function(c) return c.x < 1 end, value = true },"#,
    ],
  ])
  func `a claim says that integers have to stay in their range`(rules: [String]) throws {
    let found = try Self.findings(
      rules,
      #"""
      "n": { "type": "integer" }, "m": { "type": "integer", "minimum": 0 }, "x": { "type": "integer" },
      "r": { "type": "boolean", "default": false }
      """#, required: #""n", "m""#)
    #expect(found.count == 1, "\(found)")
    #expect(found.allSatisfy { $0.hasSuffix("unless a calculation leaves the range of integers") })
  }

  // MARK: Order

  @Test func `rules tie not by what only a rule gives that never holds`() throws {
    let found = try Self.findings(
      [
        #"{ key = "discount", when = { flag = true }, value = 12 },"#,
        #"{ key = "discount", value = 20 },"#,
        #"{ key = "theme", when = { discount = 19 }, value = "10" },"#,
        #"{ key = "theme", when = { flag = true }, value = "normal" },"#,
        #"{ key = "title", when = { theme = "10" }, value = "abc" },"#,
        #"{ key = "title", when = { done = 2 }, value = "red" },"#,
      ],
      #"""
      "done": { "type": "integer", "minimum": 0, "maximum": 3 }, "flag": { "type": "boolean" },
      "discount": { "type": "integer" }, "theme": { "type": "string", "x-hit-policy": "unique" },
      "title": { "type": "string" }
      """#)
    #expect(!found.contains { $0.contains(" tie") }, "\(found)")
  }

  @Test func `a rule for several keys that never wins is told with its key`() throws {
    let found = try Self.findings(
      [
        #"{ key = "total", value = true },"#,
        #"{ key = "banner", value = 1, priority = "fallback" },"#,
        #"{ when = function(c) return c.n < 3 end, priority = "low", set = { banner = 12, total = false } },"#,
      ],
      #""n": { "type": "integer" }, "banner": { "type": "integer" }, "total": { "type": "boolean" }"#,
      required: #""n""#)
    #expect(
      found == [
        "4 unreachable-rule: the rule can never win for `total`: one that always holds is asked before it"
      ])
  }

  @Test func `conditions that contradict each other tell nothing of a value, in each check`() throws
  {
    func check() throws -> [String] {
      try Self.findings(
        [
          #"{ key = "r", when = { n = 2 }, rules = {"#,
          #"  { when = function(c) return c.s ~= "1" and c.n > 2 end, value = function(c)"#,
          #"    if c.s ~= "1" then return c.s < "1" end"#,
          #"    return not (c.n <= c.m)"#,
          #"  end } } },"#,
        ],
        #"""
        "n": { "type": "integer", "minimum": 1, "maximum": 3 }, "m": { "type": "integer" },
        "s": { "enum": ["no", "1", "x"] }, "r": { "type": "boolean" }
        """#)
    }
    let first = try check()
    #expect(first.contains { $0.hasPrefix("3 always-false") })
    #expect(!first.contains { $0.hasPrefix("5") }, "\(first)")
    for _ in 0..<8 { #expect(try check() == first) }
  }

  // MARK: Answers

  @Test(arguments: [
    ("c.o.note", true), ("c.o.note or \"none\"", false), ("c.o.name", false), ("c.p", true),
    ("c.o and c.o.note", true), ("c.o.note and c.o.note:upper()", false),
    ("c.p and #c.p .. \"\"", false),
  ])
  func `a value that the schema allows to be null may be no answer`(
    value: String, isOpen: Bool
  ) throws {
    let found = try Self.findings(
      ["{ key = \"r\", value = function(c) return \(value) end },"],
      #"""
      "o": { "type": "object", "required": ["note", "name"], "properties": {
        "note": { "type": ["string", "null"] }, "name": { "type": "string" } } },
      "p": { "type": "string" }, "r": { "type": "string" }
      """#, required: #""o""#)
    #expect(found.contains { $0.contains("no-answer") } == isOpen, "\(found)")
  }
}
