// Tables that a function makes, and that something else changes.

extension FalseClaimTests {
  static let rowsOfTables: [Row] = [
    Row(
      "a member of a table is set again",
      value: """
        local t = { x = c.order }
        t.x = "text"
        return t.x:upper()
        """),
    Row(
      "a member is set by another name",
      value: """
        local t = { x = c.order }
        local u = c.on and t or { x = "b" }
        u.x = "text"
        return t.x:upper()
        """),
    Row(
      "a member is set in a function that gets the table",
      """
      local function fill(t) t.x = "text" end
      local function pass(t) local u = t fill(u) end
      return { { key = "k", value = function(c)
        local t = { x = c.order }
        pass(t)
        return t.x:upper()
      end } }
      """),
    Row(
      "a member is set in a function inside",
      value: """
        local t = { x = c.order }
        local function fill() t.x = "text" end
        fill()
        return t.x:upper()
        """),
    Row(
      "a member is set in a function inside that is older than the table",
      value: """
        local t
        local function fill() t.x = "text" end
        t = { x = c.order }
        fill()
        return t.x:upper()
        """),
    Row(
      "a member is set in a table that another one holds",
      """
      local function fill(u) u.t.x = "text" end
      return { { key = "k", value = function(c)
        local t = { x = c.order }
        local u = { t = t }
        fill(u)
        return t.x:upper()
      end } }
      """),
    Row(
      "a member is set in a table that a list holds",
      value: """
        local t = { x = c.order }
        local all = { t, { x = c.order } }
        for _, u in ipairs(all) do u.x = "text" end
        return t.x:upper()
        """),
    Row(
      "a member is set in what a function gives back",
      """
      local function same(t) return t end
      return { { key = "k", value = function(c)
        local t = { x = c.order }
        same(t).x = "text"
        return t.x:upper()
      end } }
      """),
    Row(
      "a table that `assert` gives back is changed",
      """
      local function fill(t) t.x = "text" end
      return { { key = "k", value = function(c)
        local t = { x = c.order }
        fill(assert(t))
        return t.x:upper()
      end } }
      """),
    Row(
      "a function gets one table twice",
      """
      local function fill(a, b) a.x = "text" return b.x:upper() end
      return { { key = "k", value = function(c)
        local t = { x = c.order }
        return fill(t, t)
      end } }
      """),
    Row(
      "a loop makes a table in each round",
      value: """
        local last, first
        for _, line in ipairs(c.order.lines) do
          local t = { x = line }
          if last then last.x = "text" end
          first = first or t
          last = t
        end
        return first.x
        """),
    Row(
      "a loop changes a member",
      value: """
        local t = { x = c.order }
        for _, line in ipairs(c.order.lines) do
          if type(t.x) == "number" then t.x = t.x + line else t.x = line end
        end
        return t.x
        """),
    Row(
      "a name that is calculated",
      value: """
        local t = { x = c.order }
        for _, name in ipairs({ "x", "y" }) do t[name] = "text" end
        return t.x:upper()
        """),
    Row(
      "elements that are sorted",
      value: """
        local t = { c.order, c.order.id }
        table.sort(t, function(a, b) return type(a) == "string" and type(b) ~= "string" end)
        return t[1]:upper()
        """),
    Row(
      "an element that takes the place of another one, and is read",
      value: """
        local t = { c.order }
        table.insert(t, 1, c.order.id)
        return t[1]:upper()
        """),
    Row(
      "switches in a table",
      value: """
        local options = { isStrict = false, most = 5, kind = "a" }
        if options.isStrict then return 1 end
        if options.most > 6 then return 2 end
        if options.kind == "b" then return 3 end
        if options.isVerbose then return 4 end
        return 5
        """),
    Row(
      "a member that is set on one way",
      value: """
        local t = {}
        if c.on then t.x = c.order end
        if t.x then return t.x.total end
        t.y = t.y or 1
        return t.y + 1
        """),
    Row(
      "a list that is filled in a function inside",
      value: """
        local found = {}
        local function add(x) found[#found + 1] = x end
        add("a")
        add("b")
        for _, x in ipairs(found) do if x == "a" then return x:upper() end end
        return #found
        """),
    Row(
      "a name that a table does not have",
      value: """
        local range = { min = 1 }
        local counts = { minimum = 1 }
        counts.maximum = counts.maximum or 2
        local list = { 1, 2 }
        local packed = table.pack(c.order.id:find("a"))
        return (range.max or 5) + (packed.n or 0) + #list
        """),
    Row(
      "a number, or nothing, for an optional argument",
      value: """
        local address = c.order.address
        return c.order.id:sub(1, c.order.limit) .. c.order.id:rep(2, address and address.country)
        """),
    Row(
      "an element that is nil",
      value: """
        local best = nil
        local all = { best, c.order }
        if all[1] then return all[1] end
        return all[2].total
        """),
    Row(
      "elements of several kinds",
      value: """
        local all = {}
        for _, line in ipairs(c.order.lines) do all[#all + 1] = line end
        all[#all + 1] = c.order.id
        for _, x in ipairs(all) do if type(x) == "string" then return x:upper() end end
        return all[1]
        """),
  ]
}
