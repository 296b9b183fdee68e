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
  ]

  static let shadowFaults: [PlantedFault] = [
    .init(
      #"""
      return {
      { key = "spare", when = { carrier = "ups" }, value = 1 },
      { key = "spare", when = { carrier = "dhl" }, value = 2 },
      { key = "spare", when = { carrier = "post" }, value = 3 },
      { key = "spare", when = { order = { region = "eu" } }, value = 4, priority = "low" },
      }
      """#, line: 5, "subsumed-rule"),
    .init(
      #"""
      return {
      { key = "spare", when = { isTest = true }, value = 1 },
      { key = "spare", when = { isTest = false }, value = 2 },
      { key = "spare", when = { level = 4 }, value = 3, priority = "low" },
      }
      """#, line: 4, "subsumed-rule"),
    .init(
      #"""
      return {
      { key = "spare", when = function(c) return c.order.count < 50 end, value = 1 },
      { key = "spare", when = function(c) return c.order.count >= 50 end, value = 2 },
      { key = "spare", when = { order = { region = "eu" } }, value = 4, priority = "low" },
      }
      """#, line: 4, "subsumed-rule"),
    .init(
      #"""
      return {
      { key = "spare", when = { order = { region = "eu" } }, value = 1 },
      { key = "spare", when = function(c) return c.order.region == "eu" end, value = 2 },
      }
      """#, line: 3, "shadowed-rule"),
    .init(
      #"""
      return {
      { key = "spare", when = { order = { region = "eu" }, carrier = "ups" }, value = 1 },
      { key = "spare", when = { order = { region = "eu" }, carrier = "dhl" }, value = 2 },
      { key = "spare", when = { order = { region = "eu" }, carrier = "post" }, value = 3 },
      { key = "spare", when = { order = { region = "eu" } }, value = 4 },
      }
      """#, line: 5, "subsumed-rule"),
    .init(
      #"""
      return {
      { key = "spare", when = function(c) return c.order.total < 10 end, value = 1 },
      { key = "spare", when = function(c) return c.order.total >= 10 and c.order.total < 100 end, value = 2 },
      { key = "spare", when = function(c) return c.order.total >= 100 end, value = 3 },
      { key = "spare", value = 4 , priority = "low" },
      }
      """#, line: 5, "subsumed-rule"),
    .init(
      #"""
      return {
      { key = "spare", when = { order = { region = { "eu", "us" } }, isTest = true }, value = 1, priority = "high" },
      { key = "spare", when = { order = { region = "eu" }, isTest = false }, value = 2, priority = "high" },
      { key = "spare", when = { order = { region = "us" }, isTest = false }, value = 3, priority = "high" },
      { key = "spare", when = function(c) return c.order.region ~= "asia" end, value = 4 },
      }
      """#, line: 5, "subsumed-rule"),
    .init(
      #"""
      return {
      { key = "spare", when = function(c) return c.order.express end, value = 1, priority = "high" },
      { key = "spare", when = function(c) return not c.order.express and c.level < 5 end, value = 2, priority = "high" },
      { key = "spare", when = function(c) return c.level >= 5 end, value = 3, priority = "high" },
      { key = "spare", when = { carrier = "ups" }, value = 4 },
      }
      """#, line: 5, "subsumed-rule"),
  ]

  static let gapFaults: [PlantedFault] = [
    .init(
      #"""
      return {
      { key = "spareGap", when = { order = { region = "eu" } }, value = 1 },
      { key = "spareGap", when = { order = { region = "us" } }, value = 2 },
      }
      """#, line: 3, "uncovered-value"),
    .init(
      #"""
      return {
      { key = "spareGap", when = { order = { status = "new" } }, value = 1 },
      { key = "spareGap", when = { order = { status = "paid" } }, value = 2 },
      { key = "spareGap", when = { order = { status = "shipped" } }, value = 3 },
      { key = "spareGap", when = function(c) return c.level > 8 end, value = 3, priority = "high" },
      }
      """#, line: 4, "uncovered-value"),
    .init(
      #"""
      return {
      { key = "spareGap", when = { order = { region = "eu" }, isTest = true }, value = 1 },
      { key = "spareGap", when = { order = { region = "us" }, isTest = true }, value = 2 },
      { key = "spareGap", when = { order = { region = "asia" }, isTest = true }, value = 3 },
      { key = "spareGap", when = { order = { region = "eu" }, isTest = false }, value = 4 },
      { key = "spareGap", when = { order = { region = "us" }, isTest = false }, value = 5 },
      }
      """#, line: 6, "uncovered-value"),
    .init(
      #"""
      return {
      { key = "spareGap", when = function(c) return c.carrier == "ups" end, value = 1 },
      { key = "spareGap", when = function(c) return c.carrier == "dhl" end, value = 1 },
      }
      """#, line: 3, "uncovered-value"),
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
  ]
}
