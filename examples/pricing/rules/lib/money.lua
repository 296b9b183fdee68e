--- Exact amounts of money: integers of cents. Nothing here is a float, and what does not fit 64
--- bits is an error.
local money = {}

--- Where halves of a cent go: to the even cent, or away from zero.
---@alias Rounding "half_even" | "half_up"

local function checked(amount, name)
  if math.type(amount) ~= "integer" then
    error((name or "an amount") .. " is an integer; got " .. tostring(amount))
  end
  return amount
end

local function product(a, b)
  local result = a * b
  if a ~= 0 and (result // a ~= b or a == -1 and b == math.mininteger) then
    error(a .. " times " .. b .. " is too much for an amount")
  end
  return result
end

--- Returns the amount that many times.
---@param amount integer
---@param count integer
---@return integer
function money.times(amount, count)
  return product(checked(amount), checked(count, "a count"))
end

--- Returns the sum of the amounts in a list.
---@param amounts integer[]
---@return integer
function money.sum(amounts)
  local sum = 0
  for _, amount in ipairs(amounts) do
    local result = sum + checked(amount)
    if (amount > 0) ~= (result > sum) and amount ~= 0 then
      error(sum .. " plus " .. amount .. " is too much for an amount")
    end
    sum = result
  end
  return sum
end

--- Returns an amount times a fraction, rounded to cents.
---@param amount integer
---@param numerator integer
---@param denominator integer Above 0.
---@param rounding? Rounding `half_even` by default.
---@return integer
function money.fraction(amount, numerator, denominator, rounding)
  if rounding ~= nil and rounding ~= "half_even" and rounding ~= "half_up" then
    error("rounding is half_even or half_up; got " .. tostring(rounding))
  end
  if checked(denominator, "a denominator") <= 0 then error("a denominator is above 0") end
  local whole = product(checked(amount), checked(numerator, "a numerator"))
  local quotient, rest = whole // denominator, whole % denominator
  -- `//` goes down, also below zero; the rest is not below zero. `rest * 2` might not fit.
  local other = denominator - rest
  if rest < other then return quotient end
  if rest > other then return quotient + 1 end
  if rounding == "half_up" then return whole < 0 and quotient or quotient + 1 end
  return quotient % 2 == 0 and quotient or quotient + 1
end

--- The digits of a decimal number as an integer, and how many stand behind the point.
local function digits(text)
  local sign, whole, rest = tostring(text):match("^(%-?)(%d+)(.*)$")
  local behind = rest == "" and "" or rest and rest:match("^%.(%d+)$")
  if not behind or #whole + #behind > 18 then return nil end
  return math.tointeger(tonumber(sign .. whole .. behind)), #behind
end

--- Returns so many percent of an amount, rounded to cents.
---@param amount integer
---@param percent integer | string An integer, or a decimal number such as "7.5".
---@param rounding? Rounding `half_even` by default.
---@return integer
function money.percent(amount, percent, rounding)
  if math.type(percent) == "float" then
    error("a percentage is an integer, or a text such as \"7.5\"; got " .. percent)
  end
  local numerator, behind = digits(percent)
  if not numerator or behind > 15 then
    error("a percentage is an integer, or a text such as \"7.5\"; got " .. tostring(percent))
  end
  return money.fraction(amount, numerator, math.tointeger(100 * 10 ^ behind), rounding)
end

--- Returns an amount in parts of the same size, the first of them one cent greater where it must be.
---@param amount integer
---@param count integer Above 0.
---@return integer[]
function money.split(amount, count)
  if checked(count, "a count") <= 0 then error("a count is above 0") end
  local part, rest = checked(amount) // count, amount % count
  local parts = {}
  for index = 1, count do
    parts[index] = index <= rest and part + 1 or part
  end
  return parts
end

--- Returns the cents of a text such as "12.34", "12" or "-0.50".
---@param text string
---@return integer
function money.parse(text)
  local cents, behind = digits(text)
  if type(text) ~= "string" or not cents or behind == 1 or behind > 2 then
    error("an amount looks like 12.34 or 12; got " .. tostring(text))
  end
  return behind == 2 and cents or product(cents, 100)
end

--- Returns an amount as text, with two digits behind the point.
---@param amount integer
---@return string
function money.format(amount)
  local text = ("%03d"):format(checked(amount)):gsub("^%-", "")
  if #text < 3 then text = ("0"):rep(3 - #text) .. text end
  return (amount < 0 and "-" or "") .. text:sub(1, -3) .. "." .. text:sub(-2)
end

return money
