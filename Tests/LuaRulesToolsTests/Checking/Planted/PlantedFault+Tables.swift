// Faults in what a function has put into a table of its own.

extension PlantedFault {
  /// A fault in the third line of a file, in a function that makes a table with the order in it.
  private init(table body: String, _ code: String) {
    self.init(
      """
      local function helper(order, level)
        local t = { order = order, orders = { order }, level = level }
        \(body)
      end

      return {
        { key = "spare", value = function(c) return helper(c.order, c.level) end },
      }
      """, line: 3, code)
  }

  static let tableFaults: [PlantedFault] = [
    .init(table: "return t.ordr", "unknown-member"),
    .init(table: "local list = { order } return list.count", "unknown-member"),
    .init(table: "local list = { order } list:insert(order) return list", "wrong-call"),
    .init(table: "return t.order.statsu", "unknown-member"),
    .init(table: "local u = t return u.order.customer.nam", "unknown-member"),
    .init(table: "return t.order.id()", "wrong-call"),
    .init(table: "return t.order.id:trim()", "unknown-member"),
    .init(table: "return t.order.tags + 1", "wrong-operand"),
    .init(table: #"return string.format("%d", t.order.id)"#, "wrong-format"),
    .init(table: "return t.order.note:upper()", "possible-nil"),
    .init(table: "return t.order.note .. t.level", "possible-nil"),
    .init(table: "t.level = order.customer return t.level.nam", "unknown-member"),
    .init(table: "if level > 3 then t.x = 1 end return t.order.lines[1].cuont", "unknown-member"),
    .init(
      table: "local orders = { order } for _, o in ipairs(orders) do t.x = o.statsu end return t",
      "unknown-member"),
    .init(
      table: "local orders = {} orders[#orders + 1] = order return orders[1].statsu",
      "unknown-member"),
    .init(
      table: "local orders = {} table.insert(orders, order) return orders[1].statsu",
      "unknown-member"),
    .init(
      """
      local function statuses(t)
        return t.order.statsu
      end
      local function lines(t) return #t.order.lines end

      return {
        { key = "spare", value = function(c)
          local t = { order = c.order }
          return lines(t) > 3 and statuses(t)
        end },
      }
      """, line: 2, "unknown-member"),
    .init(
      """
      return {
        { key = "spare", value = function(c)
          local gifts = {}
          for _, line in ipairs(c.order.lines) do
            if line.gift then gifts[#gifts + 1] = line end
          end
          for _, gift in ipairs(gifts) do
            if gift.cuont > 3 then return gift.sku end
          end
        end },
      }
      """, line: 8, "unknown-member"),
  ]
}
