// Faults in tables that functions make, in functions that call themselves, and in what calls give.

extension PlantedFault {
  static let madeTableFaults: [PlantedFault] = [
    .init(
      rule: #"key = "spareTexts", value = function(c) return { c.order.count } end"#, "wrong-type"),
    .init(
      rule: #"key = "spareTexts", value = function(c) return { c.order.id, c.order.total } end"#,
      "wrong-type"),
    .init(
      rule: #"key = "spareTexts", value = function(c) return { id = c.order.id } end"#, "wrong-type"
    ),
    .init(
      #"""
      return {
        { key = "spareTexts", value = function(c)
          local counts = {}
          for i, line in ipairs(c.order.lines) do
            counts[i] = line.count
          end
          return counts
        end },
      }
      """#, line: 5, "wrong-type"),
    .init(
      #"""
      return {
        { key = "spareTexts", value = function(c)
          local prices = {}
          for _, line in ipairs(c.order.lines) do
            table.insert(prices, line.price)
          end
          return prices
        end },
      }
      """#, line: 5, "wrong-type"),
    .init(
      rule: #"key = "spareObject", value = function(c) return { name = c.order.total } end"#,
      "wrong-type"),
    .init(rule: #"key = "priority", value = function(c) return c.order.status end"#, "wrong-type"),
    .init(
      rule: #"key = "spareObject", value = function(c) return { nam = c.order.id } end"#,
      "wrong-type"),
    .init(rule: #"key = "spareObject", value = function(c) return { "a" } end"#, "wrong-type"),
    .init(
      rule: #"key = "spareObject", value = function(c) return c.order.customer end"#, "wrong-type"),
    .init(rule: #"key = "sparePlace", value = function(c) return {} end"#, "wrong-type"),
    .init(
      rule: #"key = "sparePlace", value = function(c) return { zip = "1" } end"#, "wrong-type"),
    .init(
      rule: #"key = "sparePlace", value = function(c) return c.order.lines[1] end"#, "wrong-type"),
    .init(rule: #"key = "spareTexts", value = function(c) return c.order.lines end"#, "wrong-type"),
    .init(rule: #"key = "spareNumber", value = function(c) return c.order.note end"#, "wrong-type"),
    .init(
      rule: #"key = "spareText", value = function(c) return math.max(c.order.count, 1) end"#,
      "wrong-type"),
  ]

  /// A fault in the third line of a function that calls itself.
  private init(recursion base: String, _ call: String, with argument: String) {
    self.init(
      """
      local function count(n)
        if \(base) then return 0 end
        return 1 + \(call)
      end

      return {
        { key = "spare", value = function(c) return count(\(argument)) end },
      }
      """, line: 3, "endless-loop")
  }

  static let recursionFaults: [PlantedFault] = [
    .init(recursion: "n <= 0", "count(n)", with: "c.order.count"),
    .init(recursion: "n <= 1", "count(n + 1)", with: "c.order.count"),
    .init(recursion: "n == 0", "count(n + 1)", with: "c.order.count"),
    .init(recursion: "n > 20", "count(n - 1)", with: "c.level"),
    .init(
      #"""
      return {
        { key = "spare", value = function(c)
          local i = 1
          while i <= #c.order.tags do
            if c.order.tags[i] == "gift" then return i end
          end
          return 0
        end },
      }
      """#, line: 4, "endless-loop"),
  ]

  static let callResultFaults: [PlantedFault] = [
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:match("%d+") > 3 end"#,
      "impossible-comparison"),
    .init(
      rule: #"key = "spare", value = function(c) return c.order.id:match("%d+") + 1 end"#,
      "possible-nil"),
    .init(
      #"""
      local seen = {}

      local function note(order)
        seen.last = order.id
        return seen.last
      end

      return {
        { key = "spare", value = function(c) return note(c.order) end },
      }
      """#, line: 4, "frozen"),
  ]
}
