import LuaRules
import LuaRulesTools
import Testing

/// Numbers that loops add up, compared with what they are at most.
@Suite struct AddedNumberTests {
  private static let schema = #"""
    { "type": "object", "required": ["n", "b", "list"], "properties": {
      "n": { "type": "integer", "minimum": 0, "maximum": 3 }, "b": { "type": "boolean" },
      "list": { "type": "array", "maxItems": 3, "items": {
        "type": "object", "required": ["i", "x"], "properties": {
          "i": { "type": "integer", "minimum": -1, "maximum": 2 },
          "x": { "type": "number", "minimum": 0, "maximum": 2 } } } },
      "key": { "type": "boolean" } } }
    """#

  /// Statements that calculate `sum`, with the least and the greatest number that the check knows of;
  /// `nil` if it knows none.
  struct Program: Sendable, CustomTestStringConvertible {
    let text: String
    let least: Int?
    let most: Int?
    var testDescription: String { text }

    init(_ text: String, _ least: Int?, _ most: Int?) {
      (self.text, self.least, self.most) = (text, least, most)
    }
  }

  private static let programs = [
    Program("for _, e in ipairs(c.list) do sum = sum + e.i end", -3, 6),
    Program("for _, e in pairs(c.list) do sum = e.i + sum end", -3, 6),
    Program("for _, e in ipairs(c.list) do sum = sum - e.i end", -6, 3),
    Program("for _, e in ipairs(c.list) do sum = sum + e.x end", 0, 6),
    Program("for _, e in ipairs(c.list) do if e.i > 0 then sum = sum + 1 end end", 0, 3),
    Program("for _, e in ipairs(c.list) do sum = sum + 1; if e.i > 0 then break end end", 0, 3),
    Program("for i = 1, #c.list do sum = sum + c.list[i].i end", -3, 6),
    Program("for i = 1, c.n do sum = sum + i end", 0, 9),
    Program("for i = 1, 2 do sum = sum + c.n end", 0, 6),
    Program("for i = 0, c.n, 2 do sum = sum + 1 end", 1, 2),
    Program("for _, e in ipairs(c.list) do sum = sum + e.i; sum = sum - 1 end", -6, 5),
    Program("for i = 1, c.n do for _, e in ipairs(c.list) do sum = sum + e.i end end", -9, 18),
    Program("for i = 1, 2 do local k = 0; for j = 1, 2 do k = k + 1 end; sum = sum + k end", 1, 4),
    Program(
      "if c.b then sum = 50 else for _, e in ipairs(c.list) do sum = sum + e.i end end", -3, 50),
    Program("sum = 50; if c.b then sum = 1; for i = 1, c.n do sum = sum + 1 end end", 1, 50),
    Program(
      "for i = 1, c.n do local k = 0; while k < 2 do k = k + 1; sum = sum + 1 end end", 0, nil),
    Program(
      "for i = 1, c.n do local k = 0; repeat k = k + 1; sum = sum + 1 until k > 1 end", 0, nil),
    Program(
      "for i = 1, c.n do ::again:: sum = sum + 1; if sum % 2 == 1 then goto again end end", 0, nil),
    Program("for i = 1, c.n do sum = sum + sum + 1 end", nil, nil),
    Program("for i = 1, c.n do if c.b then sum = 7 end; sum = sum + 1 end", 0, nil),
    Program("local function add(k) sum = sum + k end for i = 1, c.n do add(i) end", nil, nil),
  ]

  private static func text(_ program: Program, _ condition: String) -> String {
    """
    return { { key = "key", value = function(c)
    local sum = 0
    \(program.text)
    if \(condition) then return true end
    return false
    end } }
    """
  }

  private static func neverHolds(_ program: Program, _ condition: String) throws -> Bool {
    let found = try CheckedText.check(text(program, condition), schema: schema).findings
      .filter { $0.severity > .info }
    #expect(found.allSatisfy { $0.code == .unreachableBranch && $0.location.line == 4 })
    return !found.isEmpty
  }

  @Test(arguments: programs)
  func `a branch beyond the bounds of a sum is never reached`(program: Program) throws {
    if let most = program.most {
      #expect(try Self.neverHolds(program, "sum > \(most)"))
      #expect(try !Self.neverHolds(program, "sum >= \(most)"))
    } else {
      #expect(try !Self.neverHolds(program, "sum > 1000"))
    }
    if let least = program.least {
      #expect(try Self.neverHolds(program, "sum < \(least)"))
      #expect(try !Self.neverHolds(program, "sum <= \(least)"))
    } else {
      #expect(try !Self.neverHolds(program, "sum < -1000"))
    }
  }

  /// All contexts of the schema with integers only.
  private static let contexts: [String] = {
    var lists: [[String]] = [[]]
    for _ in 0..<3 {
      lists += lists.filter { $0.count == (lists.last?.count ?? 0) }.flatMap { list in
        [-1, 0, 2].map { list + [#"{ "i": \#($0), "x": \#(max(0, $0)) }"#] }
      }
    }
    return lists.flatMap { list in
      (0...3).flatMap { n in
        [true, false].map {
          #"{ "n": \#(n), "b": \#($0), "list": [\#(list.joined(separator: ", "))] }"#
        }
      }
    }
  }()

  @Test(arguments: programs)
  func `no context contradicts what is said of a sum`(program: Program) throws {
    let schema = try RuleSchema(json: Self.schema)
    for number in stride(from: -20, through: 20, by: 2) {
      let condition = number > 0 ? "sum > \(number)" : "sum < \(number)"
      guard try Self.neverHolds(program, condition) else { continue }
      let model = try RuleModel(text: Self.text(program, condition), name: "r.lua", schema: schema)
      for json in Self.contexts {
        var context = RuleContext(model)
        try context.setValues(json: json)
        #expect(try context.json(at: "key") != "true", "\(condition) in \(json)")
      }
    }
  }

  @Test func `it names what it rests on`() throws {
    let check = try CheckedText.check(
      Self.text(Self.programs[0], "sum > 6"), schema: Self.schema)
    let found = check.findings.filter { $0.severity > .info }
    #expect(
      found.map(\.message) == [
        "this test never holds, so a branch is never reached; the schema says that `#list` is from 0 to 3 and `e.i` is from -1 to 2"
      ])
  }
}
