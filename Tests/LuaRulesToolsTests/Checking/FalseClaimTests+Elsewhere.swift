import LuaRules
import LuaRulesTools

extension FalseClaimTests {
  /// Functions in which something elsewhere has made sure of a value: a caller, a rule, or another read.
  static let rowsOfElsewhere: [Row] = [
    Row(
      "a local variable that is one of two values",
      value: """
        local address = c.order and c.order.address
        if address then return address.city end
        local other = c.on and c.order.address or c.order
        return other.tag or "?"
        """),
    Row(
      "a called function that tests what its callers have tested",
      """
      local function show(c, v) if c.size == "s" then return v + 1 end return v:upper() end
      return {
        { key = "k", when = { size = "m" }, value = function(c) return show(c, c.order.id) end },
        { key = "other", when = { size = "s" }, value = function(c) return show(c, c.order.total) end },
      }
      """),
    Row(
      "a called function that tests a value that tells of another one",
      """
      local function join(c, v) if c.on then return table.concat(v, ",") end return v .. "" end
      local function show(c, v) if c.level > 3 then return join(c, v) end return v end
      return {
        { key = "on", when = { size = "m" }, value = true },
        { key = "k", when = { size = "s" }, value = function(c) return join(c, c.order.id) end },
        { key = "other", value = function(c)
          if c.size == "s" then return show(c, c.order.id) end
          return show(c, c.list)
        end },
      }
      """),
    Row(
      "an element that is read once more",
      value: """
        local sum = 0
        for i = 1, #c.rows do
          if c.rows[i].note then return c.rows[i].note .. "x" end
          if c.rows[i].count ~= nil then sum = sum + c.rows[i].count end
        end
        return sum
        """),
    Row(
      "a key that a rule gives where a value is there",
      """
      return {
        { key = "level", when = function(c) return c.order.note ~= nil end, value = 1 },
        { key = "level", value = 0 },
        { key = "k", when = { level = 1 }, value = function(c) return #c.order.note end },
        { key = "other", value = function(c)
          if c.level == 1 then return c.order.note:upper() end
          return ""
        end },
      }
      """),
    Row(
      "a length that is taken twice",
      value: """
        if #c.order.lines == 1 and not c.order.note then return "none" end
        if #c.order.lines == 1 then return c.order.note .. "x" end
        return "y"
        """),
    Row(
      "a function that is called behind a test",
      value: """
        local function upper() return c.order.note:upper() end
        local parts = { limit = function() return c.order.limit + 1 end }
        if c.order.limit and c.on then return parts.limit() end
        if c.order.note then return upper() end
        return "x"
        """),
    Row(
      "a value that another use has needed",
      value: """
        local n = c.order.limit and #c.order.note or 0 -- check: ignore possible-nil
        if c.order.limit ~= nil then return n .. c.order.note:upper() end
        return n
        """),
    Row(
      "a value that is certainly missing, and an end where it is",
      value: """
        local function total(o) assert(o, "missing") return o.total end
        return total()
        """),
    Row(
      "a loop that tests every name",
      value: """
        for _, name in ipairs({ "note", "limit" }) do
          if not c.order[name] then return "missing " .. name end
        end
        return c.order.note .. c.order.limit
        """),
    Row(
      "an error that tells what is missing",
      value: """
        local missing = {}
        if not c.order.note then missing[#missing + 1] = "note" end
        if #missing > 0 then error("missing " .. table.concat(missing)) end
        return c.order.note .. "!"
        """),
    Row(
      "an assertion that nothing is missing",
      value: """
        local missing = {}
        if not c.order.note then missing[#missing + 1] = "note" end
        assert(#missing == 0, "missing")
        return c.order.note .. "!"
        """),
    Row(
      "a flag that a loop sets",
      value: """
        local found = false
        for _, x in ipairs(c.order.lines) do if x == 1 and c.order.note then found = true end end
        if found then return c.order.note .. "!" end
        return ""
        """),
    Row(
      "helpers that test a length or call another helper",
      """
      local function isKnown(value) return value ~= nil end
      local function orElse(value, other) if isKnown(value) then return value end return other end
      local function note(order) if not order.address then return order.note end return order.address.country end
      local function only(list) if #list ~= 1 then return "?" end return list[1] end
      local function middle(list) if #list >= 3 then return list[2] end return "none" end
      return {
        { key = "k", value = function(c) return only(c.names):upper() .. middle(c.names):upper() end },
        { key = "other", value = function(c) return orElse(note(c.order), "none"):sub(1, 3) end },
      }
      """),
    Row(
      "a function that tests what is named",
      """
      local function known(c, ...)
        for _, name in ipairs({ ... }) do if c.order[name] == nil then return false end end
        return true
      end
      return {
        { key = "k", when = function(c) return known(c, "note") end, value = function(c) return c.order.note .. "" end },
        { key = "other", value = function(c)
          if known(c, "note", "limit") then return c.order.note .. c.order.limit end
        end },
      }
      """),
    Row(
      "an element that a function has looked for",
      """
      local function first(list, fits) for _, x in ipairs(list) do if fits(x) then return x end end end
      return { { key = "k", value = function(c)
        local row = first(c.rows, function(row) return row.note ~= nil end)
        return row and row.note .. "!" or ""
      end } }
      """),
    Row(
      "a second loop over the same list",
      value: """
        local sum = 0
        for _, row in ipairs(c.rows) do if not row.count then return 0 end end
        for _, line in ipairs(c.rows) do sum = sum + line.count end
        return sum
        """),
    Row(
      "a function that tests a member of an element",
      """
      local function filled(s) return s ~= nil and s ~= "" end
      local function isText(s) return type(s) == "string" and #s > 0 end
      return { { key = "k", value = function(c)
        local text = ""
        for _, row in ipairs(c.rows) do if filled(row.note) then text = text .. row.note end end
        for _, line in ipairs(c.rows) do
          if not isText(line.note) then break end
          text = text .. line.note
        end
        return text
      end } }
      """),
    Row(
      "functions that give two values joined by and",
      """
      local function both(a, b) return a and b end
      local function all(order) return order.note and order.limit end
      return {
        { key = "k", when = function(c) return c.order.note and c.order.limit end,
          value = function(c) return c.order.note .. c.order.limit end },
        { key = "other", value = function(c)
          if both(c.order.note, c.order.limit) then return c.order.note .. c.order.limit end
          if c.on and all(c.order) then return c.order.note .. c.order.limit end
          local x = c.level > 1 and c.order.note and c.order.limit
          if x then return c.order.note .. c.order.limit end
          return 1
        end },
      }
      """),
    Row(
      "a member that rules answer, of what a function gives",
      """
      local function order(c) local x = c.order return x end
      return {
        { key = "order.risk", value = "high" },
        { key = "k", value = function(c) return order(c).risk end },
      }
      """),
    Row(
      "a condition that gives back a key of rules",
      """
      return {
        { key = "level", when = function(c) return c.order.note ~= nil end, value = 1 },
        { key = "maybe", when = { level = 1 }, value = true },
        { key = "k", when = function(c) return c.maybe end, value = function(c) return c.order.note .. "x" end },
        { key = "other", when = function(c) return c.size == "s" and c.maybe end,
          value = function(c) return c.order.note .. "x" end },
      }
      """),
    Row(
      "a switch by way of a variable",
      """
      local isOn = true
      return { { key = "k", value = function(c)
        local x = c.maybe
        if isOn then x = true end
        if x then return 1 end
        return 2
      end } }
      """),
    Row(
      "a constant behind or, before a loop that is never left",
      value: """
        local n = 0
        if not c.order.limit then return 1 end
        while n < 3 do
          n = n + 1
          if c.order.note == "x" .. n then return 2 end
          n = c.order.limit and 1 or 0
        end
        return n -- check: ignore unreachable-branch
        """),
    Row(
      "a test in a loop of what is not known",
      """
      local function missing(c) local list = {} if not c.order.note then list[1] = "note" end return list end
      return { { key = "k", value = function(c)
        local text = ""
        local all = { note = c.order.note }
        for _, x in ipairs(c.order.lines) do
          if #missing(c) == 0 then text = text .. c.order.note end
          if all.note then text = text .. c.order.note end
        end
        return text
      end } }
      """),
    Row(
      "the opposite of a key that a rule calculates",
      """
      return {
        { key = "on", value = function(c) return c.order.note ~= nil end },
        { key = "k", value = function(c)
          local isMissing = not c.on
          if isMissing then return "x" end
          return c.order.note .. "!"
        end },
      }
      """),
    Row(
      "a limit that may be another one",
      value: """
        local sum = 0
        for i = 1, c.share and c.share / 2 or math.huge do sum = sum + i end
        return sum
        """),
    Row(
      "a new table where a text is missing",
      value: """
        return (c.order.note or {}):upper()
        """),
    Row(
      "a test for true in a loop without an end",
      value: """
        while true do -- check: ignore endless-loop
          local isSet = c.order.address ~= nil
          if isSet == true then return c.order.address.city:upper() end
        end
        """),
  ]
}
