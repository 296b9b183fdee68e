extension PlantedFault {
  static let memberFaults: [PlantedFault] = [
    .init(rule: #"key = "spare", value = function(c) return c.order.totl end"#, "unknown-member"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.customer.nam end"#, "unknown-member"
    ),
    .init(
      rule: #"key = "spare", value = function(c) local o = c.order return o.totl end"#,
      "unknown-member"),
    .init(
      rule:
        #"key = "spare", value = function(c) local o = c.order if c.isTest then return 1 end return o.totl end"#,
      "unknown-member"),
    .init(
      rule:
        #"key = "spare", value = function(c) local s = 0 for _, line in ipairs(c.order.lines) do s = s + line.cout end return s end"#,
      "unknown-member"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.lines[1].prise end"#,
      "unknown-member"),
    .init(
      rule: #"key = "spare", value = function(c) local l = c.order.lines[1] return l.skuu end"#,
      "unknown-member"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.lines.count end"#, "unknown-member"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.tags.length end"#, "unknown-member"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.status.name end"#, "unknown-member"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.total.value end"#, "unknown-member"),
    .init(
      rule:
        #"key = "spare", value = function(c) local t = c.order.customer.name return t.first end"#,
      "unknown-member"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.customer.tier:lowr() end"#,
      "unknown-member"),
    .init(
      rule:
        #"key = "spare", value = function(c) for i = 1, #c.order.lines do if c.order.lines[i].cnt == 1 then return i end end return 0 end"#,
      "unknown-member"),
    .init(
      rule:
        #"key = "spare", value = function(c) local a = c.order.customer return a and a.adress end"#,
      "unknown-member"),
    .init(
      rule:
        #"key = "spare", value = function(c) for _, l in ipairs(c.order.lines) do local p = l.price if p > 1 then return l.total end end return 1 end"#,
      "unknown-member"),
    .init(rule: #"key = "spare", value = function(c) return c["order"].foo end"#, "unknown-member"),
    .init(
      rule:
        #"key = "spare", value = function(c) local a = c.order.customer.address if a then return a.street end return 1 end"#,
      "unknown-member"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.customer["city"] end"#,
      "unknown-member"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.customer.tiers == "vip" end, value = 1"#,
      "unknown-member"),
  ]

  static let keyFaults: [PlantedFault] = [
    .init(rule: #"key = "spare", value = function(c) return c.ordr.total end"#, "unknown-key"),
    .init(
      rule: #"key = "spare", value = function(c) local x = c.levl return x end"#, "unknown-key"),
  ]

  static let libraryFaults: [PlantedFault] = [
    .init(
      rule: #"key = "spare", value = function(c) return string.uper(c.order.id) end"#,
      "undefined-global"),
    .init(
      rule: #"key = "spare", value = function(c) return math.flor(c.order.total) end"#,
      "undefined-global"),
    .init(
      rule: #"key = "spare", value = function(c) return table.join(c.order.tags) end"#,
      "undefined-global"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:uper() end"#, "unknown-member"),
    .init(
      rule: #"key = "spare", value = function(c) local f = string return f.lowr("x") end"#,
      "undefined-global"),
    .init(
      rule: #"key = "spare", value = function(c) local up = c.order.id:trim() return up end"#,
      "unknown-member"),
    .init(rule: #"key = "spare", value = function(c) return os.time() end"#, "undefined-global"),
    .init(rule: #"key = "spare", value = function(c) return math.pi() end"#, "wrong-call"),
  ]

  static let callFaults: [PlantedFault] = [
    .init(rule: #"key = "spare", value = function(c) return c.isTest() end"#, "wrong-call"),
    .init(rule: #"key = "spare", value = function(c) return c.order.total() end"#, "wrong-call"),
    .init(rule: #"key = "spare", value = function(c) return c.order:status() end"#, "wrong-call"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id.upper() end"#, "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.customer:name() end"#, "wrong-call"),
    .init(
      rule: #"key = "spare", value = function(c) local n = c.order.count return n(1) end"#,
      "wrong-call"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.customer:isInsider() end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.customer:isInsider("a", "b") end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.customer:isInsider(5) end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return host.rat(c) end"#, "unknown-host-function"),
    .init(
      rule:
        #"key = "spare", value = function(c) for l in c.order.lines do return l.sku end return 1 end"#,
      "wrong-call"),
    .init(
      rule:
        #"key = "spare", value = function(c) for _, l in c.order.lines do return l.sku end return 1 end"#,
      "wrong-call"),
    .init(
      #"""
      local prices = require "prices"
      local names = require "names"
      return {
      { key = "spare", value = function(c) return prices.total(c.order.lines) end },
      }
      """#, line: 4, "wrong-call"),
    .init(
      #"""
      local prices = require "prices"
      local names = require "names"
      return {
      { key = "spare", value = function(c) return names.initials(c.order.customer.name) end },
      }
      """#, line: 4, "wrong-call"),
    .init(
      #"""
      local prices = require "prices"
      local names = require "names"
      return {
      { key = "spare", value = function(c) return prices.free(c) end },
      }
      """#, line: 4, "wrong-call"),
    .init(
      #"""
      local prices = require "prices"
      local names = require "names"
      return {
      { key = "spare", value = function(c) return prices:sum(c.order.lines) end },
      }
      """#, line: 4, "wrong-argument"),
  ]

  static let arityFaults: [PlantedFault] = [
    .init(
      rule: #"key = "spare", value = function(c) return string.rep(c.order.id) end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:rep() end"#, "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:sub() end"#, "wrong-argument"),
    .init(rule: #"key = "spare", value = function(c) return math.floor() end"#, "wrong-argument"),
    .init(rule: #"key = "spare", value = function(c) return math.max() end"#, "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:gsub("a") end"#, "wrong-argument"
    ),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:find() end"#, "wrong-argument"),
    .init(rule: #"key = "spare", value = function(c) return tostring() end"#, "wrong-argument"),
    .init(rule: #"key = "spare", value = function(c) return table.concat() end"#, "wrong-argument"),
    .init(
      #"""
      local prices = require "prices"
      local names = require "names"
      return {
      { key = "spare", value = function(c) return prices.with_tax(c.order.total) end },
      }
      """#, line: 4, "wrong-argument"),
    .init(
      #"""
      local prices = require "prices"
      local names = require "names"
      return {
      { key = "spare", value = function(c) return names.has(c.order.tags, "a") and names.initial() end },
      }
      """#, line: 4, "wrong-argument"),
    .init(
      #"""
      local prices = require "prices"
      local names = require "names"
      return {
      { key = "spare", value = function(c) return prices.sum() end },
      }
      """#, line: 4, "wrong-argument"),
  ]

  static let argumentFaults: [PlantedFault] = [
    .init(
      rule: #"key = "spare", value = function(c) return math.floor(c.order.lines) end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return math.floor(c.order.id) end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return math.max(1, c.order.status) end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return table.concat(c.order.id, ",") end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return string.upper(c.order.lines) end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return string.len(c.order.express) end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return ("x"):rep("many") end"#, "wrong-argument"),
    .init(
      rule:
        #"key = "spare", value = function(c) for _, x in ipairs(c.order.total) do return x end return 1 end"#,
      "wrong-argument"),
    .init(
      rule:
        #"key = "spare", value = function(c) for _, x in ipairs(c.order.id) do return x end return 1 end"#,
      "wrong-argument"),
    .init(
      rule:
        #"key = "spare", value = function(c) for _, x in ipairs(c.order.customer) do return x end return 1 end"#,
      "wrong-argument"),
    .init(
      rule:
        #"key = "spare", value = function(c) for k in pairs(c.order.count) do return k end return 1 end"#,
      "wrong-argument"),
    .init(
      #"""
      local prices = require "prices"
      local names = require "names"
      return {
      { key = "spare", value = function(c) return prices.sum(c.order.total) end },
      }
      """#, line: 4, "wrong-argument"),
    .init(
      #"""
      local prices = require "prices"
      local names = require "names"
      return {
      { key = "spare", value = function(c) return names.greeting(c.order.customer.name) end },
      }
      """#, line: 4, "wrong-argument"),
    .init(
      #"""
      local prices = require "prices"
      local names = require "names"
      return {
      { key = "spare", value = function(c) return prices.with_tax(c.order.lines, 19) end },
      }
      """#, line: 4, "wrong-argument"),
  ]

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
  ]

  static let formatFaults: [PlantedFault] = [
    .init(
      rule:
        #"key = "spare", value = function(c) return string.format("%d items", c.order.status) end"#,
      "wrong-format"),
    .init(
      rule: #"key = "spare", value = function(c) return string.format("%d %s", c.order.count) end"#,
      "wrong-format"),
    .init(
      rule: #"key = "spare", value = function(c) return string.format("%y", c.order.count) end"#,
      "wrong-format"),
    .init(
      rule: #"key = "spare", value = function(c) return ("%d"):format(c.order.id) end"#,
      "wrong-format"),
    .init(
      rule: #"key = "spare", value = function(c) return string.format("%.2f", c.order.lines) end"#,
      "wrong-format"),
    .init(
      rule: #"key = "spare", value = function(c) return string.format("%d", c.order.total) end"#,
      "wrong-format"),
    .init(
      rule:
        #"key = "spare", value = function(c) return string.format("%s", c.order.id, c.order.count) end"#,
      "wrong-format"),
    .init(
      rule:
        #"key = "spare", value = function(c) return string.format("%s %s %s", c.order.id, c.order.status) end"#,
      "wrong-format"),
    .init(
      rule:
        #"key = "spare", value = function(c) local f = "%5.2f" return string.format(f, c.order.express) end"#,
      "wrong-format"),
  ]

  static let patternFaults: [PlantedFault] = [
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:match("\\d+") end"#,
      "bad-pattern"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:find("[a-z") end"#, "bad-pattern"
    ),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:match("(%d+") end"#,
      "bad-pattern"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:match("^\\w+$") end"#,
      "bad-pattern"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:match("%d{3}") end"#,
      "bad-pattern"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:match("(ab|cd)") end"#,
      "bad-pattern"),
    .init(
      rule: #"key = "spare", value = function(c) return (c.order.id:gsub("%", "")) end"#,
      "bad-pattern"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:match("%d)") end"#, "bad-pattern"
    ),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.id:find("^A\\.") end, value = 1"#,
      "bad-pattern"),
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
  ]
}
