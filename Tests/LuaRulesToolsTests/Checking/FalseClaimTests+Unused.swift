// Values that seem unused, and entries that seem to be missing.

extension FalseClaimTests {
  static let rowsOfUnused: [Row] = [
    Row(
      "a callback counts, and nothing takes the text",
      value: """
        local n = 0
        c.order.id:gsub(".", function(ch) if ch == "a" then n = n + 1 end end)
        return n
        """),
    Row(
      "a call that may fail on purpose",
      value: "assert(c.count, 'count') local n = c.count return n"),
    Row(
      "a function that is chosen",
      """
      local function one(x) return x end
      local function two(x) return x * 2 end
      return { { key = "k", value = function(c)
        local f = c.on and one or two
        return f(c.order.total)
      end } }
      """),
    Row(
      "a function that is called where it is there",
      """
      local function one(x) return x end
      return { { key = "k", value = function(c) return one and one(c.order.total) end } }
      """),
    Row(
      "a default that one way changes",
      value: #"local x = "a" if c.on then x = "b" end if c.maybe then x = "c" end return x"#),
    Row(
      "a variable that a loop sets again",
      value: """
        local last = ""
        for _, name in ipairs(c.names) do
          if last == name then return name end
          last = name
        end
        return last
        """),
    Row(
      "a truth that a comparison gives",
      value:
        "local x = c.count if x ~= nil then x = x > 3 end if x == nil then x = true end return x"),
    Row(
      "one of two results",
      value: #"local s, n = "", 0 s, n = c.order.id:gsub("a", "b") n = #s return n"#),
    Row(
      "a variable that a function inside reads",
      value: """
        local x = 1
        local function get() return x end
        x = 2
        local y = get()
        x = 3
        return y + get()
        """),
    Row("nil behind all ways", value: "if c.on then return 1 else return 2 end return nil"),
    Row(
      "an error behind a loop",
      value: #"for i = 1, 3 do if c.count == i then return i end end do return 1 end error("no")"#),
    Row(
      "counts with a default",
      value: """
        local counts = {}
        for _, name in ipairs(c.names) do counts[name] = (counts[name] or 0) + 1 end
        return counts
        """),
    Row(
      "counts that are set before",
      value: """
        local counts = {}
        for _, name in ipairs(c.names) do counts[name] = 0 end
        for _, name in ipairs(c.names) do counts[name] = counts[name] + 1 end
        return counts
        """),
    Row(
      "counts that a test sets",
      value: """
        local counts = {}
        for _, name in ipairs(c.names) do
          if not counts[name] then counts[name] = 0 end
          counts[name] = counts[name] + 1
        end
        return counts
        """),
    Row(
      "counts that the other way sets",
      value: """
        local counts = {}
        for index, name in ipairs(c.names) do
          if index > 1 then counts[name] = counts[name] + 1 else counts[name] = 0 end
        end
        return counts
        """),
    Row(
      "a table that a function fills",
      value: """
        local counts = {}
        local function fill(t) for _, name in ipairs(c.names) do t[name] = 0 end end
        fill(counts)
        for _, name in ipairs(c.names) do counts[name] = counts[name] + 1 end
        return counts
        """),
    Row(
      "a result that is given back, with any number of arguments",
      """
      local function join(...)
        local out = { ... }
        return table.concat(out, " ")
      end
      return { { key = "k", value = function(c) return join(c.order.id, c.order.id) end } }
      """),
    Row(
      "parts of a condition that may fail",
      """
      return {
        { key = "k", value = 1, when = function(c)
          return c.on and (c.size == "s" or c.order.total > 3 and c.size == "m")
        end },
        { key = "k", value = 1, when = function(c)
          return c.on and (c.order.note == "a" or c.order.note ~= "b")
            and (c.order.limit == nil or c.order.limit > 5)
        end },
        { key = "k", value = 1, when = function(c)
          return c.on and (c.maybe == true or c.maybe == false)
        end },
      }
      """),
    Row(
      "a test that says again what earlier ones leave",
      value: """
        if c.order.total > 5 and c.on then return 1 end
        if c.order.total <= 5 then return 2 end
        if c.order.total > 5 and c.size == "s" then return 3 end
        if c.order.note == "a" then return 4 end
        if c.order.note and c.order.note ~= "a" then return c.order.note:upper() end
        return 5
        """),
    Row(
      "a call that is tested, and called again",
      """
      local function first(text) return text:match("^%S+") or text end
      return { { key = "k", value = function(c)
        return first(c.order.id) and first(c.order.id):upper() or "?"
      end } }
      """),
    Row(
      "what is not so, compared with a truth",
      value: "return not c.on == c.maybe or not c.maybe == true"),
    Row(
      "a variable that each test sets where it is joined",
      value: """
        local label
        if c.size == "s" then label = "S" elseif c.size == "m" then label = "M" end
        if c.size == "s" then return label .. "!" end
        if label then return label .. "?" end
        label = label or "none"
        return label .. "."
        """),
    Row(
      "names for all values",
      value: """
        local names = { s = "small", m = "middle" }
        return c.size and names[c.size]:upper() or (names[c.order.note] or "?"):upper()
        """),
    Row(
      "neighbors in a list",
      value: """
        for index = 1, #c.rows - 1 do
          if c.rows[index].count == c.rows[index + 1].count then return index end
        end
        for index = 2, #c.rows do
          if c.rows[index].count == c.rows[index - 1].count then return index end
        end
        """),
    Row(
      "neighbors that a test makes sure of",
      value: """
        for index = 1, #c.rows do
          if index < #c.rows and c.rows[index].count == c.rows[index + 1].count then return index end
          if index > 1 and c.rows[index].count == c.rows[index - 1].count then return index end
          local next = c.rows[index + 1]
          if next and next.count then return next.count end
        end
        """),
    Row(
      "the last element is nil where the list is empty",
      value: "local last = c.rows[#c.rows] return last and last.count"),
  ]
}
