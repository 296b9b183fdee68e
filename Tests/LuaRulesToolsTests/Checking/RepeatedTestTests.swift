import LuaRules
import LuaRulesTools
import Testing

/// What is known of a value that a function tests twice.
@Suite struct RepeatedTestTests {
  static let schema = """
    { "type": "object", "properties": {
      "order": { "type": "object", "required": ["total"], "additionalProperties": false,
        "properties": { "total": { "type": "number" }, "note": { "type": "string" },
          "customer": { "type": "object", "additionalProperties": false,
            "properties": { "name": { "type": "string" },
              "address": { "type": "object", "additionalProperties": false,
                "properties": { "city": { "type": "string" } } } } } } },
      "flag": { "type": "boolean" }, "out": { "type": ["string", "null"] } } }
    """

  private func told(_ body: String) throws -> [String] {
    try CheckedText.check(
      "return { { key = \"out\", value = function(c)\n\(body)\nend } }", schema: Self.schema
    ).findings.map { "\($0.location.line ?? 0) \($0.message)" }
  }

  @Test(arguments: [
    "local cu = c.order and c.order.customer if cu then return cu.name end",
    "local cu = c.flag and c.order.customer if cu then return cu.name end",
    "local cu = c.order and c.order.customer return cu and cu.name or \"?\"",
    "local cu = c.order and c.order.customer if not cu then return \"-\" end return cu.name",
    """
    local cu = c.order and c.order.customer
    local a = cu and cu.address
    if a then return a.city end
    return cu and cu.name
    """,
    "local o = c.order if c.flag then o = o and o.customer end if o then return \"x\" end",
  ])
  func `a value that was not there is not read on`(body: String) throws {
    #expect(try told(body) == [])
  }

  @Test(arguments: [
    (
      "local cu = c.order and c.order.customer\nif cu then return cu.nam end",
      "3 `cu` has no member `nam`"
    ),
    (
      "local cu = c.order and c.order.custmer\nif cu then return cu.name end",
      "2 `order` has no member `custmer`"
    ),
    ("local o = c.flag and c.order\nif o then return o.name end", "3 `o` has no member `name`"),
  ])
  func `a member that is not declared is told behind two tests`(
    body: String, message: String
  ) throws {
    let told = try told(body)
    #expect(told.contains { $0.hasPrefix(message) }, "\(told)")
  }

  @Test func `a slip in a function for an object that may have more is told`() throws {
    let text = """
      local function isLarge(c) return c.order.totl > 100 end
      return { { key = "out", when = function(c) return c.order and isLarge(c) end, value = "x" } }
      """
    let schema = Self.schema.replacing("\"additionalProperties\": false,", with: "")
    let findings = try CheckedText.check(text, schema: schema).findings
    #expect(findings.map(\.message) == ["no member `totl` is declared of `order`"])
    #expect(findings.map(\.replacement) == ["total"])
  }

  @Test(arguments: [
    "local cu = c.order if cu ~= nil then cu = cu.customer end if cu then return cu.name end",
    """
    local v = c.order if c.flag then v = c.order.customer end
    if c.flag then return v and v.name end
    """,
  ])
  func `a variable with several objects is judged by the way`(body: String) throws {
    #expect(try told(body) == [])
  }

  @Test func `many values that are tested again and again are still followed`() throws {
    let names = (0..<12).map { "n\($0)" }
    let read = names.map { "local \($0) = c.order.note" }.joined(separator: "\n")
    let tests = names.map { "if \($0) then s = s + 1 end" }.joined(separator: "\n")
    let text = "\(read)\nlocal s = 0\n\(tests)\n\(tests)\nif s > 30 then return c.order.nme end"
    #expect(try told(text).contains { $0.contains("has no member `nme`") })
  }
}
