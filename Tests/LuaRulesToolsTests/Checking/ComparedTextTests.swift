import LuaRules
import LuaRulesTools
import Testing

/// What to write in place of a text that is compared with something else.
@Suite struct ComparedTextTests {
  private static let schema = """
    { "properties": {
        "now": { "type": "string", "format": "date-time" },
        "pause": { "type": "string", "format": "duration" },
        "hours": { "type": "number" }, "count": { "type": "integer" },
        "plan": { "type": "string" }, "k": { "type": "integer", "default": 0 } } }
    """

  private static let dates = "with `local dates = require \"dates\"`"

  @Test(arguments: [
    (
      #"{ now = "2026-03-25T09:30:00Z" }"#, #"`now` is never "2026-03-25T09:30:00Z""#,
      #"rules see a date as seconds: write `dates.time("2026-03-25T09:30:00Z")`, \#(dates)"#
    ),
    (
      #"function(c) return c.now == "2026-03-25" end"#, #"`now` is never "2026-03-25""#,
      #"rules see a date as seconds: write `dates.time("2026-03-25")`, \#(dates)"#
    ),
    (
      #"function(c) return c.now < "tomorrow" end"#,
      #"`now`, which is a date, in seconds since 1970 or as a string like "2026-01-31T12:00:00Z", "#
        + #"cannot be put in order with "tomorrow""#,
      #"rules see a date as seconds: write `dates.time("…")`, \#(dates)"#
    ),
    (
      #"{ pause = "PT90S" }"#, #"`pause` is never "PT90S""#,
      "rules see a duration as seconds: write a number"
    ),
    (
      #"{ hours = "> 3" }"#, #"`hours` is never "> 3""#,
      "a pattern compares for equality: write `function(c) return c.hours > 3 end`"
    ),
    (
      #"{ count = "<=10" }"#, #"`count` is never "<=10""#,
      "a pattern compares for equality: write `function(c) return c.count <= 10 end`"
    ),
    (#"{ count = "10" }"#, #"`count` is never "10""#, "write 10 without quotes"),
    (
      #"function(c) return c.plan == { "free", "team" } end"#, "`plan` is never a table",
      "a table is equal only to itself: compare with each value, or write a pattern, such as "
        + #"`when = { plan = { "free", "team" } }`"#
    ),
  ])
  func `the hint says what to write`(_ when: String, _ message: String, _ hint: String) throws {
    let findings = try CheckedText.check(
      "return { { key = \"k\", when = \(when), value = 1 } }", schema: Self.schema
    ).findings.filter { $0.code == .impossibleComparison }
    #expect(findings.map(\.message) == [message])
    #expect(findings.map(\.fix) == [hint])
  }
}
