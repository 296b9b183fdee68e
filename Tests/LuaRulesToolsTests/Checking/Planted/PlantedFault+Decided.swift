// Tests that decide nothing, and the lines at which they are told.

extension PlantedFault {
  private static func condition(_ condition: String, _ code: String = "decided-test")
    -> PlantedFault
  {
    PlantedFault(
      rule: "key = \"spare\", when = function(c) return \(condition) end, value = 1", code)
  }

  static let decidedFaults: [PlantedFault] = [
    condition(#"c.channel == "web" and c.order.total >= 0"#),
    condition(#"c.channel == "web" and c.order.count <= 500"#),
    condition(#"c.channel == "web" and #c.order.lines > 0"#),
    condition(#"c.channel == "web" and #c.order.tags"#),
    condition(#"c.channel == "web" and c.order.id"#),
    condition(#"c.order.customer.age and c.channel == "web""#),
    condition(#"c.channel == "web" and (c.order.status == "new" or "paid")"#),
    condition(
      #"c.channel == "web" and (c.order.status ~= "new" or c.order.status ~= "paid")"#),
    condition(#"c.channel == "web" or c.order.count > 10 and c.order.count < 5"#),
    condition(#"string.lower(c.order.id)"#, "always-true"),
    PlantedFault(
      """
      return {
        { key = "spare", value = function(c)
          if c.channel == "web"
            and c.order.total >= 0 then
            return 1
          end
          return 2
        end },
      }
      """, line: 4, "decided-test"),
    PlantedFault(
      """
      return {
        { key = "spare", value = function(c)
          if c.order.status == "new" or "paid" then
            return 1
          end
          return 2
        end },
      }
      """, line: 3, "decided-test"),
    PlantedFault(
      rule: #"key = "spare", value = function(c) return c.order.total < 0 end"#, "decided-test"),
    PlantedFault(
      """
      return {
        { key = "spare", value = function(c)
          local sum = 0
          for _, line in ipairs(c.order.lines) do
            if line.count >= 1 and line.sku ~= "" then
              sum = sum + line.count
            end
          end
          return sum
        end },
      }
      """, line: 5, "decided-test"),
    // The line of a test, not that of its branch.
    PlantedFault(
      """
      return {
        { key = "spare", value = function(c)
          if c.order.total < 0 then
            return 1
          end
          return 2
        end },
      }
      """, line: 3, "unreachable-branch"),
    PlantedFault(
      """
      return {
        { key = "spare", value = function(c)
          if c.order.id ~= nil then
            return 1
          end
          return 2
        end },
      }
      """, line: 3, "unreachable-branch"),
    PlantedFault(
      """
      return {
        { key = "spare", value = function(c)
          if c.order.count > 10 then
            return 1
          elseif c.order.count > 20 then
            return 2
          end
          return 3
        end },
      }
      """, line: 5, "unreachable-branch"),
    PlantedFault(
      """
      return {
        { key = "spare", value = function(c)
          if c.order.customer.tier == "basic" then
            return 1
          elseif c.order.customer.tier == "gold" or c.order.customer.tier == "vip" then
            return 2
          else
            return 3
          end
        end },
      }
      """, line: 8, "unreachable-branch"),
    PlantedFault(
      """
      return {
        { key = "spare", when = function(c)
          local low = c.order.total < 0
          return low
        end, value = 1 },
      }
      """, line: 3, "always-false"),
  ]
}
