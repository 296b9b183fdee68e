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
    Row(
      "a function that is called, or chosen, behind a test",
      """
      local function isHeavy(c) return c.order.total > 9 end
      local function isLight(c) return c.order.total < 3 end
      return {
        { key = "k", when = function(c) return c.on and isHeavy(c) end, value = 1 },
        { key = "other", when = function(c) local test = c.on and isHeavy or isLight return test(c) end, value = 1 },
        { key = "third", when = function(c) return c.size == "s" and string.find(c.order.id, "x", 1, true) ~= nil end,
          value = 1 },
      }
      """),
    Row(
      "a list that is sorted in a line of its own",
      value: """
        local list = { c.order.id, c.order.tag }
        table.sort(list)
        table.insert(list, "x")
        return list
        """),
    Row(
      "a variable that is nil in some cases only",
      value: """
        local found = nil
        for _, n in ipairs(c.order.lines) do
          if n > 3 then found = n end
        end
        return found
        """),
    Row(
      "a variable that a function inside sets",
      value: """
        local found = nil
        local function look(n) if n > 3 then found = n end end
        for _, n in ipairs(c.order.lines) do look(n) end
        return found
        """),
    Row(
      "a switch of the author that gives nothing",
      """
      local isVerbose = false
      return { { key = "k", value = function(c)
        local text = nil
        if isVerbose then text = c.order.id end
        return text
      end } }
      """),
    Row(
      "a list whose element is put in the place of another one",
      value: """
        local parts = { c.order.id, c.order.lines }
        parts[2] = table.concat(c.order.lines, "-")
        local last = #parts + 1
        parts[last] = "x"
        return table.concat(parts, ", ") .. table.concat({ "a", { "b" } }, "", 1, 1)
        """),
    Row(
      "a value that may be missing at the end of a list, and one that is tested",
      value: """
        local text = ""
        for _, part in ipairs({ c.order.id, c.order.note }) do text = text .. part end
        if c.order.note then
          for _, part in ipairs({ c.order.note, c.order.id }) do text = text .. part end
        end
        for _, part in ipairs({ c.order.note or "none", c.order.id }) do text = text .. part end
        return text
        """),
    Row(
      "the first element of a list, by a loop",
      value: """
        local first
        for _, n in ipairs(c.order.lines) do
          if n > 3 then first = n else first = 3 end
          break
        end
        local text = "first: "
        for _, row in ipairs(c.rows) do
          for _, n in ipairs(c.order.lines) do
            if n == row.count then break end
            first = first + n
          end
          text = text .. (row.note or "")
          break
        end
        for i, n in ipairs(c.order.lines) do
          if i > 2 then break end
          first = first + n
        end
        return first .. text
        """),
    Row(
      "a loop whose test is a function of what it changes",
      """
      local function weekend(day) return day % 7 >= 5 end
      local days = { now = 3 }
      local function isOver(state) return state.day > 3 end
      return {
        { key = "k", value = function(c)
          local day = c.count
          while weekend(day) do day = day + 1 end
          return day
        end },
        { key = "other", value = function(c)
          local state = { day = days.now }
          while not isOver(state) do state.day = state.day + 1 end
          return state.day
        end },
      }
      """),
    Row(
      "a function that compares its texts with several members",
      """
      local function has(rows, wanted)
        for _, row in ipairs(rows) do
          if row.note == wanted then return true end
        end
        return false
      end
      local function finds(places, wanted)
        for _, place in ipairs(places) do
          if place == wanted or wanted == "all" then return true end
        end
        return false
      end
      return { { key = "k", value = function(c)
        return has(c.rows, "x") or finds({ c.size }, "all")
      end } }
      """),
    Row(
      "a number in a text, in another field of an element",
      """
      local function lines(rows)
        local texts = {}
        for i, row in ipairs(rows) do
          if row.note then texts[#texts + 1] = string.format("%d: %s %d", i, row.note, row.count or 0) end
        end
        return texts
      end
      return { { key = "k", value = function(c) return lines(c.rows) end } }
      """),
  ]
}
