extension FalseClaimTests {
  /// Tests with one outcome that are no mistake, and those that only seem to have one.
  static let rowsOfDecided: [Row] = [
    Row("a careful test", value: "return c.order.id and #c.order.id > 3"),
    Row("a careful test of an object", value: "return c.order and c.order.total > 3"),
    Row(
      "a careful test against nil", value: "return c.order.lines ~= nil and c.order.lines[1] or 1"),
    Row("a default that is never used", value: "return c.order.id or \"none\""),
    Row("an interval", value: "return c.order.total >= 0 and c.order.total < 100"),
    Row(
      "the bounds of a chain",
      value: """
        if c.order.total < 10 then return 1
        elseif c.order.total >= 10 and c.order.total < 20 then return 2
        end
        return 3
        """),
    Row(
      "the opposite in the other branch",
      value: """
        return c.on and c.order.total > 5 and 1 or not c.on and c.order.total > 10 and 2 or 3
        """),
    Row(
      "an assertion",
      value: """
        assert(c.order.total >= 0)
        assert(c.count and c.order.total >= 0, "negative")
        return 1
        """),
    Row(
      "an error for what should not be",
      value: """
        if c.order.total < 0 then error("negative") end
        return 1
        """),
    Row(
      "a value that a loop sets",
      value: """
        local found = false
        for _, n in ipairs(c.order.lines) do
          if n == 3 and not found then found = true end
        end
        return found and 1 or 2
        """),
    Row(
      "a switch of the file",
      """
      local debug = false
      return { { key = "k", value = function(c) return debug and c.order.total > 5 end } }
      """),
    Row(
      "a shared function that gives a text",
      """
      local function name(c) return c.order.id end
      return {
        { key = "k", when = function(c) return c.on and name(c) == "x" end, value = name },
      }
      """),
    Row("a test of what is missing at times", value: "return c.count and c.order.note and 1"),
    Row(
      "three tests of one value",
      value: """
        if c.size == "s" or c.on and c.size == "m" then return 1 end
        return 2
        """),
    Row(
      "a number that may be no number",
      value: """
        local share = c.ratio / c.ratio
        if share < 1 then return 1
        elseif share >= 1 then return 2
        end
        return 3
        """),
    Row(
      "neither less nor more",
      """
      local function sign(n)
        if n < 600 then return -1 end
        if n > 600 then return 1 end
        if n == 600 then return 0 end
        return nil
      end
      return { { key = "k", value = function(c) return sign(c.ratio / 2) end } }
      """),
    Row(
      "a rule before hands the object on",
      """
      return {
        { key = "k", when = function(c) return not host.knows(c.order) end, value = 1 },
        { key = "k", value = function(c) return c.order.note:upper() end },
      }
      """),
    Row(
      "a rule before reads a key by another name",
      """
      local name = "note"
      return {
        { key = "k", when = function(c) return not c.order[name] end, value = 1 },
        { key = "k", value = function(c) return c.order.note:upper() end },
      }
      """),
    Row(
      "a rule before asks another key",
      """
      return {
        { key = "other", value = function(c) return c.order.note == nil end },
        { key = "k", when = function(c) return c.other end, value = 1 },
        { key = "k", value = function(c) return c.order.note:upper() end },
      }
      """),
    Row(
      "a rule before calls a helper",
      """
      local function has(c) return c.order.note ~= nil and #c.order.id:upper() > 0 end
      return {
        { key = "k", when = function(c) return not has(c) end, value = 1 },
        { key = "k", value = function(c) return c.order.note:upper() end },
      }
      """),
    Row(
      "a chain that names all values",
      value: """
        local result = 0
        if c.size == nil then result = 1
        elseif c.size == "s" or c.size == "m" then result = 2
        end
        return result
        """),
    Row(
      "a chain up to the greatest number",
      value: """
        local total = c.order.total
        local result = 0
        if total > 100 then result = 1
        elseif total >= 0 then result = 2
        end
        return result
        """),
    Row(
      "a test again inside a branch",
      value: """
        if c.count and c.count > 500 then
          if c.on and (c.count > 400 or c.maybe) then return 1 end
        end
        return 2
        """),
  ]
}
