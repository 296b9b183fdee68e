import Foundation
import LuaRules
import Testing

private enum Plain: Sendable, CaseIterable, Equatable { case low, high }
private enum Raw: String, Sendable { case low = "LOW" }
private enum Numbered: Int, Sendable { case one = 1, two }
private enum Payment: Sendable, Equatable { case cash, card(number: String) }
private struct Point: Sendable, Codable, Equatable { var x: Int; var y: Int }
private struct Todo: RuleObject, Sendable, Equatable {
  var title: String
  static let ruleMembers: RuleMembers<Todo> = [.init("title", \.title)]
}
private final class Opaque: Sendable, Equatable {
  static func == (left: Opaque, right: Opaque) -> Bool { left === right }
}

/// One row of the table Swift ↔ Lua: a value, a test of it, and ways to write it in Lua.
private struct Row: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let check: @Sendable () throws -> [String]

  /// Creates a row of a value, a test that holds in Lua for `c.v`, and what
  /// gives the value when a rule writes it.
  init<Value: Sendable & Equatable>(_ value: Value, _ test: String, from literals: String...) {
    testDescription = "\(Value.self) \(value)"
    check = { try Self.problems(value, test, literals) }
  }

  /// What does not hold: the value in Lua, back through a rule, and from literals.
  private static func problems<Value: Sendable & Equatable>(
    _ value: Value, _ test: String, _ literals: [String]
  ) throws -> [String] {
    let key = RuleKey<Value>("v", default: value)
    let back = RuleKey<Value>("back", default: value)
    var problems: [String] = []
    var context = RuleContext(
      try model(
        """
        { key = "is", value = function(c) return \(test) end },
        { key = "back", value = function(c) return c.v end },
        """))
    context[dynamic: key] = value
    if try !context.value(at: "is", as: Bool.self) { problems.append("not \(test)") }
    if try context.value(for: key) != value { problems.append("set, it is not itself") }
    if try context.answer(at: "back", as: Value.self).source != .rule { problems.append("no rule") }
    if try context.value(for: back) != value { problems.append("it does not come back") }
    for literal in literals {
      let constant = RuleContext(try model("{ key = \"v\", value = \(literal) },"))
      let computed = RuleContext(
        try model("{ key = \"v\", value = function(c) return \(literal) end },"))
      for context in [constant, computed] where try context.value(for: key) != value {
        problems.append("\(literal) is not it")
      }
    }
    return problems
  }
}

/// The table of the design, through contexts, keys and rules.
struct BridgingTests {
  private static let id = UUID()

  private static let rows: [Row] = [
    Row(true, "c.v == true", from: "true"),
    Row(3, "math.type(c.v) == 'integer' and c.v == 3", from: "3", "3.0"),
    Row(Int.min, "c.v == math.mininteger", from: "math.mininteger"),
    Row(UInt8(255), "c.v == 255", from: "255"),
    Row(Int8(-128), "c.v == -128", from: "-128"),
    Row(UInt64(Int64.max), "c.v == math.maxinteger", from: "math.maxinteger"),
    Row(2.5, "math.type(c.v) == 'float' and c.v == 2.5", from: "2.5"),
    Row(3.0, "math.type(c.v) == 'float'", from: "3", "3.0"),
    Row(Float(0.5), "c.v == 0.5", from: "0.5"),
    Row("ä\n", "c.v == 'ä\\n' and #c.v == 3", from: "'ä\\n'"),
    Row("ab" as Substring, "c.v == 'ab'", from: "'ab'"),
    Row("é" as Character, "c.v == 'é'", from: "'é'"),
    Row(Int?.some(3), "c.v == 3", from: "3"),
    Row(Plain.high, "c.v == 'high'", from: "'high'"),
    Row(Raw.low, "c.v == 'LOW'", from: "'LOW'"),
    Row(Numbered.two, "c.v == 2", from: "2", "2.0"),
    Row(Payment.card(number: "1"), "c.v.card == '1' and c.v.cash == nil"),
    Row(
      Date(timeIntervalSince1970: 1.5), "c.v == 1.5", from: "1.5", "'1970-01-01T00:00:01.5Z'"),
    Row(Duration.milliseconds(500), "c.v == 0.5", from: "0.5"),
    Row(id, "c.v == '\(id)'", from: "'\(id)'", "'\(id.uuidString.lowercased())'"),
    Row(
      URL(string: "https://a.b/c") ?? URL(filePath: "/"), "c.v == 'https://a.b/c'",
      from: "'https://a.b/c'"),
    Row(Data([0xFF, 0]), "c.v == '\\xFF\\0'", from: "'\\xFF\\0'"),
    Row(Decimal(2), "c.v == 2", from: "2", "'2'"),
    Row(Decimal(25) / 10, "c.v == 2.5", from: "'2.5'", "2.5", "25 / 10"),
    Row([1, 2], "#c.v == 2 and c.v[2] == 2 and c.v[3] == nil", from: "{ 1, 2 }"),
    Row([[Int]](), "#c.v == 0", from: "{}"),
    Row(Set(["a"]), "#c.v == 1 and c.v[1] == 'a'", from: "{ 'a' }", "{ 'a', 'a' }"),
    Row(["a": 1], "c.v.a == 1 and c.v.b == nil", from: "{ a = 1 }"),
    Row([String: Int](), "next(c.v) == nil", from: "{}"),
    Row(["a": [Plain.low]], "c.v.a[1] == 'low'", from: "{ a = { 'low' } }"),
    Row(Point(x: 1, y: 2), "c.v.x == 1 and c.v.y == 2", from: "{ x = 1, y = 2.0 }"),
    Row([Point(x: 1, y: 2)], "c.v[1].y == 2", from: "{ { x = 1, y = 2 } }"),
    Row(Todo(title: "x"), "c.v.title == 'x'"),
    Row([Todo(title: "x")], "c.v[1].title == 'x' and #c.v == 1"),
    Row(Opaque(), "c.v == c.v and c.v ~= nil and c.v ~= 'x'"),
  ]

  @Test(arguments: rows)
  fileprivate func `a value goes into Lua and comes back`(row: Row) throws {
    #expect(try row.check() == [])
  }

  /// What is not exact, or out of range, is an error.
  static let refusals: [(literal: String, type: any Sendable.Type, expected: String)] = [
    ("3.5", Int.self, "3.5; expected an integer [wrong-value]"),
    ("256", UInt8.self, "256; expected an integer from 0 to 255 [wrong-value]"),
    ("-1", UInt.self, "-1; expected an integer that is not negative [wrong-value]"),
    (
      "'3'", Int.self,
      "\"3\"; expected an integer [wrong-type]\n  hint: write 3 without quotes"
    ),
    (
      "9007199254740993", Double.self,
      "9007199254740993; expected a number that floating point holds exactly [wrong-value]"
    ),
    ("1", Bool.self, "1; expected true or false [wrong-type]"),
    ("5", String.self, "5; expected a string [wrong-type]\n  hint: write \"5\", in quotes"),
    ("{ 1, 'x' }", [Int].self, "\"x\" in `[2]`; expected an integer [wrong-type]"),
    ("{ a = 1 }", [Int].self, "a table; expected a list of integers [wrong-type]"),
    ("{ 1 }", [String: Int].self, "a table; expected a table with string keys [wrong-type]"),
    ("null", Int.self, "null; expected an integer [wrong-type]"),
    ("'mid'", Plain.self, "\"mid\"; expected one of low, high [wrong-value]"),
  ]

  @Test(arguments: refusals)
  func `what is not exact is refused`(
    literal: String, type: any Sendable.Type, expected: String
  ) throws {
    let context = RuleContext(try model("{ key = \"v\", value = \(literal) },"))
    func text<Value: Sendable>(_ type: Value.Type) -> String {
      do {
        return "\(try context.value(at: "v", as: type))"
      } catch { return "\(error)" }
    }
    #expect(text(type) == "rules.lua:2: error: rule for `v` gives \(expected)")
  }

  @Test func `an integer too large for Lua is an error`() throws {
    var context = RuleContext(
      try model("{ key = \"answer\", value = function(c) return c.v end },"))
    context["v"] = UInt64.max
    #expect(outcome(in: context).contains("18446744073709551615"))
    #expect(outcome(in: context).hasPrefix("rules.lua:2: error: "))
  }

  @Test func `nothing is nil, and null comes back as nothing`() throws {
    let rules = try model(
      """
      { key = "answer", value = function(c) return c.v == nil and c.list[2] == nil end },
      { key = "nothing", value = null },
      { key = "declined", value = function(c) return nil end },
      """)
    var context = RuleContext(rules)
    context["v"] = Int?.none
    context["list"] = [1, nil, 3] as [Int?]
    #expect(outcome(in: context) == "true")
    #expect(try context.value(for: RuleKey<Int?>("nothing", default: 3)) == nil)
    #expect(try context.value(for: RuleKey<Int?>("declined", default: 3)) == 3)
  }

  @Test func `tuples are read by position, cases without payload by name`() throws {
    var context = RuleContext(
      try model("{ key = \"answer\", value = function(c) return { c.v[1], c.v[2], c.p } end },"))
    context["v"] = ("a", 2)
    context["p"] = Payment.cash
    #expect(outcome(in: context) == "[\"a\",2,\"cash\"]")
  }

  @Test func `a case without payload comes back by its name`() throws {
    let rules = try model("{ key = \"p\", value = \"cash\" }, { key = \"q\", value = \"card\" },")
    let context = RuleContext(rules)
    #expect(try context.value(at: "p", as: Payment.self) == .cash)
    let error = try #require(throws: RuleError.self) {
      try context.value(at: "q", as: Payment.self)
    }
    #expect(error.code == .wrongType)
  }
}
