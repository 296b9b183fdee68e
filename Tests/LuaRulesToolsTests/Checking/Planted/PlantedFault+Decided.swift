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
          if c.isTest then return c.level < 50 end
          return c.level < 5
        end },
      }
      """, line: 3, "decided-test"),
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
    // In a function that rules call, of which no types are known.
    PlantedFault(
      """
      local function discount(minutes)
        if minutes >= 600 then
          return 10
        elseif minutes >= 700 then
          return 5
        end
        return 0
      end
      return { { key = "spare", value = function(c) return discount(c.order.count) end } }
      """, line: 4, "unreachable-branch"),
    PlantedFault(
      """
      return { { key = "spare", value = function(c)
        local steps = {}
        if c.order.status == "new" or c.order.status == "paid" then
          steps[#steps + 1] = "pack"
        elseif c.order.status == "paid" then
          steps[#steps + 1] = "send"
        end
        return steps
      end } }
      """, line: 5, "unreachable-branch"),
    // The line of the keyword.
    PlantedFault(
      """
      return { { key = "spare", value = function(c)
        local n = 1
        while true do
          n = n + 1
        end
      end } }
      """, line: 3, "endless-loop"),
    PlantedFault(
      """
      return { { key = "spare", value = function(c)
        local n = 1
        repeat
          n = n + 1
        until n < 0 and n > 3
        return n
      end } }
      """, line: 3, "endless-loop"),
    // A function that always gives something.
    PlantedFault(
      """
      return {
        { key = "spare", when = { isTest = true }, value = function(c) return c.order.id:upper() end },
        { key = "spare", when = { isTest = false }, value = function(c) return c.order.id:lower() end },
        { key = "spare", when = { isTest = { true, false }, level = 3 }, value = 1, priority = "low" },
      }
      """, line: 4, "subsumed-rule"),
    // A few integers are listed like names.
    PlantedFault(
      """
      return {
        { key = "spareGap", when = { level = { 0, 1, 2, 3, 4 } }, value = 1 },
        { key = "spareGap", when = { level = 5 }, value = 2 },
        { key = "spareGap", when = { level = { 7, 8, 9, 10 } }, value = 3 },
      }
      """, line: 4, "uncovered-value"),
  ]

  /// Values that may be missing, behind rules that do not look at them.
  static let unguardedFaults: [PlantedFault] = [
    PlantedFault(
      """
      return {
        { key = "spare", when = function(c) return host.lookup(3) end, value = 1 },
        { key = "spare", value = function(c) return c.order.note:upper() end },
      }
      """, line: 3, "possible-nil"),
    PlantedFault(
      """
      return {
        { key = "spare", when = function(c) return c.order.customer.age > 3 end, value = 1 },
        { key = "spare", value = function(c) return c.order.customer.email:upper() end },
      }
      """, line: 3, "possible-nil"),
    PlantedFault(
      """
      return {
        { key = "spare", when = function(c) return c.a1 end,
          value = function(c) return c.order.customer.email:upper() end },
        { key = "a1", value = function(c) return c.order.customer.age < 18 end },
      }
      """, line: 3, "possible-nil"),
  ]
}
