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
