// Parts of conditions whose tests together have always the same outcome.

extension PlantedFault {
  private init(operand: String) {
    self.init(
      """
      return {
        { key = "spare", when = function(c)
          return c.channel == "web" \(operand)
        end, value = 1 },
      }
      """, line: 3, "decided-test")
  }

  static let operandFaults: [PlantedFault] = [
    .init(operand: "and (c.order.express or not c.order.express)"),
    .init(operand: "or (c.order.express and not c.order.express)"),
    .init(
      operand:
        #"and (c.order.region == "eu" or c.order.region == "us" or c.order.region == "asia")"#),
    .init(operand: #"and (c.order.region ~= "eu" or c.order.region ~= "us")"#),
    .init(operand: #"or (c.order.region == "eu" and c.order.region == "us")"#),
    .init(operand: "and (c.order.count > 5 or c.order.count < 9)"),
    .init(operand: "or (c.order.count < 5 and c.order.count > 9)"),
  ]

  /// A fault in the third line of a value function, which the tests before it exclude together.
  private init(behind first: String, _ test: String) {
    self.init(
      """
      return { { key = "spare", value = function(c)
        \(first)
        \(test) return 3
        end
        return 4
      end } }
      """, line: 3, "unreachable-branch")
  }

  static let wayFaults: [PlantedFault] = [
    .init(
      behind: "if c.order.express and c.order.count > 5 then return 1",
      "elseif c.order.express and c.order.count > 8 then"),
    .init(
      behind: "if c.order.express and c.isTest then return 1 end",
      "if c.order.express and c.order.count > 2 and c.isTest then"),
    .init(
      """
      return { { key = "spare", value = function(c)
        if c.order.region == "eu" and c.order.express then return 1 end
        if c.order.region == "eu" and not c.order.express then return 2 end
        if c.order.region == "eu" then return 3 end
        return 4
      end } }
      """, line: 4, "unreachable-branch"),
    .init(
      """
      local names = require "names"
      return { { key = "spare", value = function(c)
        if names.initial(c.order.customer.name) then return 1 end
        return 2
      end } }
      """, line: 3, "unreachable-branch"),
    .init(
      """
      local names = require "names"
      return { { key = "spare", when = function(c)
        return names.initial(c.order.customer.name) and c.channel == "web"
      end, value = 1 } }
      """, line: 3, "decided-test"),
  ]
}
