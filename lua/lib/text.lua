--- Text without patterns: what is looked for is taken as it is written.
local text = {}

--- Returns the text without the white space around it.
---@param value string
---@return string
function text.trim(value)
  -- Not "^%s*(.-)%s*$", which takes long for much white space inside.
  local first = value:find("%S")
  if not first then return "" end
  local last = #value
  while value:find("^%s", last) do last = last - 1 end
  return value:sub(first, last)
end

--- Returns the parts between separators; empty ones too.
---@param value string
---@param separator string Not empty.
---@return string[]
function text.split(value, separator)
  if separator == "" then error("a separator has a character at least") end
  local parts, position = {}, 1
  while true do
    local first, last = value:find(separator, position, true)
    if not first then break end
    parts[#parts + 1] = value:sub(position, first - 1)
    position = last + 1
  end
  parts[#parts + 1] = value:sub(position)
  return parts
end

--- Returns whether the text begins with another one.
---@param value string
---@param prefix string
---@return boolean
function text.starts_with(value, prefix)
  return value:sub(1, #prefix) == prefix
end

--- Returns whether the text ends with another one.
---@param value string
---@param suffix string
---@return boolean
function text.ends_with(value, suffix)
  return #suffix <= #value and value:sub(#value - #suffix + 1) == suffix
end

--- Returns the elements as people enumerate them: "a", "a and b", "a, b and c".
---@param list (string | number)[]
---@param word? string The word before the last one; "and" by default.
---@return string
function text.list(list, word)
  local parts = {}
  for index, element in ipairs(list) do parts[index] = tostring(element) end
  if #parts < 2 then return parts[1] or "" end
  local last = table.remove(parts)
  return table.concat(parts, ", ") .. " " .. (word or "and") .. " " .. last
end

return text
