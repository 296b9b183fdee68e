// Faults in functions that rules call, and in what these functions are given.

extension PlantedFault {
  /// A fault in the second line of a file, in a function that gets the context.
  private init(helper body: String, _ code: String) {
    self.init(
      """
      local function helper(c)
        \(body)
      end

      return {
        { key = "spare", value = function(c) return helper(c) end },
      }
      """, line: 2, code)
  }

  /// A call with a fault, of a function of a module.
  private init(call: String, _ code: String) {
    self.init(
      """
      local names = require "names"
      local prices = require "prices"

      return {
        { key = "extra", value = function(c) return names.initial("a") .. prices.round(1) end },
        { key = "spare", value = function(c) return \(call) end },
      }
      """, line: 6, code)
  }

  static let helperFaults: [PlantedFault] = [
    .init(helper: "local lines = c.order.lines return lines.sku", "unknown-member"),
    .init(helper: "return c.order.lines.count", "unknown-member"),
    .init(helper: "return c.order.id.length", "unknown-member"),
    .init(helper: #"return c.order.id:find("a") == true"#, "impossible-comparison"),
    .init(helper: "return c.order.id:trim()", "unknown-member"),
    .init(helper: "return c.order.id()", "wrong-call"),
    .init(helper: "return c.order.id:rep()", "wrong-argument"),
    .init(helper: "return math.floor(c.order.id)", "wrong-argument"),
    .init(helper: "return table.concat(c.order.lines)", "wrong-argument"),
    .init(helper: "return c.order.customer.isInsider(5)", "wrong-argument"),
    .init(helper: #"return string.format("%d", c.order.id)"#, "wrong-format"),
    .init(helper: "return c.order.id * 2", "wrong-operand"),
    .init(helper: "return c.order.tags + 1", "wrong-operand"),
    .init(call: "prices.sum(c.order.tags)", "wrong-argument"),
    .init(call: "prices.with_tax(c.order.total)", "wrong-argument"),
    .init(call: "names.initial(c.order.note)", "possible-nil"),
    .init(call: "names.greeting(c.order.customer.address)", "wrong-argument"),
  ]
}
