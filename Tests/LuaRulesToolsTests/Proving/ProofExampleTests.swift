import LuaRules
import LuaRulesTools
import Testing

/// The contexts that a proof shows, and how they are found.
struct ProofExampleTests {
  private static let schema = """
    { "required": ["parcel", "from", "to"], "$defs": {
        "person": { "type": "object", "required": ["country"],
          "properties": { "country": { "type": "string" } } } },
      "properties": {
        "from": { "$ref": "#/$defs/person" }, "to": { "$ref": "#/$defs/person" },
        "parcel": { "type": "object", "required": ["weight", "length", "isExpress", "tags"],
          "properties": {
            "weight": { "type": "integer", "minimum": 0, "maximum": 100000 },
            "length": { "type": "integer", "minimum": 1 }, "isExpress": { "type": "boolean" },
            "contents": { "enum": ["food", "glass", "battery", "other"] },
            "tags": { "type": "array", "items": { "type": "string" } } } },
        "zone": { "enum": ["home", "near", "far"], "default": "far" },
        "now": { "type": "number" }, "k": { "type": "integer", "default": 0 } } }
    """

  private static func proof(
    _ rules: String, _ old: String, _ new: String, keys: [String] = ["k"],
    host: UnknownHostFunctions? = nil
  ) throws -> RuleSetProof {
    func model(_ word: String) throws -> RuleModel {
      try RuleModel(
        text: rules.replacing("$", with: word), name: "rules", schema: RuleSchema(json: schema),
        host: host?.functions ?? [:])
    }
    return try RuleSetProof(
      of: model(old), with: model(new), keys: keys, unknownHost: host)
  }

  /// A constant that changes in a file, and what a part of the report is.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rules: String
    let old: String
    let new: String
    let report: String
  }

  static let changes = [
    Change(
      testDescription: "a bound in a helper, beside other conditions",
      rules: """
        local function canFly(parcel) return parcel.weight < $ and parcel.contents ~= "battery" end
        local function isNear(a, b) return a == b end
        return {
          { key = "zone", when = function(c) return isNear(c.from.country, c.to.country) end,
            value = "home" },
          { key = "k", when = function(c)
            return canFly(c.parcel) and c.zone == "home" and c.parcel.isExpress end, value = 1 },
        }
        """, old: "2000", new: "2001",
      report: #""isExpress":true,"length":1,"tags":[],"weight":2000"#),
    Change(
      testDescription: "an entry of a table",
      rules: """
        local near = { DE = { "FR", "IT" }, FR = { "DE", "ES" } }
        local bases = { home = 399, near = $, far = 1299 }
        local function isNear(a, b)
          for _, other in ipairs(near[a] or {}) do if other == b then return true end end
          return false
        end
        return {
          { key = "zone", when = function(c) return isNear(c.from.country, c.to.country) end,
            value = "near" },
          { key = "k", value = function(c) return bases[c.zone] + c.parcel.weight // 1000 end },
        }
        """, old: "799", new: "800", report: "k: 799 → 800 in {"),
    Change(
      testDescription: "a step of a table",
      rules: """
        local steps = { { from = 0, add = 0 }, { from = $, add = 400 }, { from = 20000, add = 1500 } }
        local function forWeight(weight)
          local add = 0
          for _, step in ipairs(steps) do if weight >= step.from then add = step.add end end
          return add
        end
        return { { key = "k", value = function(c) return forWeight(c.parcel.weight) end } }
        """, old: "5000", new: "5001", report: "k: 400 → 0 in {"),
  ]

  @Test(arguments: changes)
  func `a constant that changes is found, whatever calculates with it`(change: Change) throws {
    let proof = try Self.proof(change.rules, change.old, change.new)
    #expect(proof.differenceCount == 1, "\(proof.text)")
    #expect(proof.text.contains(change.report), "\(proof.text)")
  }

  @Test func `an answer from a host function that is not known tells nothing`() throws {
    let rules = """
      return {
        { key = "k", value = function(c) return c.parcel.weight $ or nil end, priority = 200 },
        { key = "k", when = function(c) return host.isHoliday(c.now) end, value = 2 },
        { key = "k", value = 3, priority = "low" },
      }
      """
    func proof(_ old: String, _ new: String) throws -> String {
      try Self.proof(rules, old, new, host: UnknownHostFunctions(["isHoliday"])).text
    }
    let unknown = try proof("> 70 and 1", ">= 70 and 1")
    #expect(
      unknown.hasPrefix("k: not known: the host function `isHoliday` is not known\n"), "\(unknown)")
    let known = try proof("> 70 and 1", "> 70 and 2")
    #expect(known.hasPrefix("k: 1 → 2 in {"), "\(known)")
  }

  @Test func `a witness has no value that makes no difference`() throws {
    let tags = try Self.proof(
      """
      local function count(list, name)
        local n = 0
        for _, each in ipairs(list) do if each == name then n = n + 1 end end
        return n
      end
      return {
        { key = "k", when = function(c) return count(c.parcel.tags, "fragile") > 0 end, value = $ },
      }
      """, "200", "201")
    #expect(
      tags.text.contains(
        #"200 → 201 in {"from":{"country":"some country"},"parcel":{"isExpress":true,"length":1,"tags":["fragile"],"weight":1},"to""#
      ), "\(tags.text)")
    let other = try Self.proof(
      """
      return {
        { key = "k", when = function(c) return c.now * 2 > 6 and c.zone ~= "home" end, value = $ },
        { key = "k", when = function(c) return c.now * 2 > 6 end, value = $ + 3 },
      }
      """, "1", "2")
    #expect(other.text.contains(#""now":4,"#), "\(other.text)")
    #expect(!other.text.contains("zone"), "\(other.text)")
  }
}
