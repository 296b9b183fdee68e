// Slips of the pen, which are wrong wherever they are.

extension PlantedFault {
  /// Texts where a list, a number or something listed is meant.
  static let textFaults: [PlantedFault] = [
    .init(rule: #"key = "spare", value = function(c) return c.order.id[1] end"#, "unknown-member"),
    PlantedFault(
      """
      return { { key = "spare", value = function(c)
        local id = c.order.id
        for i = 1, #id do
          if id[i] == "A" then return i end
        end
        return 0
      end } }
      """, line: 4, "unknown-member"),
    PlantedFault(
      """
      local function contains(list, value)
        for i = 1, #list do
          if list[i] == value then return true end
        end
        return false
      end
      return {
        { key = "spare", value = function(c) return contains(c.order.status, c.order.tags) end },
      }
      """, line: 8, "wrong-argument"),
    // A text that a function passes on, and one behind a test in a loop.
    PlantedFault(
      """
      local function expect(value) if value == nil then error("missing") end return value end
      return { { key = "spare", value = function(c)
        local customer = expect(c.order.customer)
        return string.format("%d", customer.name)
      end } }
      """, line: 4, "wrong-format"),
    PlantedFault(
      """
      local function expect(value) if value == nil then error("missing") end return value end
      return { { key = "spare", value = function(c)
        local customer = expect(c.order.customer)
        return customer.name + 1
      end } }
      """, line: 4, "wrong-operand"),
    PlantedFault(
      """
      local function skus(lines)
        local texts = {}
        for number, line in ipairs(lines) do
          if not line.gift then
            texts[#texts + 1] = string.format("%d: %s", line.sku, number)
          end
        end
        return texts
      end
      return { { key = "spare", value = function(c) return skus(c.order.lines) end } }
      """, line: 5, "wrong-format"),
  ]

  /// Tests that cannot tell anything.
  static let testFaults: [PlantedFault] = [
    .init(
      rule: """
        key = "spare", when = function(c) return c.order.count > 1 end, value = function(c) return c.order.count == 1 and "a" or "b" end
        """, "decided-test"),
    PlantedFault(
      """
      local function isHeavy(c) return c.order.count > 100 end
      return {
        { key = "spare", when = function(c) return c.order.status == "new" and isHeavy end, value = 1 },
      }
      """, line: 3, "decided-test"),
    .init(
      rule: #"key = "spare", when = function(c) return c.isTest and host.rate end, value = 1"#,
      "decided-test"),
  ]

  /// Results that are given back, and are none.
  static let nothingFaults: [PlantedFault] = [
    PlantedFault(
      """
      return { { key = "spare", value = function(c)
        local tags = { c.order.id, c.order.status }
        tags = table.sort(tags)
        return tags
      end } }
      """, line: 3, "no-answer"),
    .init(rule: #"key = "spare", value = function(c) local x = nil return x end"#, "no-answer"),
  ]

  /// Lists with an element that the next line cannot use.
  static let elementFaults: [PlantedFault] = [
    PlantedFault(
      """
      return { { key = "spare", value = function(c)
        local parts = { c.order.id, c.order.tags }
        if c.order.note then parts[#parts + 1] = c.order.note end
        return table.concat(parts, ", ")
      end } }
      """, line: 4, "wrong-argument"),
    PlantedFault(
      """
      return { { key = "spare", value = function(c)
        local text = ""
        for _, part in ipairs({ c.order.customer.email, c.order.id, c.order.status }) do
          text = text .. part
        end
        return text
      end } }
      """, line: 3, "possible-nil"),
    PlantedFault(
      """
      local function count(places, country)
        local n = 0
        for _, place in ipairs(places) do
          if place.country == country then n = n + 1 end
        end
        return n
      end
      return { { key = "spare", value = function(c)
        return count({ c.order.customer.address }, "dee")
      end } }
      """, line: 9, "impossible-comparison"),
  ]

  /// Loops of one round, or of many.
  static let roundFaults: [PlantedFault] = [
    PlantedFault(
      """
      return { { key = "spare", value = function(c)
        local sku = ""
        for _, line in ipairs(c.order.lines) do
          if line.gift then sku = line.sku end
          break
        end
        return sku
      end } }
      """, line: 3, "doubtful-loop"),
    PlantedFault(
      """
      return { { key = "spare", value = function(c)
        local text = ""
        for _, line in ipairs(c.order.lines) do
          text = text .. line.sku
          break
        end
        return text
      end } }
      """, line: 3, "doubtful-loop"),
    PlantedFault(
      """
      local function weekend(day) return day % 7 >= 5 end
      local function workday(day)
        while weekend(day) do
          local later = day + 1
        end
        return day
      end
      return { { key = "spare", value = function(c) return workday(c.order.count) end } }
      """, line: 3, "endless-loop"),
  ]
}
