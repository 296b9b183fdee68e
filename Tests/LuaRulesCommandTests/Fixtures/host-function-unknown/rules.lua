return {
  { key = "view", value = host.TaskFinishedView },
  { key = "due", value = function(c) return 1700000000 end },
  { key = "size", value = function(c) return 3.0 end },
  { key = "map", value = {} },
  { key = "list", value = {} },
  { key = "free", value = {} },
  { key = "parts", value = function(c) return { main = host.TaskFinishedView(c), rest = { host.TaskFinishedView(c), 1 } } end },
}
