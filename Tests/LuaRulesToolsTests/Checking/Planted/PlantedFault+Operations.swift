// Faults of kind: arithmetic, concat, length, optional, division, result.

extension PlantedFault {
  static let arithmeticFaults: [PlantedFault] = [
    .init(
      rule: #"key = "spare", value = function(c) return c.order.lines + 1 end"#, "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.status * 2 end"#, "wrong-operand"),
    .init(rule: #"key = "spare", value = function(c) return c.order.id - 1 end"#, "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.customer / 2 end"#, "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) return 5 - c.order.express end"#, "wrong-operand"),
    .init(rule: #"key = "spare", value = function(c) return -c.order.tags end"#, "wrong-operand"),
    .init(
      rule:
        #"key = "spare", value = function(c) local s = 0 for _, l in ipairs(c.order.lines) do s = s + l end return s end"#,
      "wrong-operand"),
    .init(
      rule:
        #"key = "spare", value = function(c) local s = 0 for _, l in ipairs(c.order.lines) do s = s + l.sku end return s end"#,
      "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.total + "euro" end"#,
      "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.customer.age + nil end"#,
      "wrong-operand"),
    .init(
      rule:
        #"key = "spare", value = function(c) for i = 1, c.order.lines do return i end return 0 end"#,
      "wrong-operand"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.lines * 2 > 5 end, value = 1"#,
      "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.count + c.order.status end"#,
      "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) local t = {} return t + 1 end"#, "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.total * c.order.express end"#,
      "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.total ^ c.order.lines end"#,
      "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.lines[1] + 1 end"#, "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) return #c.order.tags + c.order.tags end"#,
      "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) return (c.order.total > 5) + 1 end"#,
      "wrong-operand"),
    .init(rule: #"key = "spare", value = function(c) return c.carrier + 1 end"#, "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.customer.name % 2 end"#,
      "wrong-operand"),
  ]

  static let concatFaults: [PlantedFault] = [
    .init(
      rule: #"key = "spare", value = function(c) return "a" .. c.order.lines end"#, "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.customer .. "!" end"#,
      "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) return "is " .. c.order.express end"#,
      "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) local l = c.order.lines[1] return l.sku .. l end"#,
      "wrong-operand"),
    .init(rule: #"key = "spare", value = function(c) return "x" .. nil end"#, "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) return "n: " .. c.isTest end"#, "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) local r = {} return "x" .. r end"#, "wrong-operand"
    ),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id .. (c.order.total > 3) end"#,
      "wrong-operand"),
    .init(
      rule:
        #"key = "spare", value = function(c) return "a" .. c.order.customer.name .. c.order.customer end"#,
      "wrong-operand"),
  ]

  static let lengthFaults: [PlantedFault] = [
    .init(rule: #"key = "spare", value = function(c) return #c.order.total end"#, "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) return #c.order.express end"#, "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) return #c.order.lines[1].count end"#,
      "wrong-operand"),
    .init(
      rule: #"key = "spare", when = function(c) return #c.order.count > 3 end, value = 1"#,
      "wrong-operand"),
    .init(rule: #"key = "spare", value = function(c) return #c.level end"#, "wrong-operand"),
    .init(
      rule: #"key = "spare", value = function(c) local n = c.order.total return #n end"#,
      "wrong-operand"),
  ]

  static let optionalFaults: [PlantedFault] = [
    .init(
      rule: #"key = "spare", value = function(c) return c.order.note:upper() end"#, "possible-nil"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.note .. "!" end"#, "possible-nil"),
    .init(rule: #"key = "spare", value = function(c) return #c.order.note end"#, "possible-nil"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.customer.address.city end"#,
      "possible-nil"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.customer.address.country == "de" end, value = 1"#,
      "possible-nil"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.discount > 10 end, value = 1"#,
      "possible-nil"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.discount * 2 end"#, "possible-nil"),
    .init(
      rule:
        #"key = "spare", value = function(c) for _, l in ipairs(c.order.lines) do if #l.comment > 3 then return 1 end end return 2 end"#,
      "possible-nil"),
    .init(
      rule:
        #"key = "spare", value = function(c) local a = c.order.customer.address return a.city end"#,
      "possible-nil"),
    .init(
      rule: #"key = "spare", value = function(c) return string.upper(c.order.customer.email) end"#,
      "possible-nil"),
    .init(
      rule:
        #"key = "spare", value = function(c) if c.order.note then return 1 end return c.order.note:upper() end"#,
      "possible-nil"),
    .init(
      #"""
      local prices = require "prices"
      local names = require "names"
      return {
      { key = "spare", value = function(c) local e = c.order.customer.email return e:sub(1, 3) end },
      }
      """#, line: 4, "possible-nil"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.customer.email:len() end"#,
      "possible-nil"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.customer.address.zip:sub(1) end"#,
      "possible-nil"),
    .init(
      rule:
        #"key = "spare", value = function(c) local a = c.order.customer.address if a then return a.zip:sub(1, 2) end return 1 end"#,
      "possible-nil"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.total - c.order.discount end"#,
      "possible-nil"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.lines[1].comment:upper() end"#,
      "possible-nil"),
    .init(
      rule:
        #"key = "spare", value = function(c) if c.order.express or c.order.note then return c.order.note:upper() end return 1 end"#,
      "possible-nil"),
    .init(
      rule: #"key = "spare", value = function(c) return "Note: " .. c.order.note end"#,
      "possible-nil"),
    .init(
      rule: #"key = "spare", when = function(c) return #c.order.note > 3 end, value = 1"#,
      "possible-nil"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.customer.email:find("@") end, value = 1"#,
      "possible-nil"),
  ]

  static let divisionFaults: [PlantedFault] = [
    .init(
      rule: #"key = "spare", value = function(c) return c.order.total // 0 end"#, "division-by-zero"
    ),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.count % 0 end"#, "division-by-zero"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.total / 0 end"#, "division-by-zero"),
    .init(
      rule: #"key = "spare", value = function(c) local n = 0 return c.order.total / n end"#,
      "division-by-zero"),
    .init(
      rule:
        #"key = "spare", value = function(c) local n = #c.order.tags - #c.order.tags local z = 0 return 1 % z + n end"#,
      "division-by-zero"),
    .init(rule: #"key = "spare", value = function(c) return 10 % 0 end"#, "division-by-zero"),
    .init(
      rule: #"key = "spare", value = function(c) local z = 0.0 return c.order.count // z end"#,
      "division-by-zero"),
  ]

  static let resultFaults: [PlantedFault] = [
    .init(
      #"""
      return {
      { key = "spareNumber", value = function(c) return c.order.id .. "x" end },
      }
      """#, line: 2, "wrong-type"),
    .init(
      #"""
      return {
      { key = "spareText", value = function(c) return #c.order.id end },
      }
      """#, line: 2, "wrong-type"),
    .init(
      #"""
      return {
      { key = "spareNumber", value = function(c) return c.order.lines[1].sku end },
      }
      """#, line: 2, "wrong-type"),
    .init(
      #"""
      return {
      { key = "spareText", value = function(c) return c.order.total > 5 end },
      }
      """#, line: 2, "wrong-type"),
    .init(
      #"""
      return {
      { key = "spareNumber", value = function(c) for _, l in ipairs(c.order.lines) do return l.sku end return 1 end },
      }
      """#, line: 2, "wrong-type"),
    .init(
      #"""
      return {
      { key = "spareText", value = function(c) return { c.order.id } end },
      }
      """#, line: 2, "wrong-type"),
    .init(
      #"""
      return {
      { key = "approved", value = function(c) return c.order.status .. "" end },
      }
      """#, line: 2, "wrong-type"),
    .init(
      #"""
      return {
      { key = "spareNumber", value = function(c) local t = c.order.tags return t end },
      }
      """#, line: 2, "wrong-type"),
    .init(
      #"""
      return {
      { key = "spareText", value = function(c) if c.isTest then return "a" end return c.order.count end },
      }
      """#, line: 2, "wrong-type"),
    .init(
      #"""
      return {
      { key = "spareText", value = function(c) return c.order.count + 1 end },
      }
      """#, line: 2, "wrong-type"),
    .init(
      #"""
      return {
      { key = "spareNumber", value = function(c) return c.order.customer.name:upper() end },
      }
      """#, line: 2, "wrong-type"),
    .init(
      #"""
      return {
      { key = "spareText", value = function(c) return true end },
      }
      """#, line: 2, "wrong-type"),
  ]
}
