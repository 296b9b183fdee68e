// Functions that look like slips of the pen, and are none.

extension FalseClaimTests {
  static let rowsOfSlips: [Row] = [
    Row(
      "the characters of a text, and the elements of a list",
      value: """
        local id = c.order.id
        for i = 1, #id do
          if id:sub(i, i) == "x" then return c.order.lines[1] end
        end
        return id:upper()
        """),
    Row(
      "a text or a list that is told apart",
      """
      local function first(x)
        if type(x) == "string" then return x:sub(1, 1) end
        return x[1]
      end
      return {
        { key = "k", value = function(c) return first(c.order.id) end },
        { key = "other", value = function(c) return first(c.order.lines) end },
      }
      """),
    Row(
      "a number that may be the one that is tested",
      """
      return { { key = "k", when = function(c) return c.order.total > 1 end,
        value = function(c) return c.order.total == 3 and "a" or "b" end } }
      """),
  ]
}
