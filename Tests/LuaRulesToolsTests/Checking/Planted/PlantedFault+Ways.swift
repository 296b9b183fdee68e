// Values that are missing on some way to their use, and faults behind calls.

extension PlantedFault {
  /// Uses of optional members, of which other ways through the function test the same member.
  static let missingFaults: [PlantedFault] = [
    PlantedFault(
      """
      return { { key = "spare", value = function(c)
        local n = #c.order.note
        for _, line in ipairs(c.order.lines) do n = n + line.count end
        return c.order.note and n or 0
      end } }
      """, line: 2, "possible-nil"),
    PlantedFault(
      """
      return { { key = "spare", value = function(c)
        local n = 0
        if c.order.express then n = c.order.discount + 1
        elseif c.order.discount then n = 2 end
        for i = 1, 3 do n = n + i end
        return n
      end } }
      """, line: 3, "possible-nil"),
    PlantedFault(
      """
      return { { key = "spare", value = function(c)
        local n = 0
        for _, tag in ipairs(c.order.tags) do
          if tag == "a" and c.order.note then n = n + 1 end
        end
        if n > 3 then n = 0 end
        return c.order.note:upper() .. n
      end } }
      """, line: 7, "possible-nil"),
    PlantedFault(
      """
      return { { key = "spare", value = function(c)
        local has = c.order.note == nil
        local n = #c.order.note
        for _ in ipairs(c.order.lines) do end
        return has and n
      end } }
      """, line: 3, "possible-nil"),
    // Rules before that always answer say nothing of the contexts that are left.
    PlantedFault(
      """
      return {
        { key = "spare", when = { carrier = "ups" }, value = function(c) return c.order.note or "" end },
        { key = "spare", when = { carrier = "dhl" }, value = function(c) return c.order.note .. "x" end },
      }
      """, line: 3, "possible-nil"),
  ]
  /// Faults of called functions that come of what one call gives them.
  static let givenFaults: [PlantedFault] = [
    PlantedFault(
      """
      local function size(x)
        if x.tier == "vip" then return nil end
        return #x.age
      end
      return { { key = "spare", value = function(c) return size(c.order.customer) end } }
      """, line: 3, "wrong-operand"),
    PlantedFault(
      """
      local function insider(c) return c.isTest and c.order.customer.isInsider() end
      return { { key = "spare", value = function(c) return insider(c) end } }
      """, line: 1, "wrong-argument"),
    PlantedFault(
      """
      local function upper(order)
        if order.express then return "" end
        return order.note:upper()
      end
      return { { key = "spare", value = function(c) return upper(c.order) end } }
      """, line: 3, "possible-nil"),
    PlantedFault(
      """
      local function inner(x) if x.express then return 1 end return x.id + x.lines end
      local function outer(x) if x.total > 3 then return inner(x) end return 0 end
      return { { key = "spare", value = function(c) return outer(c.order) end } }
      """, line: 1, "wrong-operand"),
    PlantedFault(
      """
      return { { key = "spare", value = function(c)
        local function far(x)
          if x.express then return "" end
          return x.region + 1
        end
        return far(c.order)
      end } }
      """, line: 4, "wrong-operand"),
  ]

  /// Faults beside a key of a path, which says nothing of the other members.
  static let unansweredFaults: [PlantedFault] = [
    PlantedFault(
      """
      return {
        { key = "spareHint", when = function(c) return c.order.note ~= nil end, value = "note" },
        { key = "spareHint", when = { order = { status = "new" } }, value = "new" },
        { key = "spare", value = function(c) return c.spareHint:upper() end },
      }
      """, line: 4, "possible-nil")
  ]

  static let pathKeyFaults: [PlantedFault] = [
    PlantedFault(rule: #"key = "order.note", value = 3"#, "wrong-type"),
    PlantedFault(
      rule: #"key = "order.note", value = function(c) return c.order.count end"#, "wrong-type"),
    PlantedFault(
      rule: #"key = "spare", when = { order = { lines = { sku = "a" } } }, value = 1"#,
      "unknown-member"),
    PlantedFault(
      """
      return {
        { key = "order.rank", value = 1 },
        { key = "spare", when = { order = { customer = { nam = "x" } } }, value = 1 },
      }
      """, line: 3, "unknown-member"),
    PlantedFault(
      """
      return {
        { key = "order.rank", value = 1 },
        { key = "spare", value = function(c) return c.order.count % 0 end },
      }
      """, line: 3, "division-by-zero"),
    PlantedFault(
      """
      local function total(c, order) return order.totl end
      return {
        { key = "order.rank", value = 1 },
        { key = "spare", value = function(c) return total(c, c.order) end },
      }
      """, line: 1, "unknown-member"),
  ]

  /// Calls of library functions that fail whatever is done with their results.
  static let unusedResultFaults: [PlantedFault] = [
    PlantedFault(
      rule: #"key = "spare", value = function(c) return ipairs(c.order.total) end"#,
      "wrong-argument"),
    PlantedFault(
      rule: #"key = "spare", value = function(c) return string.char(65, nil) end"#, "wrong-argument"
    ),
    PlantedFault(
      rule: #"key = "spare", value = function(c) return utf8.char("x") end"#, "wrong-argument"),
  ]

  /// Writes to libraries, operations on bits, methods of tables, and loops without a limit.
  static let plainFaults: [PlantedFault] = [
    PlantedFault(
      rule: #"key = "spare", value = function(c) string.shout = 1 return 1 end"#, "frozen"),
    PlantedFault(rule: #"key = "spare", value = function(c) math.pi = 3 return 1 end"#, "frozen"),
    PlantedFault(rule: #"key = "spare", value = function(c) host.rate = 3 return 1 end"#, "frozen"),
    PlantedFault(rule: #"key = "spare", value = function(c) return 1 & "12" end"#, "wrong-operand"),
    PlantedFault(
      rule: #"key = "spare", value = function(c) return c.order.count | c.order.id end"#,
      "wrong-operand"),
    PlantedFault(rule: #"key = "spare", value = function(c) return -"a" end"#, "wrong-operand"),
    PlantedFault(
      rule: #"key = "spare", value = function(c) return tonumber({}, 10) end"#, "wrong-argument"),
    PlantedFault(
      rule: #"key = "spare", value = function(c) return ({}):upper() end"#, "wrong-call"),
    PlantedFault(
      rule: #"key = "spare", value = function(c) local t = { 1 } return t:find("a") end"#,
      "wrong-call"),
    PlantedFault(
      rule:
        #"key = "spare", value = function(c) local n = 0 for i = 1, math.huge do n = n + i end return n end"#,
      "endless-loop"),
    PlantedFault(
      rule:
        #"key = "spare", when = function(c) return type(c.order.count) == "int" end, value = 1"#,
      "impossible-comparison"),
  ]

  /// Both values of a Boolean, tested in different ways.
  static let booleanFaults: [PlantedFault] = [
    PlantedFault(
      """
      return {
        { key = "spare", when = function(c) return c.isTest end, value = 1 },
        { key = "spare", when = function(c) return c.isTest == false end, value = 2 },
        { key = "spare", when = { order = { region = "eu" } }, value = 3, priority = "low" },
      }
      """, line: 4, "subsumed-rule"),
    PlantedFault(
      """
      return {
        { key = "spare", when = function(c) return c.isTest end, value = 1 },
        { key = "spare", when = { isTest = false, order = { region = "eu" } }, value = 2 },
        { key = "spare", when = { isTest = false, order = { region = { "us", "asia" } } }, value = 2 },
        { key = "spare", when = function(c) return c.order.count > 3 end, value = 3, priority = "low" },
      }
      """, line: 5, "subsumed-rule"),
    PlantedFault(
      rule:
        #"key = "spare", when = function(c) return c.isTest or c.isTest == false end, value = 1"#,
      "always-true"),
  ]

  /// What `type` gives.
  static let kindFaults: [PlantedFault] = [
    PlantedFault(
      """
      return { { key = "spare", value = function(c)
        if type(c.order.id) ~= "string" then
          return 1
        end
        return 2
      end } }
      """, line: 2, "unreachable-branch"),
    PlantedFault(
      rule:
        #"key = "spare", when = function(c) return type(c.order.count) == "string" end, value = 1"#,
      "impossible-comparison"),
  ]
}
