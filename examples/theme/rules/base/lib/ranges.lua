--- Numbers in ranges, and the steps of a scale.
local ranges = {}

--- One step of a scale: what holds from a number on, up to the next step.
---@class Step
---@field from number
---@field value any

--- Returns whether the number is not below the one bound and not above the other.
---@param number number
---@param low number
---@param high number
---@return boolean
function ranges.within(number, low, high)
  return low <= number and number <= high
end

--- Returns the number, or the bound that it is beyond.
---@param number number
---@param low number
---@param high number
---@return number
function ranges.clamp(number, low, high)
  if low > high then error("the bounds " .. low .. " and " .. high .. " are the wrong way round") end
  if number < low then return low end
  if number > high then return high end
  return number
end

--- The lower bounds of steps have to rise: an order of writing that nobody sees must not count.
local function check(steps)
  for index = 2, #steps do
    if steps[index - 1].from >= steps[index].from then
      error("step " .. index .. " begins at " .. steps[index].from
        .. ", which is not above the one before")
    end
  end
end

--- Returns the value of the step that the number is in; `nil` below the first.
---@param number number
---@param steps Step[] In rising order.
---@return any
function ranges.step(number, steps)
  check(steps)
  for index = #steps, 1, -1 do
    if number >= steps[index].from then return steps[index].value end
  end
  return nil
end

--- Returns how much of the number is in each step: the parts that a graduated scale charges.
---
--- With steps from 0, 10 and 50 the number 60 has the parts 10, 40 and 10. What is below the
--- first step is in no part.
---@param number number
---@param steps Step[] In rising order.
---@return { amount: number, value: any }[] Only parts that are not empty.
function ranges.parts(number, steps)
  check(steps)
  local parts = {}
  for index, step in ipairs(steps) do
    local following = steps[index + 1]
    local high = following and following.from < number and following.from or number
    if high > step.from then
      parts[#parts + 1] = { amount = high - step.from, value = step.value }
    end
  end
  return parts
end

return ranges
