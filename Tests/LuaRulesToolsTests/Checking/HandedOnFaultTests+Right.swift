// Right programs that are like those with faults.

extension HandedOnFaultTests {
  static let right: [Row] = [
    Row(right: "if c.roof then return c.roof.size end\nreturn 0"),
    Row(right: "return c.roof.size", when: "when = function(c) return c.roof ~= nil end,"),
    Row(
      right:
        "local best = \"x\"\nfor _, p in ipairs(c.parts) do best = p ~= \"\" and p or best end\nreturn best"
    ),
    Row(
      right:
        "local s = \"start\"\nfor _, p in ipairs(c.parts) do s = nexts[s][p] or s end\nreturn s",
      before: "local nexts = { start = { a = \"done\" }, done = {} }"),
    Row(right: "local r = c.roof or { size = 0 }\nif r.size == 0 then return 1 end\nreturn 2"),
    Row(right: "local d = c.month > 3 and c.month\nif d == false then return 0 end\nreturn d"),
    Row(
      right: "local n = c.meter.note or 5\nif n == 5 then return n end\nreturn 1", others: ""),
    Row(
      right: "local seen = {}\nfor _, d in ipairs(c.deals) do\n"
        + "if d.note and not seen[d.note] then seen[d.note] = #d.note end end\nreturn seen"),
    Row(
      right: "return label(c.month)",
      before: "local function label(n, unit) if unit then return n .. unit end return n .. \"\" end"
    ),
    Row(right: "local t = { 1, 2 }\nreturn (t[c.meter.phases] or 0) + 1"),
    Row(right: "local t = {}\nfor i = 1, 3 do t[i] = i end\nreturn t[c.meter.phases] * 2"),
    Row(
      right: "local l = list.map(c.parts, function(p) return p:upper() end)\nreturn l[1] or \"\"",
      before: list),
    Row(right: "return c.meter.kind:gsub(\"|\", \"\")"),
    Row(right: "local n = c.month\nn = n > 9 and 9 or n\nreturn n"),
    Row(
      right: "local k, n = find(c.roof)\nif not k then return n end\nreturn k",
      before:
        "local function find(r) if not r then return nil, \"none\" end return \"r\", r.size end"),
    Row(
      right: "local v = c.meter.kind == \"smart\" and c.meter.kind or c.month\n"
        + "if c.meter.kind == \"smart\" then return #v end\nreturn v + 1"),
    Row(
      right: "local l = c.roof and c.parts or {}\nif #l == 0 then return 1 end\nreturn #l[#l]"),
    Row(
      right: "return last(c.meter.readings).day",
      before: "local function last(l) local x for _, r in ipairs(l) do x = r end return x end"),
    Row(
      right: "local n = {}\nfor _, r in ipairs(c.meter.readings) do n[r.day] = r end\n"
        + "local t = {}\nfor _, r in pairs(n) do t[#t + 1] = r.day end\nreturn t"),
    Row(
      right: "local q = {}\nfor _, p in ipairs(c.parts) do q[#q + 1] = p end\n"
        + "q[#q] = nil\nreturn q"),
    Row(
      right: "return pick(c.meter.kind) .. 1",
      before:
        "local function pick(k) local b if k == \"smart\" then b = 1 elseif k == \"analog\" then "
        + "b = 2 elseif k == \"double\" then b = 3 end return b end"),
    Row(
      right: "local noted = list.filter(c.deals, function(d) return d.note ~= nil end)\n"
        + "table.sort(noted, function(a, b) return a.note < b.note end)\nreturn noted",
      before: list),
    Row(
      right: "return c.sum + 1",
      others: "{ key = \"sum\", when = { month = 3 }, value = 1 },"
        + "{ key = \"sum\", when = function(c) return c.month ~= 3 end, value = 2 },"),
    Row(
      right: "return say(c.month, \"x\") .. say(3, \"x\")",
      before: "local function say(...) return string.format(\"%d %s\", ...) end"),
    Row(
      right:
        "local list, n = { 1 }, 0\nwhile #list < c.month do\nlist[#list + 1] = n n = n + 1 end\n"
        + "return n"),
    Row(
      right: "local t, n = { n = 0 }, 0\nwhile t.n < c.month do\nt.n = t.n + 1 n = n + 2 end\n"
        + "return n"),
  ]
}
