import LuaRules
import LuaRulesTools
import Testing

/// Elements of lists that are compared with a value that never has them.
@Suite struct ComparedListTests {
  private static let schema = #"""
    { "type": "object", "required": ["status", "other", "name"], "properties": {
      "status": { "enum": ["open", "paid", "sent"] }, "other": { "enum": ["open", "past"] },
      "name": { "type": "string" }, "k": {}, "l": {} } }
    """#

  /// Returns what is told of lists, in functions for two keys beside helpers.
  private static func told(_ body: String, other: String = "return 1") throws -> [String] {
    try CheckedText.check(
      """
      local done = { "sent", "payd" }
      local function any(value, list)
        for _, v in ipairs(list) do if v == value then return true end end
        return false
      end
      local function isIn(list, value)
        for i = 1, #list do if value == list[i] then return true end end
        return false
      end
      local function starts(value, list)
        for _, v in ipairs(list) do if value == v or value:sub(1, #v) == v then return true end end
        return false
      end
      local function matches(value, list)
        for _, v in ipairs(list) do if v == "*" or v == value then return true end end
        return false
      end
      local function both(value, other, list)
        for _, v in ipairs(list) do if v == value or v == other then return true end end
        return false
      end
      local function isDone(value)
        for _, v in ipairs(done) do if v == value then return true end end
        return false
      end
      return {
        { key = "k", value = function(c) \(body) end },
        { key = "l", value = function(c) \(other) end },
      }
      """, schema: schema
    ).findings.filter { $0.code == .impossibleComparison }.map {
      "\($0.location.line ?? 0) \($0.message); \($0.fix ?? "")"
    }
  }

  private static let misspelt =
    "`status` is never \"payd\", with which it is compared here; did you mean \"paid\"?"

  @Test(arguments: [
    (27, #"return any(c.status, { "sent", "payd" })"#),
    (27, #"return isIn({ "sent", "payd" }, c.status)"#),
    (27, #"local list = { "sent", "payd" } return any(c.status, list)"#),
    (
      27,
      #"for _, v in ipairs({ "sent", "payd" }) do if v == c.status then return 1 end end return 2"#
    ),
    (1, "return any(c.status, done)"),
    (1, "return isIn(done, c.status) and 1 or 2"),
    (1, "for _, v in ipairs(done) do if c.status == v then return 1 end end return 2"),
    (1, "return isDone(c.status)"),
  ])
  func `a misspelt element is told in its line`(line: Int, body: String) throws {
    #expect(try Self.told(body) == ["\(line) \(Self.misspelt)"])
  }

  @Test func `an element beside the value is told that is like no other`() throws {
    let found = try Self.told(#"return any(c.status, { "sent", "archived", "paid" })"#)
    #expect(
      found == [
        "27 `status` is never \"archived\", with which it is compared here; "
          + "it is one of open, paid, sent"
      ])
  }

  @Test(arguments: [
    // All are values, or the value has any text.
    (#"return any(c.status, { "sent", "paid" })"#, "return 1"),
    (#"return any(c.name, { "sent", "payd" })"#, "return 1"),
    ("return any(c.name, done)", "return any(c.name, { \"x\" })"),
    // The texts are compared in another way.
    (#"return starts(c.status, { "sent", "pai" })"#, "return 1"),
    // The function is given something else than texts.
    (#"return any(c.status, { "sent", c.name })"#, "return 1"),
    (#"return any(c.status, { "sent", 1 })"#, "return 1"),
    // The element, or the list, is there for something else, too.
    (
      #"for _, v in ipairs({ "open", "*" }) do if v == "*" or v == c.status then return 1 end end return 2"#,
      "return 1"
    ),
    (#"return matches(c.status, { "open", "*" })"#, "return 1"),
    (#"local l = { "open", "archived" } return any(c.status, l) or any(c.name, l)"#, "return 1"),
    (#"return both(c.status, c.name, { "open", "archived" })"#, "return 1"),
    // Another value has the text that the list is compared with, too.
    (
      #"local l = { "open", "past" } return any(c.status, l) or any(c.other, l)"#, "return 1"
    ),
  ])
  func `an element that may be meant is not told`(body: String, other: String) throws {
    #expect(try Self.told(body, other: other) == [])
  }

  @Test(arguments: [
    // Nothing is told of lists with texts of other values, or with such as may be there for later.
    #"local far = { "open", "past" }"#, #"local far = { "open", "archived" }"#,
    #"local far = { "payd" }"#,
  ])
  func `an element of a list of the file may be there for another use`(list: String) throws {
    let found = try CheckedText.check(
      """
      \(list)
      return {
        { key = "k", value = function(c)
          for _, v in ipairs(far) do if v == c.status then return 1 end end
          return 2
        end },
      }
      """, schema: Self.schema
    ).findings.filter { $0.code == .impossibleComparison && $0.location.line == 1 }
    #expect(found.map(\.message) == [])
  }
}
