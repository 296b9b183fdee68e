import LuaRules
import LuaRulesTools
import Testing

/// What is told of functions of a file for all their calls.
@Suite struct CalledFunctionTests {
  /// A function of a file, what rules call, and what is found.
  struct Row: CustomTestStringConvertible, Sendable {
    let function: String
    let calls: [String]
    /// The findings as `LINE CODE`.
    let found: [String]

    init(_ function: String, calls: [String], _ found: [String] = []) {
      self.function = function
      self.calls = calls
      self.found = found
    }

    var text: String {
      let rules = calls.enumerated().map {
        "  { key = \"k\($0)\", value = function(c) return \($1) end },"
      }
      return "\(function)\nreturn {\n\(rules.joined(separator: "\n"))\n}"
    }

    var testDescription: String { "\(function) \(calls)" }
  }

  static let schema = #"""
    { "type": "object", "required": ["user", "other", "visit"], "additionalProperties": false,
      "$defs": { "user": { "type": "object", "additionalProperties": false,
        "required": ["name", "level", "isOnCall"], "properties": {
          "name": { "type": "string" }, "level": { "type": "integer", "minimum": 1, "maximum": 4 },
          "isOnCall": { "type": "boolean" }, "note": { "type": "string" } } } },
      "properties": {
        "user": { "$ref": "#/$defs/user" }, "other": { "$ref": "#/$defs/user" },
        "visit": { "type": "object", "additionalProperties": false, "required": ["kind", "rooms"],
          "properties": { "kind": { "enum": ["acute", "planned"] },
            "rooms": { "type": "array", "items": { "type": "object",
              "additionalProperties": false, "required": ["free", "isLarge"], "properties": {
                "free": { "type": "integer", "minimum": 0 }, "isLarge": { "type": "boolean" } } } } } },
        "any": {}, "k0": {}, "k1": {}, "k2": {} } }
    """#

  /// Tests that all calls decide, each in line 1 or 2.
  static let decided: [Row] = [
    Row(
      "local function isSenior(user) return user.level >= 5 end",
      calls: ["isSenior(c.user)", "isSenior(c.other) and 1"], ["1 decided-test"]),
    Row(
      "local function isSenior(user) return user.level >= 5 end local function a(n) return n > 1 end",
      calls: ["isSenior(c.user)", "isSenior(c.other) and a(c.user.level)"], ["1 decided-test"]),
    Row(
      "local function isSenior(user)\n  if user.level > 9 and user.isOnCall then return 1 end\n  return 2 end",
      calls: ["isSenior(c.user)"], ["2 decided-test"]),
    Row(
      "local function mark(user)\n  local mark = user.name and \"x\" or \"y\"\n  return user.name .. mark end",
      calls: ["mark(c.user)"], ["2 decided-test"]),
    Row(
      "local function free(rooms) for _, room in ipairs(rooms) do\n if room.free < 0 then return room.free end\n end end",
      calls: ["free(c.visit.rooms)"], ["2 decided-test"]),
    Row(
      "local function large(rooms) for _, room in ipairs(rooms) do\n if room.isLarge == \"yes\" then return 1 end\n end return 2 end",
      calls: ["large(c.visit.rooms)"], ["2 impossible-comparison"]),
    // Of a calculation with members that the function reads.
    Row(
      "local function isNear(user, other)\n  return user.level - other.level <= 3 end",
      calls: ["isNear(c.user, c.other)"], ["2 decided-test"]),
    // Behind the fault, nothing else is told.
    Row(
      "local function free(rooms) for _, room in ipairs(rooms) do\n if room.free < 0 then return room end\n end end",
      calls: [
        "(function() local room = free(c.visit.rooms) if room == nil then return 1 end return room.free end)()"
      ], ["2 decided-test"]),
    // By way of another function.
    Row(
      "local function isSenior(user)\n  return user.level >= 5 end\nlocal function may(user) return isSenior(user) and user.isOnCall end",
      calls: ["may(c.user)", "isSenior(c.other)"], ["2 decided-test"]),
  ]

  /// Tests that are no mistake, or that not all calls decide.
  static let open: [Row] = [
    Row(
      "local function isNear(user, other)\n  return user.level - other.level <= 2 end",
      calls: ["isNear(c.user, c.other)"]),
    Row(
      "local function isNear(level, other)\n  return level - other.level <= 3 end",
      calls: ["isNear(c.user.level, c.other)"]),
    Row(
      "local function isAtLeast(user, level) return user.level >= level end",
      calls: ["isAtLeast(c.user, 9)"]),
    Row(
      "local function clamp(value, low, high) if value < low then return low elseif value > high then return high end return value end",
      calls: ["clamp(c.user.level, 0, 9)"]),
    Row(
      "local function text(value) if value == nil then return \"\" end return value end",
      calls: ["text(c.user.name)"]),
    Row(
      "local function text(user) if user.name == nil then return \"\" end return user.name:upper() end",
      calls: ["text(c.user)"]),
    Row(
      "local function text(user) return user.note and user.note:upper() end",
      calls: ["text(c.user)"]),
    Row(
      "local function has(list, wanted) for _, value in ipairs(list) do if value == wanted then return true end end return false end",
      calls: ["has(c.visit.rooms, c.user.name)"]),
    // A call that is not known.
    Row(
      "local function isSenior(user) return user.level >= 5 end",
      calls: ["isSenior(c.user)", "isSenior(c.any)"]),
    Row(
      "local function isSenior(user) return user.level >= 5 end",
      calls: ["isSenior(c.user)", "isSenior({ level = 7 })"]),
    Row(
      "local function isSenior(user) return user.level >= 5 end",
      calls: ["isSenior(c.user)", "c.any(isSenior)"]),
    Row(
      "local function isSenior(user) return user.level >= 5 end\nlocal all = { isSenior }",
      calls: ["isSenior(c.user)", "all[1](c.any)"]),
    Row(
      "local function isSenior(user) return user.level >= 5 end\nlocal knows = isSenior({ level = 9 })",
      calls: ["isSenior(c.user)", "knows"]),
    Row(
      "local function isSenior(user) return user.level >= 5 end\nlocal function build() return isSenior({ level = 9 }) end\nlocal knows = build()",
      calls: ["isSenior(c.user)", "knows"]),
    Row(
      "local isSenior = function(user) return user.level >= 5 end\nlocal function may(user) return isSenior(user) end\nlocal all = { may }",
      calls: ["isSenior(c.user)", "may(c.user)", "all[1](c.any)"]),
    Row(
      "local function isSenior(user) return user.level >= 5 end",
      calls: ["isSenior(c.user)", "(function(user) return isSenior(user) end)(c.any)"]),
    Row(
      "local function isSenior(user) return user.level >= 5 end",
      calls: ["isSenior(c.user)", "(c.user.isOnCall and isSenior or c.any)(c.any)"]),
    // The author has set it.
    Row(
      "local debug = false\nlocal function isSenior(user) return user.level >= 5 end",
      calls: ["isSenior(c.user)", "debug and isSenior(c.any)"]),
    Row(
      "local debug = false\nlocal function isSenior(user) return user.level >= 5 end\nlocal function may(user) return debug and isSenior(user) end",
      calls: ["isSenior(c.user)", "may(c.any)"]),
    Row(
      "local limit = 9\nlocal function isSenior(user) return user.level >= limit end",
      calls: ["isSenior(c.user)"]),
    Row(
      "local function check(user) if user.level < 1 then error(\"level\") end return user.level end",
      calls: ["check(c.user)"]),
  ]

  /// Functions that use what they get in a wrong way, and calls that give the wrong thing.
  static let faults: [Row] = [
    Row(
      "local function text(user)\n  return user.name .. user.room end",
      calls: ["text(c.user)", "text(c.other)"], ["2 unknown-member"]),
    Row(
      "local function text(user)\n  return user.room end",
      calls: ["text(c.user)", "text(c.other)"],
      ["2 unknown-member"]),
    Row(
      "local function share(user)\n  return user / user.level end",
      calls: ["share(c.user)"], ["2 wrong-operand"]),
    Row(
      "local function free(rooms)\n  return rooms.all end",
      calls: ["free(c.visit.rooms)", "#free(c.visit.rooms)"], ["2 unknown-member"]),
    // The call gives the wrong thing.
    Row(
      "local function text(user) return user.name .. user.level end",
      calls: ["text(c.user)", "text(c.visit)"], ["4 wrong-argument"]),
    Row(
      "local function half(level) return level / 2 end",
      calls: ["half(c.user.level)", "half(c.user)"], ["4 wrong-argument"]),
    Row(
      "local function text(user) return user.name end", calls: ["text(c.visit)"],
      ["3 wrong-argument"]),
    Row(
      "local function discount(level)\n  if level >= 3 then return 10\n  elseif level >= 2 then return 5 end\n  return 0 end",
      calls: ["discount(c.visit.rooms)", "discount(c.user.level)"], ["6 wrong-argument"]),
    Row(
      "local steps = { { upTo = 1 }, { upTo = 3 } }\nlocal function step(level)\n  for _, step in ipairs(steps) do if level <= step.upTo then return step end end end",
      calls: ["step(c.visit.rooms)", "step(c.user.level)"], ["5 wrong-argument"]),
    // The whole context in place of one of its values, in one call or in all.
    Row(
      "local function text(name) return name .. \"!\" end",
      calls: ["text(c.user.name)", "text(c)"], ["4 wrong-argument"]),
    Row(
      "local function text(name) return name .. \"!\" end",
      calls: ["text(\"a\")", "text(c)"], ["4 wrong-argument"]),
    Row(
      "local function text(c) return \"the \" .. c end", calls: ["text(c)", "text(c)"],
      ["1 wrong-operand"]),
    // What a function gives is one argument.
    Row(
      "local function first(rooms) return rooms[1] end\nlocal function half(level) return level / 2 end",
      calls: ["half(first(c.visit.rooms))"], ["4 wrong-argument"]),
    // A list that the function itself makes.
    Row(
      "local function names(users) local all = {}\n  for _, user in ipairs(users) do all:insert(user) end\n  return all end",
      calls: ["names(c.any)"], ["2 wrong-call"]),
    Row(
      "local function first(c) local _, room = next(c.visit.rooms)\n  return room.size end",
      calls: ["first(c)"], ["2 unknown-member"]),
  ]

  @Test(arguments: decided + open + faults)
  func `what all calls have in common is told of the function`(row: Row) throws {
    let found = try CheckedText.findings(row.text, schema: Self.schema)
      .filter { !$0.hasSuffix(" info") }
      .map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(found == row.found)
  }
}
