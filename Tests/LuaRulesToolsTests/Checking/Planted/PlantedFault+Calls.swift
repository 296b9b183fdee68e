// Faults of kind: call, arity, argument, format, pattern.

extension PlantedFault {
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
    .init(
      #"""
      local t = { f = function() return 1 end }
      return {
      { key = "spare", value = function(c) return t.g() end },
      }
      """#, line: 3, "wrong-call"),
    .init(
      #"""
      local t = { f = 5 }
      return {
      { key = "spare", value = function(c) return t.f(c) end },
      }
      """#, line: 3, "wrong-call"),
    .init(
      #"""
      local x = "a"
      return {
      { key = "spare", value = function(c) return x(c) end },
      }
      """#, line: 3, "wrong-call"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.lines[1].sku() end"#, "wrong-call"),
    .init(rule: #"key = "spare", value = function(c) return (c.order.total)() end"#, "wrong-call"),
    .init(
      rule: #"key = "spare", value = function(c) local s = string.upper return s() end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:len():upper() end"#,
      "unknown-member"),
    .init(
      rule: #"key = "spare", value = function(c) return ipairs(c.order.lines)[1] end"#,
      "unknown-member"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.customer.isInsider() end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return tostring(c.order.total):round(2) end"#,
      "unknown-member"),
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
    .init(rule: #"key = "spare", value = function(c) return select() end"#, "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return string.format() end"#, "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:match() end"#, "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return math.fmod(c.order.count) end"#,
      "wrong-argument"),
    .init(rule: #"key = "spare", value = function(c) return math.min() end"#, "wrong-argument"),
    .init(rule: #"key = "spare", value = function(c) return utf8.len() end"#, "wrong-argument"),
    .init(rule: #"key = "spare", value = function(c) return table.unpack() end"#, "wrong-argument"),
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
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:sub("a", "b") end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return math.abs(c.order.express) end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return math.sqrt(c.order.customer) end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return tonumber(c.order.id, "x") end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return utf8.len(c.order.lines) end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return string.rep(c.order.express, 3) end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return table.concat(c.order.tags, true) end"#,
      "wrong-argument"),
    .init(
      rule: #"key = "spare", value = function(c) return ("x"):find(c.order.lines) end"#,
      "wrong-argument"),
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
    .init(
      rule:
        #"key = "spare", value = function(c) return string.format("%s is %d", c.order.count, c.order.id) end"#,
      "wrong-format"),
    .init(
      rule: #"key = "spare", value = function(c) return ("%s %s"):format(c.order.id) end"#,
      "wrong-format"),
    .init(
      rule: #"key = "spare", value = function(c) return string.format("%i%", c.order.count) end"#,
      "wrong-format"),
    .init(
      rule: #"key = "spare", value = function(c) return string.format("%5", c.order.count) end"#,
      "wrong-format"),
    .init(
      rule: #"key = "spare", value = function(c) return string.format("%x", c.order.express) end"#,
      "wrong-format"),
  ]

  static let patternFaults: [PlantedFault] = [
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:match("\\d+") end"#,
      "malformed-pattern"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:find("[a-z") end"#,
      "malformed-pattern"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:match("(%d+") end"#,
      "malformed-pattern"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:match("^\\w+$") end"#,
      "malformed-pattern"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:match("%d{3}") end"#,
      "malformed-pattern"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:match("(ab|cd)") end"#,
      "malformed-pattern"),
    .init(
      rule: #"key = "spare", value = function(c) return (c.order.id:gsub("%", "")) end"#,
      "malformed-pattern"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:match("%d)") end"#,
      "malformed-pattern"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.id:find("^A\\.") end, value = 1"#,
      "malformed-pattern"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:gsub("\\s+", "") end"#,
      "malformed-pattern"),
    .init(
      rule: #"key = "spare", value = function(c) return string.find(c.order.id, "[0-9") end"#,
      "malformed-pattern"),
    .init(
      rule: #"key = "spare", value = function(c) return string.match(c.order.id, "^(%d+$") end"#,
      "malformed-pattern"),
    .init(
      rule:
        #"key = "spare", value = function(c) for w in c.order.id:gmatch("\\w+") do return w end return "x" end"#,
      "malformed-pattern"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:match("[A-Z]{2}%d+") end"#,
      "malformed-pattern"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:match("%d+%") end"#,
      "malformed-pattern"),
  ]
}
