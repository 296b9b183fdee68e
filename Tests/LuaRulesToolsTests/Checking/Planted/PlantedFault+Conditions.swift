// Faults of kind: compare, never, always, branch, endless.

extension PlantedFault {
  static let compareFaults: [PlantedFault] = [
    .init(
      rule: #"key = "spare", when = function(c) return c.order.total > "100" end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.status > 5 end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.lines > 3 end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.status == "payed" end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.count == "5" end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.tags == "summer" end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.tags == {} end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.lines == 0 end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.customer == "Smith" end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.express == "true" end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.id == c.order.count end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.id < c.order.count end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule:
        #"key = "spare", value = function(c) for _, l in ipairs(c.order.lines) do if l.sku == 5 then return 1 end end return 2 end"#,
      "impossible-comparison"),
    .init(
      rule:
        #"key = "spare", value = function(c) for _, l in ipairs(c.order.lines) do if l.sku > 5 then return 1 end end return 2 end"#,
      "impossible-comparison"),
    .init(
      rule:
        #"key = "spare", value = function(c) local s = c.order.status if s == "Paid" then return 1 end return 2 end"#,
      "impossible-comparison"),
    .init(
      rule:
        #"key = "spare", value = function(c) local t = c.order.customer.tier if c.isTest then t = "basic" end if t == "platinum" then return 1 end return 2 end"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return #c.order.tags == "2" end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return #c.order.lines > "2" end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return type(c.order.id) == "text" end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.total == "5" end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.lines == "x" end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.carrier == "fedex" end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.express == 1 end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.express > 0 end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.express == "yes" end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.status < c.order.count end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return #c.order.id == "5" end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.customer > 3 end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.customer.age >= "18" end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return "eu" == c.order.count end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.status == c.order.region end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.customer.tier:upper() == 5 end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule:
        #"key = "spare", when = function(c) return math.floor(c.order.total) == "3" end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order == "x" end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.tags[1] == 5 end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.lines[1] == "x" end, value = 1"#,
      "impossible-comparison"),
    .init(
      #"""
      return {
      { key = "spare", when = { order = { count = "5" } }, value = 1 },
      }
      """#, line: 2, "impossible-comparison"),
    .init(
      #"""
      return {
      { key = "spare", when = { order = { region = "de" } }, value = 1 },
      }
      """#, line: 2, "impossible-comparison"),
  ]

  static let neverFaults: [PlantedFault] = [
    .init(
      rule: #"key = "spare", when = function(c) return c.order.total < 0 end, value = 1"#,
      "always-false"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.count < 1 end, value = 1"#,
      "always-false"),
    .init(
      rule: #"key = "spare", when = function(c) return c.level > 10 end, value = 1"#, "always-false"
    ),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.count > 500 and c.order.express end, value = 1"#,
      "always-false"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.customer.age < 0 end, value = 1"#,
      "always-false"),
    .init(
      rule: #"key = "spare", when = function(c) return #c.order.lines == 0 end, value = 1"#,
      "always-false"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.status ~= "new" and c.order.status ~= "paid" and c.order.status ~= "shipped" and c.order.status ~= "returned" end, value = 1"#,
      "always-false"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.region == "eu" and c.order.region == "us" end, value = 1"#,
      "always-false"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.count > 10 and c.order.count < 5 end, value = 1"#,
      "always-false"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.count > 10 and c.order.count < 11 end, value = 1"#,
      "always-false"),
    .init(
      rule: #"key = "spare", when = function(c) return not c.order.id end, value = 1"#,
      "always-false"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.discount and c.order.discount > 100 end, value = 1"#,
      "always-false"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.express == true and c.order.express == false end, value = 1"#,
      "always-false"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.customer.age > 150 end, value = 1"#,
      "always-false"),
    .init(
      rule: #"key = "spare", when = function(c) return c.level < 0 or c.level > 10 end, value = 1"#,
      "always-false"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.count == 0 end, value = 1"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", when = function(c) return #c.order.lines < 1 end, value = 1"#,
      "always-false"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.region ~= "eu" and c.order.region ~= "us" and c.order.region ~= "asia" end, value = 1"#,
      "always-false"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.total > 5 and c.order.total < 5 end, value = 1"#,
      "always-false"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.customer.tier == "vip" and c.order.customer.tier ~= "vip" end, value = 1"#,
      "always-false"),
    .init(
      rule: #"key = "spare", when = function(c) return not c.order.lines end, value = 1"#,
      "always-false"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.id == nil end, value = 1"#,
      "always-false"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.count > 5 and not (c.order.count > 3) end, value = 1"#,
      "always-false"),
    .init(
      #"""
      return {
      { when = { order = { region = "eu" } }, rules = {
      { key = "spare", when = function(c) return c.order.region == "us" end, value = 1 } } },
      }
      """#, line: 3, "always-false"),
    .init(
      #"""
      return {
      { when = function(c) return c.order.count > 50 end, rules = {
      { key = "spare", when = function(c) return c.order.count < 10 end, value = 1 } } },
      }
      """#, line: 3, "always-false"),
  ]

  static let alwaysFaults: [PlantedFault] = [
    .init(
      rule: #"key = "spare", when = function(c) return c.order.total >= 0 end, value = 1"#,
      "always-true"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.count >= 1 end, value = 1"#,
      "always-true"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.region == "eu" or c.order.region == "us" or c.order.region == "asia" end, value = 1"#,
      "always-true"),
    .init(
      #"""
      return {
      { key = "spare", when = { order = { region = { "eu", "us", "asia" } } }, value = 1 },
      }
      """#, line: 2, "always-true"),
    .init(
      #"""
      return {
      { key = "spare", when = { isTest = { true, false } }, value = 1 },
      }
      """#, line: 2, "always-true"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.status ~= "new" or c.order.status ~= "paid" end, value = 1"#,
      "always-true"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.id end, value = 1"#, "always-true"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.customer.name end, value = 1"#,
      "always-true"),
    .init(
      rule: #"key = "spare", when = function(c) return #c.order.tags end, value = 1"#, "always-true"
    ),
    .init(
      rule: #"key = "spare", when = function(c) return #c.order.lines > 0 end, value = 1"#,
      "always-true"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.express or not c.order.express end, value = 1"#,
      "always-true"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.lines end, value = 1"#, "always-true"
    ),
    .init(
      rule: #"key = "spare", when = function(c) return c.level < 5 or c.level >= 5 end, value = 1"#,
      "always-true"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.count end, value = 1"#, "always-true"
    ),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.express == true or c.order.express == false end, value = 1"#,
      "always-true"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.status == "new" or "paid" end, value = 1"#,
      "always-true"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.customer.age >= 0 end, value = 1"#,
      "always-true"),
    .init(
      rule: #"key = "spare", when = function(c) return c.level <= 10 end, value = 1"#, "always-true"
    ),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.id ~= nil end, value = 1"#,
      "always-true"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.customer end, value = 1"#,
      "always-true"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.tags end, value = 1"#, "always-true"),
    .init(
      rule: #"key = "spare", when = function(c) return not (c.order.total < 0) end, value = 1"#,
      "always-true"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.total < 100 or c.order.total > 50 end, value = 1"#,
      "always-true"),
    .init(
      rule: #"key = "spare", when = function(c) return #c.order.id >= 0 end, value = 1"#,
      "always-true"),
    .init(
      rule:
        #"key = "spare", when = function(c) return c.order.customer.tier == "vip" or c.order.customer.tier ~= "vip" end, value = 1"#,
      "always-true"),
    .init(
      rule: #"key = "spare", when = function(c) return c.order.express ~= nil end, value = 1"#,
      "always-true"),
    .init(
      #"""
      return {
      { key = "spare", when = { order = { customer = { tier = { "basic", "gold", "vip" } } } }, value = 1 },
      }
      """#, line: 2, "always-true"),
  ]

  static let branchFaults: [PlantedFault] = [
    .init(
      rule:
        #"key = "spare", value = function(c) if c.order.status == "new" then return 1 elseif c.order.status == "new" then return 2 end return 3 end"#,
      "unreachable-branch"),
    .init(
      rule:
        #"key = "spare", value = function(c) if c.order.count > 10 then return 1 elseif c.order.count > 20 then return 2 end return 3 end"#,
      "unreachable-branch"),
    .init(
      rule:
        #"key = "spare", value = function(c) if c.order.express then return 1 elseif not c.order.express then return 2 end return 3 end"#,
      "unreachable-branch"),
    .init(
      rule:
        #"key = "spare", value = function(c) local n = c.level if n < 5 then return 1 elseif n >= 5 then return 2 else return 3 end end"#,
      "unreachable-branch"),
    .init(
      rule: #"key = "spare", value = function(c) if c.order.id then return 1 end return 2 end"#,
      "unreachable-branch"),
    .init(
      rule:
        #"key = "spare", value = function(c) local r = 0 if c.order.region == "eu" then r = 1 elseif c.order.region == "eu" then r = 2 end return r end"#,
      "unreachable-branch"),
    .init(
      rule:
        #"key = "spare", value = function(c) local n = c.order.count if n > 100 then return 1 elseif n > 50 then return 2 elseif n > 70 then return 3 end return 4 end"#,
      "unreachable-branch"),
    .init(
      rule:
        #"key = "spare", value = function(c) local t = c.order.customer.tier if t == "basic" then return 1 elseif t == "gold" then return 2 elseif t == "vip" then return 3 else return 4 end end"#,
      "unreachable-branch"),
    .init(
      rule:
        #"key = "spare", value = function(c) if c.order.express then return 1 elseif c.order.express then return 2 end return 3 end"#,
      "unreachable-branch"),
    .init(
      rule:
        #"key = "spare", value = function(c) local t = c.order.total if t >= 100 then return 1 elseif t >= 200 then return 2 end return 3 end"#,
      "unreachable-branch"),
    .init(
      rule:
        #"key = "spare", value = function(c) if c.order.total < 0 then return 1 end return 2 end"#,
      "unreachable-branch"),
    .init(
      rule:
        #"key = "spare", value = function(c) if not c.order.customer then return 1 end return 2 end"#,
      "unreachable-branch"),
    .init(
      rule:
        #"key = "spare", value = function(c) if #c.order.lines == 0 then return 1 end return 2 end"#,
      "impossible-comparison"),
    .init(
      rule:
        #"key = "spare", value = function(c) local x = 1 if x == 2 then return 1 end return 2 end"#,
      "impossible-comparison"),
    .init(
      rule:
        #"key = "spare", value = function(c) if c.order.status == "new" or c.order.status == "paid" then return 1 elseif c.order.status == "paid" then return 2 end return 3 end"#,
      "unreachable-branch"),
    .init(
      rule:
        #"key = "spare", value = function(c) if type(c.order.id) == "number" then return 1 end return 2 end"#,
      "impossible-comparison"),
  ]

  static let endlessFaults: [PlantedFault] = [
    .init(
      rule:
        #"key = "spare", value = function(c) local i = 0 while i < 10 do c.order.id:upper() end return i end"#,
      "endless-loop"),
    .init(
      rule: #"key = "spare", value = function(c) local i = 0 while true do i = i + 1 end end"#,
      "endless-loop"),
    .init(
      rule:
        #"key = "spare", value = function(c) local n = c.order.count local s = 0 while n > 0 do s = s + n end return s end"#,
      "endless-loop"),
    .init(
      rule:
        #"key = "spare", value = function(c) local i = 0 repeat i = i + 1 until i < 0 return i end"#,
      "endless-loop"),
    .init(
      rule:
        #"key = "spare", value = function(c) local n = c.order.count local s = 0 while n > 0 do s = s + 1 n = n + 1 end return s end"#,
      "endless-loop"),
    .init(
      #"""
      local function f(n) return f(n - 1) end
      return {
      { key = "spare", value = function(c) return f(c.order.count) end },
      }
      """#, line: 1, "endless-loop"),
    .init(
      #"""
      local function f(n) if n > 0 then return n * f(n - 1) end return f(n) end
      return {
      { key = "spare", value = function(c) return f(c.order.count) end },
      }
      """#, line: 1, "endless-loop"),
    .init(
      rule:
        #"key = "spare", value = function(c) local i = 1 while i <= #c.order.lines do if c.order.lines[i].gift then return i end end return 0 end"#,
      "endless-loop"),
    .init(
      rule:
        #"key = "spare", value = function(c) repeat local x = c.order.total until x < 0 return 1 end"#,
      "endless-loop"),
    .init(
      rule:
        #"key = "spare", value = function(c) while c.order.express do c.order.id:upper() end return 1 end"#,
      "endless-loop"),
    .init(
      rule:
        #"key = "spare", value = function(c) local n = 5 while n ~= 0 do n = n + 1 end return n end"#,
      "endless-loop"),
    .init(
      #"""
      local function f(o) return f(o) + 1 end
      return {
      { key = "spare", value = function(c) return f(c.order) end },
      }
      """#, line: 1, "endless-loop"),
    .init(
      #"""
      local g
      local function f(n) return g(n) end
      g = function(n) return f(n + 1) end
      return {
      { key = "spare", value = function(c) return f(1) end },
      }
      """#, line: 2, "endless-loop"),
  ]
}
