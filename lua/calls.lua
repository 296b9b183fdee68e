--- One rule for each function of the modules in `lib`, for their tests: `luarules test lua`.
local dates = require "dates"
local money = require "money"
local ranges = require "ranges"
local rollout = require "rollout"
local semver = require "semver"
local sets = require "sets"
local text = require "text"

---@type Rules
return {
  { set = {
    ["dates.time"] = function(c) return dates.time(c.text) end,
    ["dates.day"] = function(c) return dates.day(c.time) end,
    ["dates.weekday"] = function(c) return dates.weekday(c.time) end,
    ["dates.within"] = function(c) return dates.within(c.time, c.from, c.til) end,
  } },

  { set = {
    ["money.times"] = function(c) return money.times(c.amount, c.count) end,
    ["money.sum"] = function(c) return money.sum(c.amounts) end,
    ["money.fraction"] = function(c)
      return money.fraction(c.amount, c.numerator, c.denominator, c.rounding)
    end,
    ["money.percent"] = function(c) return money.percent(c.amount, c.percent, c.rounding) end,
    ["money.split"] = function(c) return money.split(c.amount, c.count) end,
    ["money.parse"] = function(c) return money.parse(c.text) end,
    ["money.format"] = function(c) return money.format(c.amount) end,
  } },

  { set = {
    ["ranges.within"] = function(c) return ranges.within(c.number, c.low, c.high) end,
    ["ranges.clamp"] = function(c) return ranges.clamp(c.number, c.low, c.high) end,
    ["ranges.step"] = function(c) return ranges.step(c.number, c.steps) or null end,
    ["ranges.parts"] = function(c) return ranges.parts(c.number, c.steps) end,
  } },

  { set = {
    ["rollout.hash"] = function(c) return rollout.hash(c.text, c.seed) end,
    ["rollout.bucket"] = function(c) return rollout.bucket(c.feature, c.id) end,
    ["rollout.includes"] = function(c) return rollout.includes(c.feature, c.id, c.percent) end,
    ["rollout.variant"] = function(c)
      return rollout.variant(c.feature, c.id, c.variants) or null
    end,
  } },

  { set = {
    ["semver.is_version"] = function(c) return semver.is_version(c.text) end,
    ["semver.compare"] = function(c) return semver.compare(c.a, c.b) end,
    ["semver.at_least"] = function(c) return semver.at_least(c.a, c.b) end,
  } },

  { set = {
    ["sets.of"] = function(c) return sets.of(c.list)[c.value] == true end,
    ["sets.contains"] = function(c) return sets.contains(c.list, c.value) end,
    ["sets.any"] = function(c) return sets.any(c.list, c.other) end,
    ["sets.all"] = function(c) return sets.all(c.list, c.other) end,
    ["sets.union"] = function(c) return sets.union(c.list, c.other) end,
    ["sets.intersection"] = function(c) return sets.intersection(c.list, c.other) end,
    ["sets.difference"] = function(c) return sets.difference(c.list, c.other) end,
  } },

  { set = {
    ["text.trim"] = function(c) return text.trim(c.value) end,
    ["text.split"] = function(c) return text.split(c.value, c.separator) end,
    ["text.starts_with"] = function(c) return text.starts_with(c.value, c.part) end,
    ["text.ends_with"] = function(c) return text.ends_with(c.value, c.part) end,
    ["text.list"] = function(c) return text.list(c.list, c.word) end,
  } },
}
