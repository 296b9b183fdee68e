--- What holds where neither the user nor the platform says otherwise.
local ranges = require "ranges"

---@type Rules
return {
  { key = "accent", value = "#3366cc" },
  { key = "material", value = "solid" },
  { key = "fontSize", value = 16 },
  { key = "density", value = "regular" },

  -- Whoever said what the size is, it is one that can be read; and the rows follow it.
  { key = "textSize", value = function(c) return ranges.clamp(c.fontSize, 11, 32) end },
  { key = "rowHeight", rules = {
    { when = { density = "compact" }, value = function(c) return c.textSize + 8 end },
    { value = function(c) return c.textSize * 2 + 8 end },
  } },
}
