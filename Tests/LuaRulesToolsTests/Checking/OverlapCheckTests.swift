import LuaRules
import LuaRulesTools
import Testing

@Suite struct OverlapCheckTests {
  private static let schema = """
    {
      "properties": {
        "only": { "type": "string", "default": "", "x-hit-policy": "unique" },
        "agreed": { "type": "string", "default": "", "x-hit-policy": "any" },
        "all": { "type": "array", "items": { "type": "string" }, "x-hit-policy": "collect" },
        "level": { "type": "integer" },
        "size": { "enum": ["s", "m", "l"] },
        "isNew": { "type": "boolean" }
      }
    }
    """

  private static func messages(_ rules: [String]) throws -> [String] {
    let text = "return {\n" + rules.map { "  { \($0) }," }.joined(separator: "\n") + "\n}"
    return try RuleCheck(
      RuleSource(text: text, name: "r.lua"), schema: try RuleSchema(json: schema)
    )
    .findings.filter { ![.notPlanned].contains($0.code) }.map {
      "\($0.severity.rawValue) \($0.location.line ?? 0) \($0.message)"
    }
  }

  @Test(arguments: [
    (
      [
        #"key = "only", when = function(c) return c.level > 3 end, value = "a""#,
        #"key = "only", when = function(c) return c.level < 5 end, value = "b""#,
      ],
      ["warning 3 this rule and another one hold where `c.level` is 4, and `only` is unique"]
    ),
    (
      [
        #"key = "only", when = function(c) return c.level > 3 end, value = "a""#,
        #"key = "only", when = function(c) return c.level <= 3 end, value = "b""#,
      ], []
    ),
    (
      [
        #"key = "only", when = { size = { "s", "m" } }, value = "a""#,
        #"key = "only", when = { size = "l" }, value = "b""#,
        #"key = "only", when = { size = { "l", "m" }, isNew = true }, value = "c""#,
      ],
      [
        #"warning 2 this rule and another one hold where `c.size` is "m" and `c.isNew` is true, and "#
          + "`only` is unique",
        #"warning 3 this rule and another one hold where `c.size` is "l" and `c.isNew` is true, and "#
          + "`only` is unique",
      ]
    ),
    (
      [#"key = "only", value = "a""#, #"key = "only", value = "b""#],
      ["warning 3 this rule and another one hold in every context, and `only` is unique"]
    ),
    (
      [
        #"key = "only", when = function(c) return math.abs(c.level) > 3 end, value = "a""#,
        #"key = "only", when = { level = 5 }, value = "b""#,
      ],
      [
        "warning 3 this rule and another one hold at once, and `only` is unique, for example where "
          + "`level` is 5"
      ]
    ),
    (
      [
        #"key = "only", when = { level = 5 }, value = "a""#,
        #"key = "only", value = function(c) if c.level ~= 5 then return "b" end end"#,
      ],
      [
        "info 3 it is not proved that this rule and another one exclude one another, and `only` is "
          + "unique"
      ]
    ),
    (
      [
        #"key = "agreed", when = { level = 5 }, value = "a""#,
        #"key = "agreed", when = { size = "s" }, value = "a""#,
      ], []
    ),
    (
      [
        #"key = "agreed", when = { level = 5 }, value = "a""#,
        #"key = "agreed", when = { size = "s" }, value = "b""#,
      ],
      [
        #"warning 3 this rule and another one hold where `c.level` is 5 and `c.size` is "s", and give "#
          + "`agreed` different values, which must agree"
      ]
    ),
    (
      [
        #"key = "agreed", when = { level = 5 }, value = function(c) return c.size end"#,
        #"key = "agreed", when = { size = "s" }, value = "b""#,
      ],
      [
        "warning 3 this rule and another one hold at once, and give `agreed` different values, which "
          + "must agree, for example where `level` is 5 and `size` is \"s\""
      ]
    ),
    // Where all that hold answer, none is in the shadow of another, and the order is no matter.
    (
      [
        #"key = "all", value = "a""#, #"key = "all", value = "b""#,
        #"key = "all", when = { level = 5 }, value = "c""#,
        #"key = "all", when = { size = "s" }, value = "d""#,
      ], []
    ),
  ])
  func `rules that must exclude one another do, or the context where both hold is shown`(
    rules: [String], expected: [String]
  ) throws {
    let messages = try Self.messages(rules)
    #expect(messages == expected, "\(messages)")
  }

  @Test(arguments: [
    // What rules give other rules is not compared with its declared type.
    [
      #"key = "level", value = function(c) return math.abs(c.size == "s" and 2.5 or 1) end"#,
      #"key = "only", when = function(c) return c.level > 2 end, value = "a""#,
      #"key = "only", when = function(c) return c.level < 2.25 end, value = "b""#,
    ],
    // No integer is between 3 and 5 but 4, though nothing proves it here.
    [
      #"key = "only", when = function(c) return c.level > 3 and c.level ~= 4 end, value = "a""#,
      #"key = "only", when = function(c) return c.level < 5 end, value = "b""#,
    ],
    [
      #"key = "only", when = function(c) return c.level * 2 == 3 end, value = "a""#,
      #"key = "only", when = function(c) return c.level * 2 == 3 end, value = "b""#,
    ],
  ])
  func `what is neither proved nor shown is an info`(rules: [String]) throws {
    let messages = try Self.messages(rules).filter { !$0.contains("expected an integer") }
    #expect(messages.count == 1 && messages[0].hasPrefix("info"), "\(messages)")
  }

  @Test func `rules of a model and of its fallback are not compared`() throws {
    let schema = try RuleSchema(json: Self.schema)
    let check = try RuleCheck(
      RuleSource(
        text: #"return { { key = "only", when = { level = 1 }, value = "a" } }"#, name: "a.lua"),
      schema: schema,
      fallback: [
        [
          RuleSource(
            text: #"return { { key = "only", when = { size = "s" }, value = "b" } }"#, name: "b.lua"
          )
        ]
      ])
    #expect(check.findings.map(\.code) == [.overlap])
    #expect(check.findings.first?.severity == .info)
    #expect(check.findings.first?.location.file == "b.lua")
  }

  @Test func `what is counted may have any type`() throws {
    let schema = try RuleSchema(
      json: """
        { "properties": { "n": { "type": "integer", "default": 0, "x-hit-policy": "count" },
          "name": { "type": "string" } } }
        """)
    let check = try RuleCheck(
      RuleSource(text: #"return { { key = "n", value = function(c) return c.name end } }"#),
      schema: schema)
    #expect(check.findings == [])
  }

  @Test(arguments: 0..<200)
  func `what is claimed is true in all contexts`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    struct Test {
      var text: String
      var holds: (_ level: Int, _ size: String, _ isNew: Bool) -> Bool
    }
    let tests = [
      Test(text: "{ size = \"s\" }") { _, size, _ in size == "s" },
      Test(text: "{ size = { \"m\", \"l\" } }") { _, size, _ in size != "s" },
      Test(text: "function(c) return c.level > 2 end") { level, _, _ in level > 2 },
      Test(text: "function(c) return c.level >= 1 and c.level < 3 end") { level, _, _ in
        level >= 1 && level < 3
      },
      Test(text: "function(c) return not c.isNew end") { _, _, isNew in !isNew },
      Test(text: "function(c) return c.isNew and c.level == 0 end") { level, _, isNew in
        isNew && level == 0
      },
      Test(text: "function(c) return c.size ~= \"m\" or c.level < 1 end") { level, size, _ in
        size != "m" || level < 1
      },
    ]
    let chosen = (0..<2).map { _ in
      tests[Int.random(in: 0..<tests.count, using: &random)]
    }
    let messages = try Self.messages(
      chosen.enumerated().map { #"key = "only", when = \#($1.text), value = "\#($0)""# })
    var overlaps = false
    for level in -1...5 {
      for size in ["s", "m", "l"] {
        for isNew in [false, true] where chosen.allSatisfy({ $0.holds(level, size, isNew) }) {
          overlaps = true
        }
      }
    }
    let claims = messages.filter { $0.contains("and `only` is unique") }
    #expect(claims.count == (overlaps ? 1 : 0), "\(chosen.map(\.text)): \(messages)")
    if overlaps { #expect(claims.first?.hasPrefix("warning") == true) }
  }
}
