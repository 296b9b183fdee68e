// Functions as authors of rules write them, of which a claim would be wrong.

extension FalseClaimTests {
  static let rowsOfIdioms: [Row] = [
    Row(
      "a key that rules answer in every case",
      """
      return {
        { key = "hint", when = function(c) return c.on end, value = "a" },
        { key = "hint", when = function(c) return not c.on end, value = "b" },
        { key = "k", value = function(c) return c.hint:upper() end },
      }
      """),
    Row(
      "a key that is read where its rules hold",
      """
      return {
        { key = "hint", when = { size = "s" }, value = "a" },
        { key = "advice", when = function(c) return c.order.note ~= nil end,
          value = function(c) return c.order.note end },
        { key = "k", when = { size = "s" }, value = function(c) return c.hint:upper() end },
        { key = "other", value = function(c)
          if c.order.note then return c.advice:upper() end
          return 1
        end },
      }
      """),
    Row(
      "a key that only the program sets",
      value: "return c.hint:upper()"),
    Row(
      "a key that a rule without a condition may answer",
      """
      return {
        { key = "hint", when = { size = "s" }, value = "a" },
        { key = "hint", value = function(c) return c.order.note end, priority = "low" },
        { key = "k", value = function(c) return c.hint:upper() end },
      }
      """),
    Row(
      "a number that is whole by a test",
      value: """
        local x = c.order.total
        if x == math.floor(x) then return string.format("%d", x) end
        return string.format("%.2f", x)
        """),
    Row(
      "a number that is whole by a flag",
      value: """
        local isWhole = c.order.total % 1 == 0
        return isWhole and string.format("%d", c.order.total) or "?"
        """),
    Row(
      "a number that is whole by the condition of the rule",
      """
      return { { key = "k", when = function(c) return c.order.total // 1 == c.order.total end,
        value = function(c) return string.format("%d", c.order.total) end } }
      """),
    Row(
      "a number that is whole by a function",
      """
      local function isWhole(x) return math.tointeger(x) ~= nil end
      return { { key = "k", value = function(c)
        if isWhole(c.order.total) then return string.format("%d", c.order.total) end
      end } }
      """),
    Row(
      "an error of what should not be",
      value: """
        if c.size == "s" then return 1 elseif c.size == "m" then return 2 end
        if c.order.total < 0 then error("less than nothing") end
        error("unknown size")
        """),
    Row(
      "a value that stands for what is missing",
      value: """
        local days = c.order and c.order.address and c.share or -1
        if days == -1 then return "none" end
        local size = c.size or "none"
        if size ~= "none" and size ~= "s" then return size end
        return days
        """),
    Row(
      "a value that stands for what is missing, in a condition",
      """
      local function size(c) if c.on then return c.size end return "none" end
      return {
        { key = "k", when = function(c) return (c.size or "none") == "none" end, value = 1 },
        { key = "other", when = function(c) return size(c) == "none" or size(c) == "s" end, value = 2 },
      }
      """),
    Row(
      "a value that stands for what is missing, behind what only Lua can do",
      value: """
        local size = "none"
        if c.size and c.on then size = c.size end
        if size == "none" then
          local seen = { [c.order.id] = true }
          if seen[c.order.note] then return 1 end
        end
        if size ~= "none" and c.on then return 2 end
        return 3
        """),
    Row(
      "a number that stands for a missing text",
      value: """
        local x = c.order.note or 0
        if x == 0 then return 1 end
        return 2
        """),
    Row(
      "members that a function changes between two comparisons",
      """
      local function f(t)
        if t.a < t.b then
          t.a = 900
          if t.a < t.b then return 1 end
          return 2
        end
        return 3
      end
      local function g(t, h)
        if t.a == t.b then
          h(t)
          if t.a == t.b then return 1 end
          return 2
        end
        return 3
      end
      return {
        { key = "k", value = function(c) return f({ a = c.level, b = c.count or 1 }) end },
        {
          key = "other",
          value = function(c)
            return g({ a = c.level, b = c.count or 1 }, function(t) t.a = t.a + 1 end)
          end,
        },
      }
      """),
    Row(
      "a text for what is missing",
      """
      return {
        { key = "k", when = function(c) return c.size ~= (c.order.note or "") end, value = 1 },
        { key = "other", when = function(c) return (c.hint or "none") == c.size end, value = 1 },
      }
      """),
    Row(
      "a variable that is set on some ways",
      value: """
        local limit, other
        if c.on then limit = 5 end
        if c.on and c.level > limit then return 1 end
        if c.on then other = c.order.total end
        local a, b = c.level, other
        if b and a > b then return 2 end
        return 3
        """),
    Row(
      "an element that takes the place of another one",
      """
      return {
        { key = "names", value = function(c)
          local stack = { 1 }
          stack[1] = nil
          stack[1] = c.order.id
          return stack
        end },
        { key = "names", when = { on = true }, value = function(c)
          local t = {}
          t[1] = c.level
          t[1] = tostring(t[1])
          return t
        end },
      }
      """),
  ]
}
