--- Semantic versions in the order of semver.org (2.0.0), in which "1.10.0" is above "1.9.0",
--- and "2.0.0-beta" below "2.0.0".
local semver = {}

--- Whether a text is a number as semver.org writes it: digits, without a zero in front.
local function is_number(text)
  return text == "0" or text:find("^[1-9]%d*$") ~= nil
end

--- The parts between dots; `nil` when one is empty or is not made of letters, digits and hyphens.
local function identifiers(text)
  local parts = {}
  for part in (text .. "."):gmatch("(.-)%.") do
    if not part:find("^[%w-]+$") then return nil end
    parts[#parts + 1] = part
  end
  return parts
end

--- The numbers and the prerelease of a version; `nil` when the text is none.
local function parts(text)
  if type(text) ~= "string" then return nil end
  local major, minor, patch, rest = text:match("^(%d+)%.(%d+)%.(%d+)(.*)$")
  if not (major and is_number(major) and is_number(minor) and is_number(patch)) then return nil end
  local before, build = rest:match("^(.-)%+(.*)$")
  if build and not identifiers(build) then return nil end
  local prerelease = build and before or rest
  if prerelease == "" then return { major, minor, patch }, {} end
  local names = prerelease:sub(1, 1) == "-" and identifiers(prerelease:sub(2))
  if not names then return nil end
  for _, name in ipairs(names) do
    if name:find("^%d+$") and not is_number(name) then return nil end
  end
  return { major, minor, patch }, names
end

--- Returns whether the text is a semantic version.
---@param text any
---@return boolean
function semver.is_version(text)
  return parts(text) ~= nil
end

--- Compares byte by byte: `<` would follow the language of the machine.
local function compare_texts(a, b)
  for index = 1, math.min(#a, #b) do
    local difference = a:byte(index) - b:byte(index)
    if difference ~= 0 then return difference < 0 and -1 or 1 end
  end
  return #a == #b and 0 or #a < #b and -1 or 1
end

--- Compares numbers as they are written, which may be longer than an integer.
local function compare_numbers(a, b)
  if #a ~= #b then return #a < #b and -1 or 1 end
  return compare_texts(a, b)
end

local function compare_identifiers(a, b)
  local a_is_number, b_is_number = is_number(a), is_number(b)
  if a_is_number and b_is_number then return compare_numbers(a, b) end
  if a_is_number ~= b_is_number then return a_is_number and -1 or 1 end
  return compare_texts(a, b)
end

--- Returns -1, 0 or 1: whether the one version is below, level with or above the other.
---
--- What stands behind `+` does not count.
---@param a string
---@param b string
---@return integer
function semver.compare(a, b)
  local a_numbers, a_names = parts(a)
  local b_numbers, b_names = parts(b)
  if not a_numbers or not b_numbers then
    error("a semantic version looks like 1.2.3 or 1.2.3-beta.1; got "
      .. tostring(a_numbers and b or a))
  end
  for index = 1, 3 do
    local order = compare_numbers(a_numbers[index], b_numbers[index])
    if order ~= 0 then return order end
  end
  -- A version without a prerelease is above all of its prereleases.
  if #a_names == 0 or #b_names == 0 then
    return #a_names == #b_names and 0 or #a_names == 0 and 1 or -1
  end
  for index, name in ipairs(a_names) do
    if not b_names[index] then return 1 end
    local order = compare_identifiers(name, b_names[index])
    if order ~= 0 then return order end
  end
  return #a_names < #b_names and -1 or 0
end

--- Returns whether the version is the least one that is wanted, or above it.
---@param version string
---@param least string
---@return boolean
function semver.at_least(version, least)
  return semver.compare(version, least) >= 0
end

return semver
