--- 5. How values are written.
--
-- `formatter` is a pattern for a number or text. `displayString` is a function that makes the text itself;
-- where it returns nil, the value is shown as without it.

local months = { "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" }

--- 123456 is "€ 1,234.56".
local function euros(cents)
  if type(cents) ~= "number" then return nil end
  local digits = string.format("%.2f", math.abs(cents) / 100)
  local whole, fraction = digits:match("^(%d+)(%.%d+)$")
  whole = whole:reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", "")
  return (cents < 0 and "− € " or "€ ") .. whole .. fraction
end

--- 150 is "2 h 30 min".
local function hours(minutes)
  if type(minutes) ~= "number" then return nil end
  local rest = minutes % 60
  if minutes < 60 then return minutes .. " min" end
  return minutes // 60 .. " h" .. (rest > 0 and " " .. rest .. " min" or "")
end

--- "2025-03-09" is "9 Mar 2025", and "2025-03-09 17:30:00" is "9 Mar 2025, 17:30".
local function day(text)
  if type(text) ~= "string" then return nil end
  local year, month, number, time = text:match("^(%d%d%d%d)%-(%d%d)%-(%d%d) ?(.*)$")
  local name = months[tonumber(month)]
  if not name then return nil end
  return tonumber(number) .. " " .. name .. " " .. year .. (time ~= "" and ", " .. time:sub(1, 5) or "")
end

--- 4 is "★★★★☆".
local function stars(count)
  if type(count) ~= "number" then return nil end
  return ("★"):rep(count) .. ("☆"):rep(5 - count)
end

---@type Rules
return {
  { key = "displayString", rules = {
    { when = { attribute = { name = {
      "price_cents", "cost_cents", "margin_cents", "total_cents", "amount_cents", "revenue_cents",
    } } }, value = function(c) return euros(c.propertyValue) end },
    { when = { attribute = { name = "minutes" } }, value = function(c) return hours(c.propertyValue) end },
    { when = { attribute = { name = "stars" } }, value = function(c) return stars(c.propertyValue) end },
    { when = { attribute = { name = "written_at" } },
      value = function(c) return c.propertyValue and day(c.propertyValue:sub(1, 10)) end },
    -- Each day of the database, with and without a time.
    { when = { attribute = { kind = { "date", "timestamp" } } },
      value = function(c) return day(c.propertyValue) end, priority = 90 },
  } },

  { key = "formatter", rules = {
    { when = { propertyKey = "weight_grams" }, value = "%d g" },
    { when = { propertyKey = "discount_percent" }, value = "%d %%" },
    { when = { propertyKey = "delivery_days" }, value = "%d days" },
  } },
  { key = "displayStringForNil", when = { propertyKey = "weight_grams" }, value = "not weighed" },
}
