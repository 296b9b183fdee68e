// Values that nothing uses, code where no way leads, and entries that are not there yet.

extension PlantedFault {
  /// A fault in the third line of a file, in a value function.
  private init(body: String, _ code: String) {
    self.init(
      """
      local function isBig(order) return order.total > 1000 end
      return { { key = "spareText", value = function(c) if isBig(c.order) then return "big" end
        \(body)
      end } }
      """, line: 3, code)
  }

  static let unusedFaults: [PlantedFault] = [
    .init(body: "local id = c.order.id id:upper() return id", "unused-value"),
    .init(body: "local id = c.order.id string.upper(id) return id", "unused-value"),
    .init(body: "math.floor(c.order.total) return c.order.id", "unused-value"),
    .init(body: #"local x = "a" x = c.order.id x = c.order.note return x"#, "unused-value"),
    .init(
      body:
        #"local x x = "a" if c.isTest then x = "b" else x = "c" end return x"#, "unused-value"),
    .init(body: "do return c.order.id end return c.order.status", "unreachable-branch"),
    .init(
      body: #"if c.isTest then return "a" else return "b" end return "c""#, "unreachable-branch"),
    .init(
      """
      local function isBig(order) return order.total > 1000 end
      local function isSmall(order) return order.total < 10 end
      return { { key = "spareText", value = function(c) if isSmall(c.order) then return "small" end
        if isBig then return "big" end
        return "?"
      end } }
      """, line: 4, "decided-test"),
    .init(
      """
      local names = require "names"
      return { { key = "spareText", value = function(c)
        return c.isTest and names.initial and "a" or "b" end } }
      """, line: 3, "decided-test"),
    .init(
      body:
        #"local t = {} for i, tag in ipairs(c.order.tags) do t[i] = not c.order.status == "new" end return t[1] and "x""#,
      "impossible-comparison"),
    .init(
      body: #"local names = { de = "A", fr = "B" } return names[c.order.region]:upper()"#,
      "possible-nil"),
    .init(
      body: #"local names = { eu = "A", fr = "B" } return names[c.order.region]:upper()"#,
      "possible-nil"),
    .init(
      body:
        #"local l if c.order.region == "eu" then l = "A" elseif c.isTest then l = "B" end return l .. "x""#,
      "possible-nil"),
    .init(body: "return c.order.tags[0]", "unknown-member"),
    .init(body: "return c.order.tags[#c.order.tags + 1]", "unknown-member"),
    .init(
      body: "for i = 0, #c.order.lines do if c.order.lines[i].gift then return c.order.id end end",
      "possible-nil"),
    .init(
      body: #"local l = c.order.lines for i = 1, #l do if l[i + 1].gift then return "x" end end"#,
      "possible-nil"),
    .init(
      body: #"local l = c.order.lines for i = #l, 0, -1 do if l[i].gift then return "x" end end"#,
      "possible-nil"),
    .init(
      """
      local prices = require "prices"
      return { { key = "spare", value = function(c) return prices.fre end } }
      """, line: 2, "unknown-member"),
    .init(
      """
      return { { key = "spare", value = function(c)
        local counts = {}
        for _, line in ipairs(c.order.lines) do
          counts[line.sku] = counts[line.sku] + line.count
        end
        return counts
      end } }
      """, line: 4, "possible-nil"),
    .init(
      """
      return { { key = "spare", value = function(c)
        local lists = {}
        for _, line in ipairs(c.order.lines) do
          local list = lists[line.sku]
          list[#list + 1] = line.count
        end
        return next(lists)
      end } }
      """, line: 5, "possible-nil"),
    .init(
      """
      return { { key = "spare", value = function(c)
        local texts = {}
        for _, line in ipairs(c.order.lines) do
          texts[line.sku] = texts[line.sku] .. line.sku
        end
        return texts
      end } }
      """, line: 4, "possible-nil"),
  ]
}
