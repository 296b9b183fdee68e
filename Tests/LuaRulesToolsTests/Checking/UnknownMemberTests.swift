import LuaRules
import LuaRulesTools
import Testing

/// What tests tell of members of values of which nothing is declared.
@Suite struct UnknownMemberTests {
  private func found(_ body: String) throws -> [String] {
    let text = """
      local tools = {}
      function tools.write(p) p.age = 3 end
      function tools.band(p, list, f)
      \(body)
      end
      return { { key = "k", value = function(c) return tools.band(c.any, c.any, c.any), tools end } }
      """
    return try CheckedText.findings(
      text, schema: #"{ "type": "object", "properties": { "any": {}, "k": {} } }"#)
  }

  private static let tables = #"""
    { "type": "object", "required": ["state", "kind", "name"], "properties": {
      "state": { "enum": ["a", "b", "c"] }, "kind": { "enum": ["shop", "depot", "home"] },
      "name": { "type": "string" }, "k": {} } }
    """#

  /// Returns what is told of a value function behind tables of shares.
  private static func told(_ body: String) throws -> [String] {
    let text = """
      local shares, none, list = { shop = 20, depot = 10 }, {}, { 4, 5 }
      local function share(name) return shares[name] or 0 end
      return { { key = "k", value = function(c)
        \(body)
      end }, { key = "l", value = function(c) return share(c.kind) + #none + #list end } }
      """
    return try CheckedText.check(text, schema: tables).findings.filter { $0.code == .unknownMember }
      .map { "\($0.location.line ?? 0) \($0.message)" }
  }

  @Test(arguments: ["1": true, "2": true, "0": false, "-1": false, "first": false])
  func `a pattern reads a list by positions from 1`(step: String, isPosition: Bool) throws {
    let found = try CheckedText.findings(
      rules: [#"key = "k", when = { ["list.\#(step)"] = 3 }, value = 1"#],
      schema: #"{ "type": "object", "properties": { "list": { "type": "array" }, "k": {} } }"#)
    #expect(found == (isPosition ? [] : ["2 unknown-member error"]))
  }

  @Test func `a table is told that has no entry for any value of what it is read by`() throws {
    #expect(
      try Self.told("return shares[c.state] or 0") == [
        "4 `shares` has no entry for any value of `state`: it is always nil"
      ])
  }

  @Test(arguments: [
    "return shares[c.kind] or 0", "return none[c.state] or 0", "return shares[c.name] or 0",
    "return c.kind == \"home\" and (shares[c.kind] or 0) or 1", "return share(c.kind)",
    "if c.kind ~= \"shop\" and c.kind ~= \"depot\" then return shares[c.kind] or 0 end return 1",
    "local sum = 0 for _, n in ipairs({ \"shop\", \"home\" }) do sum = sum + (shares[n] or 0) end return sum",
  ])
  func `a table with entries for some values, or for those to come, is not told`(
    body: String
  ) throws {
    #expect(try Self.told(body) == [])
  }

  @Test(arguments: [
    "if p.age < 65 then return 1\nelseif p.age < 18 then return 2 end return 3",
    "if p.kind == nil then return 1\nelseif p.kind == nil then return 2 end return 3",
    "if p.age < 65 then return 1 end local t = {} t[1] = 2\nif p.age < 18 then return t end return 3",
    "if p.age < 65 then return 1 end local t = string.format(\"%s\", p.name)\nif p.age < 18 then return t end return 3",
    "if p.a.age < 65 then return 1\nelseif p.a.age < 18 then return 2 end return 3",
  ])
  func `a test that an earlier one decides is told`(body: String) throws {
    let found = try found(body)
    #expect(found.count == 1 && found[0].hasPrefix("5 unreachable-branch"), "\(found)")
  }

  @Test(arguments: [
    "if p.age < 65 then return 1\nelseif p.age < 80 then return 2 end return 3",
    "if p.age < 65 then return 1 end p.age = 3\nif p.age < 18 then return 2 end return 3",
    "if p.age < 65 then return 1 end list.age = 3\nif p.age < 18 then return 2 end return 3",
    "if p.age < 65 then return 1 end list[1] = 3\nif p.age < 18 then return 2 end return 3",
    "if p.age < 65 then return 1 end f(p)\nif p.age < 18 then return 2 end return 3",
    "if p.age < 65 then return 1 end tools.write(p)\nif p.age < 18 then return 2 end return 3",
    "if p.age < 65 then return 1 end p:grow()\nif p.age < 18 then return 2 end return 3",
    "if p.age < 65 then return 1 end table.insert(list, 3)\nif p.age < 18 then return 2 end return 3",
    "if p.age < 65 then return 1 end (p.name):gsub(\".\", f)\nif p.age < 18 then return 2 end return 3",
    "if p.age < 65 then return 1 end table.sort(list, f)\nif p.age < 18 then return 2 end return 3",
    "if p.age < 65 then return 1 end for _ in f do end\nif p.age < 18 then return 2 end return 3",
    "if p.a.age < 65 then return 1 end local t = {} p.a = t t.age = 4\nif p.a.age < 18 then return 2 end return 3",
    "if p.age < 65 then return 1 end p = list\nif p.age < 18 then return 2 end return 3",
    "for _, q in ipairs(list) do if q.age < 65 then return 1 end\nif p.age < 18 then return 2 end end return 3",
    "local n = 0 for i = 1, 3 do if p.age < 18 then return 2 end\nif n > 1 and p.age < 65 then return 1 end p.age = i n = n + 1 end return 3",
    "local age = p.age if age < 65 then return 1 end p.age = 3\nif age < 80 and p.age < 65 then return 2 end return 3",
  ])
  func `what may change a member forgets it`(body: String) throws {
    #expect(try found(body) == [])
  }
}
