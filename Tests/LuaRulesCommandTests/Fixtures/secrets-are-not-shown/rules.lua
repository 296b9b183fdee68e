return {
  { key = "greeting", value = function(c) return "Hello " .. c.token end },
  { key = "level", value = function(c) return "staf" end },
  { key = "title", value = function(c) error("not for " .. c.token) end },
  { key = "user", value = function() return { pin = 12345 } end },
}
