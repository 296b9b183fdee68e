// Faults of kind: frozen, replacement, step, and arguments of library functions.

extension PlantedFault {
  private static func value(_ body: String, _ code: String) -> PlantedFault {
    .init(rule: "key = \"spare\", value = function(c) \(body) end", code)
  }

  static let frozenFaults: [PlantedFault] = [
    value(#"table.insert(c.order.tags, "x") return 1"#, "frozen"),
    value(#"local lines = c.order.lines table.remove(lines, 1) return 1"#, "frozen"),
    value(#"table.sort(c.order.tags) return 1"#, "frozen"),
    value(#"c.order.lines[1] = nil return 1"#, "frozen"),
    value(#"local line = c.order.lines[1] line.sku = "x" return 1"#, "frozen"),
    value(#"for _, line in ipairs(c.order.lines) do line.count = 0 end return 1"#, "frozen"),
  ]

  static let strictFaults: [PlantedFault] = [
    value(#"return table.concat(c.order.lines, ", ")"#, "wrong-argument"),
    value(#"return select("x", 1, 2)"#, "wrong-argument"),
    value(#"return utf8.char("x")"#, "wrong-argument"),
    value(#"return c.order.count | 1.5"#, "wrong-operand"),
    value(#"return string.format("%d", 1.5)"#, "wrong-format"),
    value(#"return string.format("%.123f", c.order.total)"#, "wrong-format"),
    value(#"return (c.order.id:gsub("(%w+)", "%2"))"#, "malformed-pattern"),
    value(#"return (c.order.id:gsub("a", "%"))"#, "malformed-pattern"),
    value(#"return (c.order.id:gsub("a", "100%!"))"#, "malformed-pattern"),
    value(#"return c.order.id:find("[[:alpha:]]+")"#, "malformed-pattern"),
    value(#"local n = 0 for i = 1, 10, 0 do n = n + i end return n"#, "wrong-operand"),
  ]

  /// Calls of library functions with too many values, or with numbers out of range.
  static let numberFaults: [PlantedFault] = [
    value("return tonumber(c.order.id, 99)", "wrong-argument"),
    value("return tonumber(c.order.tags)", "wrong-argument"),
    value("local list = {} table.insert(list, 1, 2, 3) return list", "wrong-argument"),
    value("local list = {} table.insert(list, 0, c.order.id) return list", "wrong-argument"),
    value("local list = {} table.insert(list, c.order, 1) return list", "wrong-argument"),
    value("return c.order.id:rep(1.5)", "wrong-argument"),
    value("return c.order.id:sub(0.5)", "wrong-argument"),
    value("return string.char(300)", "wrong-argument"),
    value("return c.order.id:rep(2, c.order.tags)", "wrong-argument"),
    value("return c.order.id.sub(1, 4)", "wrong-argument"),
    value("return utf8.char(-1)", "wrong-argument"),
    value("return math.floor(c.order.total, 2)", "wrong-argument"),
    value(#"return c.order.id:upper("de")"#, "wrong-argument"),
    value("return math.fmod(c.order.count, 0)", "division-by-zero"),
    value(#"return string.format("%q", c.order.tags)"#, "wrong-format"),
    value(#"return string.format("%5q", c.order.id)"#, "wrong-format"),
    value(#"return table.concat(c.order.customer, ",")"#, "wrong-argument"),
    value(
      "local l = {} for i, line in ipairs(c.order.lines) do l[i] = line end return table.concat(l)",
      "wrong-argument"),
  ]

  /// Words of regular expressions.
  static let expressionFaults: [PlantedFault] = [
    "urgent|asap", "^(urgent|asap)$", "(ab|cd)%d", "^(A|B)%d+$", "^%a{3}$", "[A-Z]{2}", ".{4,}",
    "(%a){2}",
    "(?:a)", "(?i)a", "(?=a)", "a.*?b", "(.+?)%s", "^[[:alpha:]]+$", #"[\\w.]+"#,
  ].map { value("return c.order.id:match(\"\($0)\")", "malformed-pattern") }

  static let madeFaults: [PlantedFault] = [
    .init(
      """
      local function make(name)
        return { key = name, value = function(c) return c.order.tags:concat(",") end }
      end
      return { make("spare") }
      """, line: 2, "unknown-member"),
    .init(
      """
      local function make(name)
        return { key = name, value = function(c) return c.order.id:match("(%d+") end }
      end
      return { make("spare") }
      """, line: 2, "malformed-pattern"),
    .init(
      #"""
      local function digits(text) return text:match("\\d+") end
      return { { key = "spare", value = function(c) return digits(c.order.id) end } }
      """#, line: 1, "malformed-pattern"),
    .init(
      """
      local function inner(text) return text:gsub("%s+$", "%2") end
      return { { key = "spare", value = function(c) return inner(c.order.id) end } }
      """, line: 1, "malformed-pattern"),
  ]
}
