import LuaRules
import LuaRulesTools
import Testing

/// What functions of the library give, and find, in lists and tables.
@Suite struct ListUseTests {
  private static let schema = #"""
    { "type": "object", "required": ["name", "holders", "tags", "flag"], "properties": {
      "name": { "type": "string" }, "flag": { "type": "boolean" },
      "tags": { "type": "array", "items": { "type": "string" } },
      "holders": { "type": "array", "maxItems": 2, "items": {
        "type": "object", "required": ["id"], "properties": { "id": { "type": "string" } } } },
      "k": {} } }
    """#

  private static func told(_ body: String) throws -> [String] {
    try CheckedText.check(
      """
      local stars = { low = "*", high = "**" }
      local words = { "a", "b", other = "c" }
      local function has(list, value)
        for _, v in ipairs(list) do if v == value then return true end end
        return false
      end
      local function find(list, value)
        return list[value] or has(list, value)
      end
      return { { key = "k", value = function(c)
        \(body)
      end } }
      """, schema: schema
    ).findings.filter { $0.severity > .info && $0.code != .unusedLocal }.map {
      "\($0.code.rawValue) \($0.message)"
    }
  }

  @Test(arguments: [
    (
      "for _, s in ipairs(stars) do return s end return \"\"",
      "wrong-argument `stars` has names only, of which `ipairs` visits nothing"
    ),
    (
      "return table.concat(stars, \",\")",
      "wrong-argument `stars` has names only, of which `table.concat` joins nothing"
    ),
    (
      "return has(stars, c.name)",
      "wrong-argument `stars` has names only, of which `has` visits nothing"
    ),
    (
      "if c.holders[5] then return 1 end return 2",
      "unknown-member `holders` has no element 5; the schema says that `#holders` is from 0 to 2"
    ),
    (
      "local a, b, d = c.name:match(\"^(%u)(%d)\") if not a then return 1 end return a .. b .. d",
      "wrong-operand `d` cannot be joined with `..`: it is nil"
    ),
    (
      "local from, to, x, y = c.name:find(\"a(.)\") if not from then return 1 end return x .. to .. y",
      "wrong-operand `y` cannot be joined with `..`: it is nil"
    ),
    (
      "local s = \"\" for i = 1, c.name do s = s .. i end return s",
      "wrong-operand the limit of `for` is `name`, which is a string: it fails unless that is a number"
    ),
    (
      "local first = table.unpack(c.holders) return first + 1",
      "wrong-operand arithmetic on `first`, which is an object"
    ),
    (
      "local first, second = table.unpack(c.tags) return first .. second * 2",
      "wrong-operand arithmetic on `second`, which is a string: it fails unless that is a number"
    ),
    (
      "local name = c.name:lower() if #name > 20 then return name end return name",
      "decided-test all branches do the same: the condition decides nothing"
    ),
  ])
  func `what finds nothing, or gives nothing, is told`(body: String, message: String) throws {
    #expect(try Self.told(body) == [message])
  }

  @Test(arguments: [
    "for _, s in ipairs(words) do return s end return \"\"",
    "for _, s in pairs(stars) do return s end return \"\"", "return table.concat(words)",
    "return find(stars, c.name)", "return has(words, c.name)",
    "if c.holders[2] then return 1 end return 2",
    "local a, b = c.name:match(\"^(%u)(%d)\") if not a then return 1 end return a .. b",
    "local from, to = c.name:find(\"a.\") if not from then return 1 end return from + to",
    "local from, to, x = c.name:find(\"a(.)\", 1) if not from then return 1 end return x .. to",
    "local whole, rest = c.name:match(\"a.\") return whole or rest or \"\"",
    "local pattern = c.flag and \"(.)(.)\" or \"(.)\" local a, b = c.name:match(pattern) return b or a or 1",
    "local first, second = table.unpack(c.tags) return (first or \"\") .. (second or \"\")",
    "local id = table.unpack(c.holders) return id and id.id or 1",
    "if c.name == \"a\" then return 1 end if c.name == \"b\" then return 2 end return 2",
    "if c.name == \"a\" then return 1 elseif c.name == \"b\" then return 2 end return 1",
  ])
  func `what finds something is right`(body: String) throws {
    #expect(try Self.told(body) == [])
  }
}
