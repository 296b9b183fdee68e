// Faults of kind: shadow, gap.

extension PlantedFault {
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
    .init(
      #"""
      return {
      { key = "spare", when = function(c) return c.order.region == "eu" or c.order.region == "us" end, value = 1, priority = "high" },
      { key = "spare", when = { order = { region = "asia" } }, value = 2, priority = "high" },
      { key = "spare", when = function(c) return c.order.express end, value = 3 },
      }
      """#, line: 4, "subsumed-rule"),
    .init(
      #"""
      return {
      { key = "spare", when = function(c) return c.level >= 5 end, value = 1 },
      { key = "spare", when = function(c) return c.level > 7 end, value = 2 },
      }
      """#, line: 3, "subsumed-rule"),
    .init(
      #"""
      return {
      { key = "spare", when = { order = { express = true } }, value = 1 },
      { key = "spare", when = function(c) return c.order.express end, value = 2 },
      }
      """#, line: 3, "subsumed-rule"),
    .init(
      #"""
      return {
      { key = "spare", when = function(c) return c.order.count <= 100 end, value = 1, priority = "high" },
      { key = "spare", when = function(c) return c.order.count > 100 and c.order.express end, value = 2, priority = "high" },
      { key = "spare", when = function(c) return c.order.count > 200 and c.order.express end, value = 3 },
      }
      """#, line: 4, "subsumed-rule"),
    .init(
      #"""
      return {
      { key = "spare", when = { order = { customer = { tier = "vip" } } }, value = 1 , priority = "high"},
      { key = "spare", when = { order = { customer = { tier = { "gold", "basic" } } } }, value = 2, priority = "high" },
      { key = "spare", value = 3 },
      }
      """#, line: 4, "subsumed-rule"),
    .init(
      #"""
      return {
      { key = "spare", when = { order = { region = "eu" }, isTest = true }, value = 1 },
      { key = "spare", when = { order = { region = "eu" }, isTest = false }, value = 2 },
      { key = "spare", when = { order = { region = "eu" } }, value = 3 },
      }
      """#, line: 4, "subsumed-rule"),
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
}
