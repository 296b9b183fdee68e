--- Which features are on, and for whom. What no rule switches on is off, by the keys' defaults.
local dates = require "dates"
local rollout = require "rollout"
local sets = require "sets"

---@type Rules
return {
  -- A percentage only ever grows: who has the search keeps it.
  { key = "newSearch", rules = {
    { name = "insiders first", when = { isInsider = true }, value = true },
    { name = "a quarter of all", value = true,
      when = function(c) return rollout.includes("newSearch", c.visitor.id, 25) end },
  } },

  { key = "checkout", rules = {
    { name = "shares", value = function(c)
      return rollout.variant("checkout", c.visitor.id, {
        { name = "express", percent = 10 },
        { name = "guided", percent = 10 },
      })
    end },
    { name = "too old for another checkout", priority = "high", when = { isCurrent = false },
      value = "classic" },
  } },

  { key = "banner", name = "until the sale is over", value = "Spring sale",
    when = function(c) return dates.within(c.now, "2026-03-20", "2026-04-01") end },

  -- What operations has switched off is off, whoever asks.
  { priority = "important", rules = {
    { key = "newSearch", name = "killed", value = false,
      when = function(c) return sets.contains(c.killed, "newSearch") end },
    { key = "checkout", name = "killed", value = "classic",
      when = function(c) return sets.contains(c.killed, "checkout") end },
    { key = "banner", name = "killed", value = null,
      when = function(c) return sets.contains(c.killed, "banner") end },
  } },
}
