--- Discount, shipping, surcharges, tax and total of an order.
local money = require "money"
local ranges = require "ranges"

--- Shipping by weight: so many cents for each hundred grams or part of it, fewer for the further ones.
local rates = {
  { from = 0, value = 60 },
  { from = 20, value = 25 },
  { from = 100, value = 10 },
}

--- The percentage of tax, by country; exact, so texts where there is a fraction.
local taxes = { DE = 19, CH = "8.1", FR = 20 }

---@type Rules
return {
  -- One discount: the best that there is. More conditions come first.
  { key = "discount", rules = {
    { name = "partners", when = { order = { customer = "partner" } },
      value = function(c) return money.percent(c.subtotal, 10) end },
    { name = "welcome", when = { order = { customer = "new", coupon = "HELLO" } },
      value = function(c) return ranges.clamp(1500, 0, c.subtotal) end },
    { name = "none", value = 0 },
  } },

  { key = "shipping", rules = {
    { name = "free from 150 on", value = 0,
      when = function(c) return c.subtotal - c.discount >= 15000 end },
    { name = "by weight", value = function(c)
      local sum = 0
      for _, part in ipairs(ranges.parts((c.order.grams + 99) // 100, rates)) do
        sum = sum + money.times(part.value, part.amount)
      end
      return sum
    end },
  } },

  -- The hit policy of `surcharge` is `sum`: all that apply are added up.
  { key = "surcharge", rules = {
    { name = "small order", when = function(c) return c.subtotal < 1000 end, value = 250 },
    { name = "heavy parcel", when = function(c) return c.order.grams > 10000 end, value = 500 },
    { name = "many pieces", value = function(c)
      local cents = 0
      for _, line in ipairs(c.order.lines) do
        if line.count >= 100 then cents = cents + 150 end
      end
      return cents > 0 and cents or nil
    end },
  } },

  { key = "tax", rules = {
    { name = "no tax outside", when = function(c) return not taxes[c.order.country] end, value = 0 },
    -- Half a cent goes up, as the office wants it.
    { name = "tax of the country", priority = "low", value = function(c)
      local net = c.subtotal - c.discount + c.shipping + c.surcharge
      return money.percent(net, taxes[c.order.country], "half_up")
    end },
  } },

  { key = "total", value = function(c)
    return c.subtotal - c.discount + c.shipping + c.surcharge + c.tax
  end },

  -- Three instalments that add up to the total.
  { key = "instalments", rules = {
    { when = function(c) return c.total >= 30000 end,
      value = function(c) return money.split(c.total, 3) end },
    { value = function(c) return { c.total } end },
  } },
}
