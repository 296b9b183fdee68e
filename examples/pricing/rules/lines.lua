--- What the lines of an order cost. Amounts are integers of cents throughout.
local money = require "money"
local ranges = require "ranges"

--- How much less each piece costs, in percent, by the number of pieces in the line.
local steps = {
  { from = 1, value = 0 },
  { from = 10, value = 5 },
  { from = 100, value = "12.5" },
}

---@type Rules
return {
  { key = "amounts", value = function(c)
    local amounts = {}
    for index, line in ipairs(c.order.lines) do
      local gross = money.times(line.price, line.count)
      local less = ranges.step(line.count, steps) or 0
      amounts[index] = gross - money.percent(gross, less)
    end
    return amounts
  end },

  { key = "subtotal", value = function(c) return money.sum(c.amounts) end },
}
