import LuaRules
import LuaRulesTools
import Testing

/// Entries of tables under names that no value has by which the table is read.
@Suite struct MisspeltEntryTests {
  private static let schema = #"""
    { "type": "object", "required": ["kind", "other", "name"], "properties": {
      "kind": { "enum": ["locker", "shop", "depot"] }, "other": { "enum": ["shop", "depott"] },
      "name": { "type": "string" }, "k": {}, "l": {} } }
    """#

  /// Returns what is told of a table in line 1, and of functions for two keys.
  private static func told(
    _ table: String, _ body: String, other: String = "return 1", rule: String = ""
  ) throws -> [String] {
    try CheckedText.check(
      """
      local far = { \(table) }
      local function at(name) return far[name] end
      return {
        { key = "k", value = function(c) \(body) end },
        { key = "l", value = function(c) \(other) end },
        \(rule)
      }
      """, schema: schema
    ).findings.filter { $0.code == .impossibleComparison }.map {
      "\($0.location.line ?? 0) \($0.message); \($0.fix ?? "")"
    }
  }

  @Test(arguments: [
    ("shop = true, depott = true", "return far[c.kind] == true"),
    ("shop = 3, [\"depott\"] = 4", "return (far[c.kind] or 0) + 1"),
    ("shop = 3, depott = 4, lockr = 5", "if far[c.kind] then return 1 end return 2"),
  ])
  func `a misspelt entry is told in its line`(table: String, body: String) throws {
    let found = try Self.told(table, body)
    #expect(
      found.first
        == "1 `kind` is never \"depott\", so nothing finds this entry; did you mean \"depot\"?")
    #expect(found.count == (table.contains("lockr") ? 2 : 1))
  }

  @Test func `an entry that is named elsewhere, too, is told where it is read`() throws {
    let found = try Self.told(
      "shop = true, depott = true", "return far[c.kind] or c.name == \"depott\"")
    #expect(found.map { $0.prefix(2) } == ["4 "])
  }

  @Test(arguments: [
    // All names are values, or none is like one that the table lacks.
    ("shop = true, depot = true", "return far[c.kind]", "return 1"),
    ("shop = true, station = true", "return far[c.kind]", "return 1"),
    ("shop = true, depot = true, depott = true", "return far[c.kind]", "return 1"),
    ("shop = true, depott = true, kiosk = true", "return far[c.kind]", "return 1"),
    // Something else reads the table, or may do so.
    ("shop = true, depott = true", "return far[c.kind]", "return far[c.other]"),
    ("shop = true, depott = true", "return far[c.kind]", "return far[c.name]"),
    ("shop = true, depott = true", "return far[c.kind]", "return far.depott"),
    ("shop = true, depott = true", "return far[c.kind]", "return at(c.other)"),
    ("shop = true, depott = true", "return far[c.kind]", "return far"),
    (
      "shop = true, depott = true", "return far[c.kind]",
      "local n = 0 for _ in pairs(far) do n = n + 1 end return n"
    ),
    (
      "shop = true, depott = true", "return far[c.kind]",
      "local function f(x) return far[x] end return f(c.other)"
    ),
    (
      "shop = true, depott = true", "return far[c.kind]",
      "local t = far if c.kind == \"shop\" then t = {} end return t[c.other]"
    ),
    ("shop = true, depott = true, 5", "return far[c.kind]", "return #far"),
  ])
  func `an entry that may be meant otherwise is not told`(
    table: String, body: String, other: String
  ) throws {
    #expect(try Self.told(table, body, other: other) == [])
  }

  @Test func `a table that a rule gives is not told`() throws {
    let found = try Self.told(
      "shop = true, depott = true", "return far[c.kind]",
      rule: #"{ key = "l", when = { kind = "shop" }, value = far },"#)
    #expect(found == [])
  }
}
