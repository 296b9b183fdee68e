return {
  { key = "a", when = function(c)
    while true do end
    return true
  end, value = 1 },
  { key = "b", value = 2 },
}
