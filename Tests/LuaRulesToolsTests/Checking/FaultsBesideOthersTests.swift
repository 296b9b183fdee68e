import LuaRules
import LuaRulesTools
import Testing

/// Faults in functions that do more: loops with tests of their own, calls behind the fault, keys with rules that
/// do not depend on the value, and members of what a search has found.
@Suite struct FaultsBesideOthersTests {
  static let before = """
    local near = { drama = { "dance" }, opera = { "drama", "dance" } }
    local function fold(list, start, f)
      local acc = start
      for _, x in ipairs(list) do acc = f(acc, x) end
      return acc
    end
    local function stageNamed(list, name)
      for _, stage in ipairs(list) do if stage.name == name then return stage end end
    end

    """
  static let schema = #"""
    { "type": "object", "required": ["favorites", "guest", "stages", "title"],
      "properties": {
        "title": { "type": "string" },
        "favorites": { "type": "array", "items": { "enum": ["drama", "opera", "dance"] } },
        "guest": { "type": "object", "additionalProperties": false, "required": ["name", "tags"],
          "properties": { "name": { "type": "string" }, "phone": { "type": ["string", "null"] },
            "tags": { "type": "array", "items": { "type": "string" } } } },
        "stages": { "type": "array", "items": { "type": "object",
          "additionalProperties": false, "required": ["name", "floor"],
          "properties": { "name": { "type": "string" },
            "floor": { "type": "integer", "minimum": -1, "maximum": 3 } } } },
        "names": { "type": "array", "items": { "type": "string" } }, "used": {}, "k": {} } }
    """#

  static func check(_ value: String, names: String = "return c.guest.tags") throws -> [RuleFinding]
  {
    let text = """
      \(before)return {
        { key = "names", value = function(c) \(names) end },
        { key = "used", value = function(c)
          return fold(c.names, "", function(a, b) return a .. b end), stageNamed(c.stages, "a"), near.drama
        end },
        { key = "k", value = function(c)
      \(value)
        end },
      }
      """
    return try CheckedText.check(text, schema: schema).findings
      .filter { $0.severity > .info && $0.code != .unknownKey }
  }

  static let faults: [(value: String, line: Int, message: String)] = [
    (
      """
      local out, seen = {}, {}
      for _, favorite in ipairs(c.favorites) do
        for _, other in ipairs(near[favorite]) do
          if not seen[other] then
            seen[other] = true
            out[#out + 1] = other
          end
        end
      end
      return out
      """, 3, "`near` has no entry for \"dance\""
    ),
    (
      """
      local parts = {}
      for i, name in ipairs(c.names) do parts[i] = name:upper() end
      if #parts == 0 then return "call " .. c.guest.phone end
      return fold(parts, "", function(a, b) return #b > #a and b or a end)
      """, 3, "`guest.phone` may be nil"
    ),
    (
      """
      local stage = stageNamed(c.stages, c.title)
      if not stage then return nil end
      if stage.floor ~= 0 then return stage.floor < -1 and "down" or "up" end
      return "here"
      """, 3, "`stageNamed(…).floor` is from -1 to 3"
    ),
  ]

  @Test(arguments: faults.indices)
  func `a fault is told whatever else the function does`(index: Int) throws {
    let fault = Self.faults[index]
    let found = try Self.check(fault.value)
    #expect(found.count == 1, "\(found.map(\.description))")
    #expect(found.first?.location.line == fault.line + 15)
    #expect(found.first?.message.contains(fault.message) == true, "\(found.map(\.message))")
  }

  @Test(arguments: [
    // The loop ends before the value that has no entry.
    """
    local out = {}
    for _, favorite in ipairs(c.favorites) do
      if favorite == c.title then break end
      for _, other in ipairs(near[favorite] or {}) do out[#out + 1] = other end
    end
    return out
    """,
    // The answer for `names` may depend on the phone.
    """
    local parts = {}
    for i, name in ipairs(c.phones) do parts[i] = name:upper() end
    if #parts > 0 then return "call " .. c.guest.phone end
    return "no"
    """,
    // The call before the test may look at the phone.
    """
    local parts = {}
    fold(c.favorites, "", function(a, b) if c.guest.phone then parts[1] = b end return a end)
    if #parts > 0 then return "call " .. c.guest.phone end
    return "no"
    """,
    // The whole guest is handed on before.
    """
    local n = 0
    for _, x in pairs(c.guest) do n = n + 1 end
    if n > 2 then return "call " .. c.guest.phone end
    return "no"
    """,
    """
    local stage = stageNamed(c.stages, c.title)
    if stage and stage.floor > 2 then return "high" end
    return "here"
    """,
  ])
  func `a test may make sure of a value by way of others`(value: String) throws {
    let found = try Self.check(
      value.replacing("c.phones", with: "c.names"),
      names: value.contains("c.phones")
        ? "local guest = c.guest if guest.phone then return c.guest.tags end return {}"
        : "return c.guest.tags")
    #expect(found.map(\.description) == [])
  }
}
