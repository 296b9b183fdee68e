return {
  { key = "view", value = host.View },
  { key = "due", value = function(c) return host.dueIn(3) end },
}
