// Faults of kind: member, key, library, local.

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
    .init(
      rule:
        #"key = "spare", value = function(c) local function f(o) return o.totl end return f(c.order) end"#,
      "unknown-member"),
    .init(
      rule:
        #"key = "spare", value = function(c) local t = c.order.customer local n = t.nme return n end"#,
      "unknown-member"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.lines[#c.order.lines].skuu end"#,
      "unknown-member"),
    .init(
      rule:
        #"key = "spare", value = function(c) local x = c.order for i = 1, 3 do if x.cont == i then return i end end return 0 end"#,
      "unknown-member"),
    .init(
      rule:
        #"key = "spare", value = function(c) for i, l in ipairs(c.order.lines) do if i > 1 and l.qty > 2 then return 1 end end return 2 end"#,
      "unknown-member"),
    .init(
      rule:
        #"key = "spare", value = function(c) for _, l in pairs(c.order.lines) do if l.qty == 2 then return 1 end end return 2 end"#,
      "unknown-member"),
    .init(
      rule:
        #"key = "spare", value = function(c) local z = c.order.customer.adress or {} return z.zip end"#,
      "unknown-member"),
    .init(
      rule:
        #"key = "spare", value = function(c) local t = { c.order } return #t + c.order.customer.ages end"#,
      "unknown-member"),
    .init(
      rule:
        #"key = "spare", value = function(c) return c.order.express and c.order.regoin or "x" end"#,
      "unknown-member"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.tags[1].name end"#, "unknown-member"
    ),
    .init(
      rule:
        #"key = "spare", value = function(c) local s = "" for _, t in ipairs(c.order.tags) do s = s .. t.name end return s end"#,
      "unknown-member"),
    .init(rule: #"key = "spare", value = function(c) return c.level.value end"#, "unknown-member"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.lines[1].price.amount end"#,
      "unknown-member"),
    .init(
      rule:
        #"key = "spare", value = function(c) local l = c.order.lines table.sort({ 1, 2 }, function(a, b) return l[1].foo < l[2].sku end) return 1 end"#,
      "unknown-member"),
    .init(
      #"""
      local prices = require "prices"
      local names = require "names"
      return {
      { key = "order.risk", value = function(c) return 1 end },
      { key = "spare", value = function(c) return c.order.totl end },
      }
      """#, line: 5, "unknown-member"),
    .init(
      #"""
      local prices = require "prices"
      local names = require "names"
      return {
      { key = "spare", when = { order = { customer = { teir = "vip" } } }, value = 1 },
      }
      """#, line: 4, "unknown-member"),
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

  static let localFaults: [PlantedFault] = [
    .init(
      rule: #"key = "spare", value = function(c) local unused = c.order.total return 1 end"#,
      "unused-local"),
    .init(
      rule: #"key = "spare", value = function(c) local a, b = 1, 2 return a end"#, "unused-local"),
    .init(
      rule:
        #"key = "spare", value = function(c) local o = c.order local t = o.total if c.isTest then local u = t return 2 end return 1 + t end"#,
      "unused-local"),
    .init(
      rule: #"key = "spare", value = function(c) local function f() return 1 end return 2 end"#,
      "unused-local"),
    .init(
      rule:
        #"key = "spare", value = function(c) local x <const> = c.order.total local y = x return x end"#,
      "unused-local"),
    .init(
      rule:
        #"key = "spare", value = function(c) for i = 1, 3 do local unused = i end return 1 end"#,
      "unused-local"),
    .init(
      rule:
        #"key = "spare", value = function(c) local name = c.order.customer.name name = "x" return 1 end"#,
      "unused-local"),
  ]
}
