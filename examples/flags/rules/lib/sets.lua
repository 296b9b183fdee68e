--- Lists as sets: what they contain, and what two of them have in common.
local sets = {}

--- Returns whether an element of the list equals the value.
---@param list any[]
---@param value any
---@return boolean
function sets.contains(list, value)
  for _, element in ipairs(list) do
    if element == value then return true end
  end
  return false
end

--- Returns the elements as the names of a table, for a long list that is asked often.
---@param list any[]
---@return table<any, true>
function sets.of(list)
  local set = {}
  for _, element in ipairs(list) do set[element] = true end
  return set
end

--- Returns whether the lists share an element.
---@param list any[]
---@param other any[]
---@return boolean
function sets.any(list, other)
  local set = sets.of(other)
  for _, element in ipairs(list) do
    if set[element] then return true end
  end
  return false
end

--- Returns whether all elements of the list are in the other one; of an empty list they are.
---@param list any[]
---@param other any[]
---@return boolean
function sets.all(list, other)
  local set = sets.of(other)
  for _, element in ipairs(list) do
    if not set[element] then return false end
  end
  return true
end

--- The elements of lists that a test lets through, each once, in their order.
local function filtered(lists, test)
  local result, seen = {}, {}
  for _, list in ipairs(lists) do
    for _, element in ipairs(list) do
      if not seen[element] and test(element) then
        seen[element] = true
        result[#result + 1] = element
      end
    end
  end
  return result
end

--- Returns what is in one of the lists: that of the first, then what the other one adds.
---@param list any[]
---@param other any[]
---@return any[]
function sets.union(list, other)
  return filtered({ list, other }, function() return true end)
end

--- Returns what is in both lists, in the order of the first.
---@param list any[]
---@param other any[]
---@return any[]
function sets.intersection(list, other)
  local set = sets.of(other)
  return filtered({ list }, function(element) return set[element] end)
end

--- Returns what is in the list and not in the other one.
---@param list any[]
---@param other any[]
---@return any[]
function sets.difference(list, other)
  local set = sets.of(other)
  return filtered({ list }, function(element) return not set[element] end)
end

return sets
