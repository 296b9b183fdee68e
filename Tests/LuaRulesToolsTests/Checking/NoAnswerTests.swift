import LuaRules
import LuaRulesTools
import Testing

/// Tests of functions that give nothing in some cases.
@Suite struct NoAnswerTests {
  static let schema = """
    { "type": "object", "properties": { "on": { "type": "boolean" }, "count": { "type": "integer" },
      "ratio": { "type": "number" }, "size": { "enum": ["s", "m", "l"] }, "k": { "type": "string" },
      "sizes": { "type": "array", "items": { "enum": ["s", "m", "l"] } },
      "order": { "type": "object", "required": ["status"], "properties": {
        "status": { "enum": ["open", "paid", "sent"] }, "note": { "enum": ["a", "b"] } } } } }
    """

  private func messages(_ body: String, before: String = "", when: String = "") throws -> [String] {
    let text = """
      return { \(before) { key = "k", \(when) value = function(c) \(body) end } }
      """
    return try CheckedText.check(text, schema: Self.schema).findings
      .filter { $0.code == .noAnswer }.map(\.message)
  }

  @Test(arguments: [
    #"if c.size == "s" then return "1" elseif c.size == "m" then return "2" elseif c.size == "l" then return "3" end"#,
    #"if c.on then return "1" elseif not c.on then return "2" end"#,
    #"if c.count < 50 then return "1" elseif c.count >= 50 then return "2" end"#,
    #"if c.ratio <= 0.5 then return "1" end if c.ratio > 0.5 then return "2" end"#,
    #"local s = c.order.status if s == "open" or s == "paid" then return "1" end if s == "sent" then return "2" end"#,
  ])
  func `a function that answers for every value is complete`(body: String) throws {
    #expect(try messages(body) == [])
  }

  @Test(arguments: [
    (
      #"local s = c.order.status if s == "open" then return "1" elseif s == "paid" then return "2" end"#,
      #"`order.status` is "sent""#
    ),
    (#"if c.size == "s" then return "1" end"#, #"`size` is "l" or "m""#),
    (#"if c.on then return "1" end"#, "`on` is false"),
    (
      #"if c.count < 50 then return "1" elseif c.count > 60 then return "2" end"#,
      "`count` is at least 50 and at most 60"
    ),
    (
      #"if c.order.note == "a" then return "1" elseif c.order.note == "b" then return "2" end"#,
      "`order.note` is nil"
    ),
  ])
  func `a case without an answer is named`(body: String, left: String) throws {
    #expect(
      try messages(body) == [
        "the function gives nothing where \(left), and no rule for `k` comes after it"
      ])
  }

  @Test(arguments: [
    (#"when = { on = true }, value = "x""#, true), (#"when = { size = "l" }, value = "x""#, false),
    (#"when = { on = true }, value = function(c) if c.count > 1 then return "x" end end"#, false),
  ])
  func `a table without an entry is told behind other rules that leave it open`(
    before: String, isTold: Bool
  ) throws {
    let text = """
      local names = { s = "small", m = "medium" }
      return { { key = "k", \(before) }, { key = "k", value = function(c) return names[c.size] end } }
      """
    let found = try CheckedText.check(text, schema: Self.schema).findings
      .filter { $0.code == .noAnswer && $0.message.contains("has no entry") }.map(\.message)
    #expect(found.isEmpty != isTold, "\(found)")
    #expect(found.allSatisfy { $0.hasSuffix("no rule for `k` comes after it") })
  }

  @Test(arguments: [
    (#"when = { on = true }"#, #"when = { on = false }, value = "x""#, true),
    (#"when = { size = { "s", "l" } }"#, #"when = { size = "m" }, value = "x""#, true),
    // Another rule answers where the entry lacks, before or after it.
    (#"when = { on = true }"#, #"value = "x""#, false),
    (#"when = { on = true }"#, #"when = { size = "l" }, value = "x""#, false),
    (#"when = { on = true }"#, #"when = { size = "l" }, value = "x", priority = "high""#, false),
    // What is missing otherwise is another matter.
    (
      #"when = function(c) return c.size ~= "l" end"#, #"when = { size = "l" }, value = "x""#, false
    ),
    (#"when = { on = true }"#, #"when = { size = { "l", "m" } }, value = "x""#, false),
    // The condition leaves no such value.
    (#"when = { size = { "s", "m" } }"#, #"when = { size = "l" }, value = "x""#, false),
    (
      #"when = function(c) return names[c.size] ~= nil end"#,
      #"when = { size = "l" }, value = "x""#, false
    ),
    (
      #"when = function(c) return c.on and c.size ~= "l" end"#,
      #"when = { on = false }, value = "x""#, false
    ),
  ])
  func `a table without an entry is told in a rule with a condition where no other answers`(
    when: String, other: String, isTold: Bool
  ) throws {
    let text = """
      local names = { s = "small", m = "medium" }
      return {
        { key = "k", \(when), value = function(c) return names[c.size] end },
        { key = "k", \(other) },
      }
      """
    let found = try CheckedText.findings(text, schema: Self.schema).filter {
      $0.contains("no-answer")
    }
    #expect(found == (isTold ? ["3 no-answer warning"] : []))
  }

  @Test(arguments: [
    ("for _, size in ipairs(c.sizes) do if size == c.size then return size end end", true),
    (
      "if has(c.sizes, \"m\") then return \"1\" end if has(c.sizes, \"s\") then return \"2\" end",
      true
    ),
    ("if has(c.sizes, \"m\") then return \"1\" end return \"2\"", false),
    (
      "if has(c.sizes, \"m\") then return \"1\" end if not has(c.sizes, \"m\") then return \"2\" end",
      false
    ),
    ("if has(c.sizes, \"m\") then return \"1\" end error(\"none\")", false),
  ])
  func `a function that comes to its end without a value in some context is told`(
    body: String, isTold: Bool
  ) throws {
    let helper =
      "local function has(l, w) for _, e in ipairs(l) do if e == w then return true end end end"
    let found = try CheckedText.check(
      "\(helper) return { { key = \"k\", value = function(c) \(body) end } }", schema: Self.schema
    ).findings.filter { $0.code == .noAnswer }.map(\.message)
    let message = "the function comes to its end without a value in some contexts"
    #expect(found == (isTold ? ["\(message), and no rule for `k` comes after it"] : []))
  }

  @Test func `what other rules and the condition leave out counts`() throws {
    let body = #"if c.size == "s" then return "1" elseif c.size == "m" then return "2" end"#
    #expect(try messages(body, when: #"when = { size = { "s", "m" } },"#) == [])
    #expect(
      try messages(body, before: #"{ key = "k", when = { size = "l" }, value = "3" },"#) == [])
  }

  @Test func `a case that cannot be named is told without one`() throws {
    #expect(
      try messages(#"if c.count == c.ratio then return "1" end"#)
        == ["the function can decline, and no rule for `k` comes after it"])
  }
}
