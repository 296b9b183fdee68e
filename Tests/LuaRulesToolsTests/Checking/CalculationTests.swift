import LuaRules
import LuaRulesTools
import Testing

/// What is told of values that functions calculate from declared ones, of the order of two values, and
/// of tables of constants.
@Suite struct CalculationTests {
  static let schema = #"""
    { "type": "object",
      "required": ["age", "beds", "floor", "minutes", "kind", "reason", "temp", "share", "low", "high",
        "cents", "free", "stage", "lines"],
      "properties": {
        "age": { "type": "integer", "minimum": 0, "maximum": 130 },
        "beds": { "type": "integer", "minimum": 0, "maximum": 60 },
        "floor": { "type": "integer", "minimum": -1, "maximum": 9 },
        "stage": { "type": "integer", "minimum": 1, "maximum": 3 },
        "minutes": { "type": "integer", "minimum": 0 }, "cents": { "type": "integer", "minimum": 0 },
        "kind": { "enum": ["acute", "checkup"] }, "reason": { "type": "string" },
        "temp": { "type": "number", "minimum": 25, "maximum": 45 },
        "share": { "type": "number", "minimum": 0, "maximum": 100 },
        "low": { "type": "integer" }, "high": { "type": "integer" }, "free": { "type": "integer" },
        "lines": { "type": "array", "items": { "type": "object", "additionalProperties": false,
          "required": ["name", "count"],
          "properties": { "name": { "type": "string" }, "count": { "type": "integer", "minimum": 0 } } } },
        "number": { "type": "integer" }, "k": {} } }
    """#

  /// A function of a value, and what is told of it.
  struct Row: CustomTestStringConvertible, Sendable {
    let text: String
    let code: RuleFinding.Code
    let line: Int
    let message: String

    init(_ value: String, _ code: RuleFinding.Code, _ message: String, line: Int = 1) {
      text = "return { { key = \"k\", value = function(c) \(value) end } }"
      (self.code, self.message, self.line) = (code, message, line)
    }

    init(file text: String, _ code: RuleFinding.Code, _ message: String, line: Int) {
      self.text = text
      (self.code, self.message, self.line) = (code, message, line)
    }

    var testDescription: String { text }
  }

  static let bounds = "unless a calculation leaves the range of integers"

  static let rows: [Row] = [
    Row(
      "if c.beds + c.floor > 100 then return 1 end return 2", .unreachableBranch,
      "`beds` is from 0 to 60 and `floor` is from -1 to 9"),
    Row(
      "local tens = c.age // 10 if tens > 20 then return 1 end return 2", .unreachableBranch,
      "`age` is from 0 to 130"),
    Row("if c.minutes % 60 >= 60 then return 1 end return 2", .unreachableBranch, "never reached"),
    Row("if c.age - 131 >= 0 then return 1 end return 2", .unreachableBranch, "never reached"),
    Row("if -c.beds > 0 then return 1 end return 2", .unreachableBranch, "never reached"),
    Row(
      "if c.share / 100 > 1 then return 1 end return 2", .unreachableBranch,
      "`share` is from 0 to 100; unless `share` is no number (NaN)"),
    Row("if c.temp * 2 > 95 then return 1 end return 2", .unreachableBranch, "from 25 to 45"),
    Row("if c.cents * 2 < 0 then return 1 end return 2", .unreachableBranch, bounds),
    Row("return math.abs(c.free) < 0 and 1 or 2", .decidedTest, bounds),
    Row(
      "if math.max(c.beds, 3) < 3 then return 1 end return 2", .unreachableBranch, "never reached"),
    Row("if math.min(c.age, 18) > 18 then return 1 end return 2", .unreachableBranch, "never"),
    Row("if math.floor(c.temp) > 45 then return 1 end return 2", .unreachableBranch, "25 to 45"),
    Row(
      "if #c.lines > 3 and #c.lines + 1 < 4 then return 1 end return 2", .unreachableBranch,
      "never reached"),
    Row(
      "local sum = 0 for _, line in ipairs(c.lines) do sum = sum + line.count end "
        + "if sum < 0 then return 1 end return 2", .unreachableBranch, "is at least 0; \(bounds)"),
    // Texts.
    Row(
      "local code = c.kind:upper() if code == \"acute\" then return 1 end return 2",
      .impossibleComparison, "`upper(…)` is never \"acute\""),
    Row(
      "if c.reason:sub(1, 3) == \"fever\" then return 1 end return 2", .impossibleComparison,
      "`sub(…)` is never \"fever\""),
    Row(
      "if c.reason:upper():find(\"smith\") then return 1 end return 2", .unreachableBranch, "never"),
    Row(
      "if (\"k.\" .. c.kind) == \"k.chekup\" then return 1 end return 2", .unreachableBranch,
      "always the same outcome"),
    // The order of two values.
    Row(
      "if c.low > c.high and c.high > c.low then return 1 end return 2", .unreachableBranch,
      "never reached"),
    Row(
      "if c.low < c.high then return 1 elseif c.high > c.low then return 2 end return 3",
      .unreachableBranch, "never reached"),
    Row(
      "if c.low == c.high then return 1 elseif c.low < c.high then return 2 "
        + "elseif c.low >= c.high then return 3 end return 4", .unreachableBranch, "never reached"),
    // Tables of the file.
    Row(
      file: """
        local zones = { { upTo = 10 }, { upto = 50 }, { upTo = 200 } }
        return { { key = "k", value = function(c)
          for index, zone in ipairs(zones) do
            if c.age <= zone.upTo then return index end
          end
          return 0
        end } }
        """, .possibleNil, "not every entry of the table has `upTo`", line: 4),
    Row(
      file: """
        local names = { acute = "A", chekup = "B" }
        return { { key = "k", value = function(c) return names[c.kind]:lower() end } }
        """, .possibleNil, "`names` has no entry for \"checkup\"", line: 2),
    Row(
      file: """
        local names = { de = "A", fr = "B" }
        return { { key = "k", value = function(c) return names[c.kind]:lower() end } }
        """, .possibleNil, "`names[…]` has no member `lower`: it is nil", line: 2),
    Row(
      file: """
        local limits = { 10, "20", 30 }
        return { { key = "number", value = function(c) return limits[c.stage] end } }
        """, .wrongType, "a function for `number` gives \"20\"; expected an integer", line: 2),
    Row(
      file: """
        local limits = { { most = 10 }, { most = "20" } }
        return { { key = "k", value = function(c)
          for _, limit in ipairs(limits) do if c.age < limit.most then return 1 end end
          return 2
        end } }
        """, .wrongOperand, "an entry of the table gives \"20\" for `limit.most`", line: 3),
    // What a search does not find.
    Row(
      file: """
        local function named(lines, name)
          for _, line in ipairs(lines) do
            if line.name == name then return line end
          end
          return nil
        end
        return { { key = "k", value = function(c)
          local line = named(c.lines, c.reason)
          return line.count
        end } }
        """, .possibleNil, "the function gives nil where it finds nothing in the list", line: 9),
    Row(
      file: """
        return { { key = "k", value = function(c)
          local last
          for _, line in ipairs(c.lines) do
            if line.count > 3 then last = line end
          end
          return last.name
        end } }
        """, .possibleNil, "on some ways nothing has set it", line: 6),
    Row(
      "local label if c.kind == \"acute\" then label = \"A\" end return label:lower()",
      .possibleNil,
      "`label` may be nil before `.lower`: on some ways nothing has set it"),
    Row(
      """
      local label = "A"
        if c.age > 3 then
          local label
          if c.kind == "acute" then label = "B" end
          return label:lower()
        end
        return label
      """, .possibleNil, "`label` may be nil before `.lower`", line: 5),
    Row(
      """
      local best
        for _, line in ipairs(c.lines) do
          if line.count > best.count then best = line end
        end
        return best and best.name
      """, .possibleNil, "`best` may be nil before `.count`", line: 3),
    Row(
      file: """
        local function step(stage)
          if stage == 1 then return "one" elseif stage == 2 then return "two" end
        end
        return { { key = "k", value = function(c) return "x" .. step(c.stage) end } }
        """, .possibleNil, "`step(…)` may be nil before `..`: the function gives nil in some cases",
      line: 4),
    Row(
      file: """
        local after = { acute = "done" }
        local function following(kind) return after[kind] end
        return { { key = "k", value = function(c) return "x" .. following(c.kind) end } }
        """, .possibleNil, "`after` has no entry for \"checkup\"", line: 3),
    // Entries of tables, also in functions that are called, and in tables of the function itself.
    Row(
      file: """
        local most = { acute = 3, chekup = 7 }
        local function isLong(kind, beds) return beds > most[kind] end
        return { { key = "k", value = function(c) return isLong(c.kind, c.beds) end } }
        """, .possibleNil, "`most` has no entry for \"checkup\"", line: 2),
    Row(
      file: """
        local names = { acute = "Akut", checkup = 7 }
        return { { key = "k", value = function(c) return names[c.kind]:upper() end } }
        """, .wrongOperand, "an entry of the table gives an integer for `names[…]`", line: 2),
    Row(
      file: """
        local shares = { acute = 80, checkup = "normal" }
        return { { key = "k", value = function(c) return c.beds * shares[c.kind] end } }
        """, .wrongOperand, "an entry of the table gives \"normal\" for `shares[…]`", line: 2),
    Row(
      "local names = { acute = \"A\" } return names[c.kind]:upper()", .possibleNil,
      "`names` has no entry for \"checkup\""),
    // Equal values, and a value itself.
    Row(
      "local a, b = c.reason, c.kind if a == b then return 1 end if b == a then return 2 end return 3",
      .unreachableBranch, "never reached"),
    Row("if c.low >= c.low then return 1 end return 2", .unreachableBranch, "never reached"),
    // Bounds of what library functions give.
    Row(
      "local part = math.min(100, math.max(0, c.beds * 2)) if part > 100 then return 1 end return 2",
      .unreachableBranch, "never holds"),
    Row(
      "return tostring(c.beds > 3) == \"yes\" and 1 or 2", .impossibleComparison,
      "`tostring(…)` is never \"yes\""),
    Row("return c.reason:byte(1) == \"A\" and 1 or 2", .impossibleComparison, "is never \"A\""),
  ]

  @Test(arguments: rows) func `it is told once, at its line`(row: Row) throws {
    let found = try CheckedText.check(row.text, schema: Self.schema).findings
      .filter { $0.severity > .info }
    #expect(found.map(\.code) == [row.code], "\(found.map(\.description))")
    #expect(found.first?.location.line == row.line)
    #expect(found.first?.message.contains(row.message) == true, "\(found.map(\.message))")
  }

  /// What seems to be one of the faults above, and is none.
  static let right = [
    "if c.beds + c.floor > 68 then return 1 end return 2",
    "if c.minutes % 60 >= 59 then return 1 end return 2",
    "if c.minutes - 1 >= 0 then return 1 end return 2",
    "if c.age // 10 == 13 then return 1 end return 2",
    "if c.free % -7 < 0 then return 1 end return 2",
    "if c.free // -1 > 0 then return 1 end return 2",
    "if c.temp % 60 >= 45 then return 1 end return 2",
    "if c.share / c.temp > 3.9 then return 1 end return 2",
    "if c.cents * c.free < 0 then return 1 end return 2",
    "if c.low * c.low < 0 then return 1 end return 2",
    "if c.share / (c.beds - 1) > 100 then return 1 end return 2",
    "if math.abs(c.free) == 0 then return 1 end return 2",
    "if math.max(c.beds, 3) <= 3 then return 1 end return 2",
    "local h = 7 for i = 1, 9 do h = h * 31 + i end if h < 0 then return 1 end return 2",
    "if c.kind:upper() == \"ACUTE\" then return 1 end return 2",
    "if c.kind:sub(1, 1) == \"a\" then return 1 end return 2",
    "if c.reason:sub(-3) == \"abc\" then return 1 end return 2",
    "if c.reason:sub(2) == \"fever\" then return 1 end return 2",
    "if c.reason:upper():find(\"SMITH\") then return 1 end return 2",
    "if c.reason:upper():find(\"%l\") then return 1 end return 2",
    "if c.reason:lower() == \"äÖ\" then return 1 end return 2",
    "if c.low < c.high then return 1 elseif c.high < c.low then return 2 end return 3",
    "if c.temp < c.share then return 1 elseif c.temp >= c.share then return 2 end return 3",
    "local a, b = c.low, c.high while b ~= 0 do a, b = b, a % b end return a",
    "return (c.reason or \"none\") == c.kind and 1 or 2",
    "local worst = \"none\" if c.age > 3 then worst = \"acute\" end\nreturn worst == c.kind and 1 or 2",
    "local last for _, l in ipairs(c.lines) do last = l end return last and last.name or 2",
    "local x if c.kind == \"acute\" then x = \"A\" else x = \"B\" end return x:lower()",
    "local x if c.age > 3 then x = \"A\" end if c.age > 3 then return x:lower() end return 2",
    "local sum for i, l in ipairs(c.lines) do if i == 1 then sum = l.count else sum = sum + l.count end end return sum or 0",
    "local best for _, l in ipairs(c.lines) do if not best or l.count > best.count then best = l end end return best and best.name or 2",
    "if c.temp ~= c.temp then return 1 end return 2", "return c.reason:byte(1) == 65 and 1 or 2",
    "if #c.lines == 0 then return 1 end local x for _, l in ipairs(c.lines) do x = l end return x.name",
  ]

  @Test(arguments: right) func `what is right is not told`(value: String) throws {
    let row = Row(value, .decidedTest, "")
    let found = try CheckedText.check(row.text, schema: Self.schema).findings
    #expect(found.filter { $0.severity > .info }.map(\.description) == [])
  }

  @Test(arguments: [
    """
    local names = { acute = "A" }
    return { { key = "k", value = function(c)
      return c.kind == "acute" and names[c.kind]:lower() or "none"
    end } }
    """,
    """
    local names = { acute = "A" }
    return { { key = "k", value = function(c)
      if names[c.kind] then return names[c.kind]:lower() end
      return "none"
    end } }
    """,
    """
    local bands = { { name = "a", upTo = 10 }, { name = "b", upTo = 50 }, { name = "c" } }
    return { { key = "k", value = function(c)
      for index = 1, #bands - 1 do
        if c.age <= bands[index].upTo then return bands[index].name end
      end
      return bands[#bands].name
    end } }
    """,
    """
    local prices = { acute = 5, checkup = 5 }
    return { { key = "k", value = function(c)
      if prices[c.kind] > 3 then return 1 end
      return 2
    end } }
    """,
    """
    local rates = { { kind = "acute", cents = 5 }, { kind = "checkup", cents = 7 } }
    local function rate(kind)
      for _, rate in ipairs(rates) do if rate.kind == kind then return rate end end
    end
    return { { key = "k", value = function(c) return rate(c.kind).cents end } }
    """,
  ])
  func `tables of the file that are right are not told`(text: String) throws {
    let found = try CheckedText.check(text, schema: Self.schema).findings
    #expect(found.filter { $0.severity > .info }.map(\.description) == [])
  }
}
