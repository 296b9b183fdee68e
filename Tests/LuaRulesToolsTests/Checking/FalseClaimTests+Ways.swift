import LuaRules
import LuaRulesTools

extension FalseClaimTests {
  /// Functions in which another way has made sure of a value.
  static let rowsOfWays: [Row] = [
    Row(
      "a function that counts down",
      """
      local function down(n) if n <= 0 then return 0 end return 1 + down(n - 1) end
      return { { key = "k", value = function(c) return down(c.level) end } }
      """),
    Row(
      "a search that goes on",
      value: """
        local i, n = 1, 0
        while true do
          local at = c.order.id:find("a", i, true)
          if not at then break end
          n = n + 1
          i = at + 1
        end
        return n
        """),
    Row(
      "a list that is put right before it is given back",
      """
      local function fill(list) list[1] = "a" return list end
      return { { key = "names", value = function(c)
        local list = { c.level }
        fill(list)
        return list
      end } }
      """),
    Row(
      "a match that is tested",
      value: #"local n = c.order.id:match("%d+") if n then return n + 1 end return 0"#),
    Row(
      "a count tells that a value is there",
      value: """
        local n = 0
        for _, x in ipairs(c.order.lines) do if x > 1 and c.order.note then n = n + 1 end end
        if n > 0 then return c.order.note:upper() end
        return n
        """),
    Row(
      "a test of the same condition before",
      value: """
        for _, x in ipairs(c.order.lines) do if x == 7 then return x end end
        if c.on then if not c.order.note then return 1 end end
        if c.on then return c.order.note:upper() end
        return 2
        """),
    Row(
      "a loop that is entered only with a value",
      value: """
        local n = 0
        for i = 1, #(c.order.note or "") do n = n + c.order.note:byte(i) end
        return n
        """),
    Row(
      "a loop over what is there",
      value: """
        local parts = {}
        if c.order.note then parts = { "a" } end
        for _, part in ipairs(parts) do return part .. c.order.note:upper() end
        return 1
        """),
    Row(
      "a loop that is left with a value",
      value: """
        local i = 0
        repeat i = i + 1 until c.order.note or i > 3
        if i < 3 then return c.order.note:upper() end
        return i
        """),
    // Functions that take values of several types.
    Row(
      "a function that looks at the type",
      """
      local function size(x) if type(x) == "table" then return #x end return x + 1 end
      local function val(v) if type(v) == "function" then return v() end return v end
      return { { key = "k", value = function(c) return { size(c.order.lines), size(c.order.total), val(c.order), val(c.order.lines) } end } }
      """),
    Row(
      "a function that looks at the type in another function",
      """
      local function isText(x) return type(x) == "string" end
      local function show(x) if isText(x) then return x:upper() end return x + 1 end
      return { { key = "k", value = function(c) return { show(c.order.id), show(c.order.total) } end } }
      """),
    Row(
      "a function that looks the type up in a table",
      """
      local numbers = { number = true }
      local function show(x) local known = numbers[type(x)] if known then return x + 1 end return #x end
      return { { key = "k", value = function(c) return { show(c.order.id), show(c.order.total) } end } }
      """),
    Row(
      "a function with a flag",
      """
      local function show(x, isText) if isText then return x:upper() end return x + 1 end
      return { { key = "k", value = function(c)
        local text = c.on and c.order.id or c.order.total
        return { show(c.order.id, true), show(c.order.total, false), show(text, type(text) == "string") }
      end } }
      """),
    Row(
      "a function that is called behind a test",
      """
      local function upper(order) if order.total > 3 then return "" end return order.note:upper() end
      local function safe(order) if order.note then return upper(order) end return "" end
      return {
        { key = "k", when = function(c) return c.order.note end, value = function(c) return upper(c.order) end },
        { key = "other", value = function(c)
          for _, x in ipairs(c.order.lines) do
            if x > 1 and c.order.note then return upper(c.order) end
          end
          return safe(c.order)
        end },
      }
      """),
    Row(
      "a function that ends with an error where a value is missing",
      """
      local function must(x) if not x then error("missing") end return x end
      local function upper(order) must(order.note) return order.note:upper() end
      return {
        { key = "k", value = function(c) return upper(c.order) end },
        { key = "other", value = function(c) must(c.order.limit) return c.order.limit + 1 end },
      }
      """),
    Row(
      "a function that is called with a list and with an object",
      """
      local function count(x) if #x == 0 then return 0 end return x[1] end
      local function first(x) return type(x) == "table" and x[1] or x end
      return { { key = "k", value = function(c) return { count(c.order.lines), first(c.order.lines), first(c.order.total) } end } }
      """),
    Row(
      "a length tells that a value is there",
      value: """
        local count = c.order.note and #c.order.note or 0
        if count > 0 then return c.order.note:upper() end
        return count
        """),
    Row(
      "the length of one of two values tells that it is there",
      value: """
        if #(c.order.note or "") > 0 then return c.order.note:upper() end
        return ""
        """),
    Row(
      "a pattern tells that an object is there",
      """
      return { { key = "k", when = { order = { address = { country = "NZ" } } },
        value = function(c) return c.order.address.city:upper() end } }
      """),
    Row(
      "a loop without a limit that is left",
      value: """
        local n = 0
        for i = 1, math.huge do n = n + i if n > 9 then break end end
        for i = 1, math.huge do local x = c.order.lines[i] if not x then return n end n = n + x end
        """),
    Row(
      "tables with methods of their own",
      value: """
        local t = { f = function(self, g) return 1 end }
        local u = {} u.f = t.f
        local v = { 1 } for i = 1, 2 do v.f = t.f end
        return t:f({}) + u:f() + v:f()
        """),
    Row(
      "a Boolean that is compared with nil",
      """
      return {
        { key = "k", when = function(c) return c.maybe end, value = 1 },
        { key = "k", when = function(c) return c.maybe == false end, value = 2 },
        { key = "k", when = function(c) return c.maybe == nil end, value = 3, priority = "low" },
      }
      """),
    Row(
      "a Boolean that is false or missing",
      """
      return {
        { key = "k", when = function(c) return c.maybe == false end, value = 1 },
        { key = "k", when = function(c) return not c.maybe end, value = 2, priority = "low" },
      }
      """),
    Row(
      "the type of a value that may be several",
      value: """
        local v = c.order.note
        if type(v) == "string" then return v:upper() end
        if type(v) == "nil" then v = c.order.limit or {} end
        if type(v) == "number" then return v + 1 elseif type(v) == "table" then return #v end
        return type(c.other) == "table" and c.other.x or type(c.other) == "userdata" and 2 or 3
        """),
  ]
}
