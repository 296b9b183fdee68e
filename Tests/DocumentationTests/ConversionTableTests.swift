import Foundation
import LuaRules
import Testing

private enum Plain: Sendable { case low, high }
private enum Raw: String, Sendable { case low = "LOW" }
private struct Point: Codable, Equatable { var x: Int; var y: Int }
private final class Unknown: Sendable {}

/// The rows of the table in bridging-types.md.
@Suite struct ConversionTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let value: any Sendable
    let test: String
    var testDescription: String { test }
  }

  private static let id = UUID()

  @Test(arguments: [
    Row(value: true, test: "c.v == true"),
    Row(value: UInt8(3), test: "math.type(c.v) == 'integer' and c.v == 3"),
    Row(value: 3.0, test: "math.type(c.v) == 'float'"),
    Row(value: "text" as Substring, test: "c.v == 'text'"),
    Row(value: "é" as Character, test: "c.v == 'é'"),
    Row(value: Int?.none, test: "c.v == nil"),
    Row(value: Raw.low, test: "c.v == 'LOW'"),
    Row(value: Plain.high, test: "c.v == 'high'"),
    Row(value: Payment.card(number: "1"), test: "c.v.card == '1' and c.v.cash == nil"),
    Row(value: Date(timeIntervalSince1970: 1.5), test: "c.v == 1.5"),
    Row(value: Duration.milliseconds(500), test: "c.v == 0.5"),
    Row(value: id, test: "c.v == '\(id)'"),
    Row(value: URL(filePath: "/a"), test: "c.v == 'file:///a'"),
    Row(value: Data([0xFF]), test: "c.v == '\\xFF'"),
    Row(value: Decimal(2), test: "c.v == 2"),
    Row(value: Decimal(string: "2.5"), test: "c.v == 2.5"),
    Row(value: [1, 2], test: "#c.v == 2 and c.v[2] == 2"),
    Row(value: Set([7]), test: "#c.v == 1 and c.v[1] == 7"),
    Row(value: ("a", 1), test: "c.v[1] == 'a' and c.v[2] == 1"),
    Row(value: ["a": 1], test: "c.v.a == 1 and c.v.b == nil"),
    Row(value: Point(x: 1, y: 2), test: "c.v.x == 1"),
    Row(
      value: try? RuleRecord(columns, values: ["Ann", nil, 3]),
      test: "c.v.rank == 3 and c.v.city == nil"),
    Row(value: Unknown(), test: "c.v == c.v and c.v ~= nil"),
  ])
  func `a Swift value is in Lua what the table says`(row: Row) throws {
    var context = RuleContext(
      try RuleModel(text: "return {{ key = 'is', value = function(c) return \(row.test) end }}"))
    context["v"] = row.value
    #expect(try context.value(at: "is", as: Bool.self))
  }

  private func given<Value>(_ lua: String, as type: Value.Type) throws -> Value {
    try RuleContext(RuleModel(text: "return {{ key = 'v', value = \(lua) }}")).value(
      at: "v", as: type)
  }

  @Test func `what rules give becomes what the table says`() throws {
    #expect(try given("3.0", as: Int.self) == 3)
    #expect(throws: RuleError.self) { try given("3.5", as: Int.self) }
    #expect(throws: RuleError.self) { try given("300", as: UInt8.self) }
    #expect(try given("3", as: Double.self) == 3)
    #expect(try given("null", as: Int?.self) == nil)
    #expect(try given("'LOW'", as: Raw.self) == .low)
    #expect(try given("'high'", as: Plain.self) == .high)
    #expect(try given("'1970-01-01T00:00:01Z'", as: Date.self).timeIntervalSince1970 == 1)
    #expect(try given("0.5", as: Duration.self) == .milliseconds(500))
    #expect(try given("'\(Self.id)'", as: UUID.self) == Self.id)
    #expect(try given("'2.5'", as: Decimal.self) == Decimal(string: "2.5"))
    #expect(try given("0.1 + 0.2", as: Decimal.self) == Decimal(string: "0.3"))
    #expect(try given("{ 1, 2 }", as: [Int].self) == [1, 2])
    #expect(try given("{ a = 1 }", as: [String: Int].self) == ["a": 1])
    #expect(try given("{ x = 1, y = 2 }", as: Point.self) == Point(x: 1, y: 2))
  }

  @Test func `what has no type of its own comes back as it was`() throws {
    let unknown = Unknown()
    var context = RuleContext(
      try RuleModel(text: "return {{ key = 'back', value = function(c) return c.v end }}"))
    context["v"] = unknown
    #expect(try context.value(at: "back", as: Unknown.self) === unknown)
  }

  @Test func `a context from JSON is checked against the schema`() throws {
    let moment = RuleKey("moment", default: Date(timeIntervalSince1970: 0))
    let schema = try RuleSchema(
      json:
        #"{"properties": {"m": {"type": "string", "format": "date-time"}, "n": {"type": "number"}}}"#
    )
    let model = try RuleModel(
      text: "return {{ key = 'moment', value = function(c) return c.m + c.n end }}", schema: schema)
    var context = RuleContext(model)
    try context.setValues(json: #"{"m": "1970-01-01T00:00:01Z", "n": 2}"#)
    #expect(try context.value(for: moment).timeIntervalSince1970 == 3)
    #expect(throws: RuleError.self) { try context.setValues(json: #"{"n": "two"}"#) }
  }
}
