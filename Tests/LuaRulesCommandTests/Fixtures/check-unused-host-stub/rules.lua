return {
  { key = "view", value = function(c) return host.View(c) end },
}
