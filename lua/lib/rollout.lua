--- Who takes part in a rollout: the same people in each run, on each machine and in each language.
---
--- The bucket of an id is the hash MurmurHash3_x86_32, seed 0, of the bytes `feature/id`, times
--- 10,000, without its lowest 32 bits. FNV-1a would not do: the lowest bit of its hash is that of
--- the sum of all bytes, so that features would not be independent of each other.
local rollout = {}

local WORD <const> = 0xFFFFFFFF

local function rotated(word, count)
  return (word << count | word >> (32 - count)) & WORD
end

local function scrambled(word)
  return rotated(word * 0xCC9E2D51 & WORD, 15) * 0x1B873593 & WORD
end

--- Returns the hash MurmurHash3_x86_32 of the bytes of a text, from 0 to 4294967295.
---@param text string
---@param seed? integer From 0 to 4294967295; 0 by default.
---@return integer
function rollout.hash(text, seed)
  local hash = (seed or 0) & WORD
  local whole = #text & ~3
  for position = 1, whole, 4 do
    hash = rotated(hash ~ scrambled(string.unpack("<I4", text, position)), 13)
    hash = hash * 5 + 0xE6546B64 & WORD
  end
  local rest = 0
  for position = #text, whole + 1, -1 do
    rest = rest << 8 | text:byte(position)
  end
  hash = hash ~ scrambled(rest) ~ #text
  hash = (hash ~ hash >> 16) * 0x85EBCA6B & WORD
  hash = (hash ~ hash >> 13) * 0xC2B2AE35 & WORD
  return hash ~ hash >> 16
end

--- Returns the bucket of an id, from 0 to 9999, which is another one for each feature.
---@param feature string
---@param id string | integer
---@return integer
function rollout.bucket(feature, id)
  if type(id) ~= "string" and math.type(id) ~= "integer" then
    error("an id is a string or an integer; got " .. tostring(id))
  end
  return rollout.hash(feature .. "/" .. id) * 10000 >> 32
end

local function check(percent)
  if math.type(percent) == nil or not (percent >= 0 and percent <= 100) then
    error("a percentage is a number from 0 to 100; got " .. tostring(percent))
  end
end

--- The number of buckets of a percentage, of which hundredths count.
local function buckets(percent)
  return math.floor(percent * 100 + 0.5)
end

--- Returns whether an id is among so many percent. Whoever is, stays so when the percentage rises.
---@param feature string
---@param id string | integer
---@param percent number From 0 to 100; hundredths count.
---@return boolean
function rollout.includes(feature, id, percent)
  check(percent)
  return rollout.bucket(feature, id) < buckets(percent)
end

--- Returns the variant that an id gets; `nil` when the shares leave it out.
---
--- The sums of the shares are rounded, and not each share: three thirds are a whole.
---@param feature string
---@param id string | integer
---@param variants { name: string, percent: number }[] In an order that stays.
---@return string?
function rollout.variant(feature, id, variants)
  local bucket, percent, result = rollout.bucket(feature, id), 0, nil
  for _, variant in ipairs(variants) do
    check(variant.percent)
    percent = percent + variant.percent
    if not result and bucket < buckets(percent) then result = variant.name end
  end
  -- A sum of floats may be a hair more than what was written.
  if percent > 100 + 1e-9 then error("the variants have more than 100 percent") end
  return result
end

return rollout
