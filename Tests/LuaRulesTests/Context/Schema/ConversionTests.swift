import LuaBridge
import Testing

@testable import LuaRules

/// A type, a JSON text, and what comes out.
struct ConversionCase: CustomTestStringConvertible, Sendable {
  let type: ValueType
  let json: String
  let expected: String

  init(_ type: ValueType, _ json: String, _ expected: String) {
    self.type = type
    self.json = json
    self.expected = expected
  }

  var testDescription: String { "\(json.prefix(50)) as \(type.expectation)" }
}

@Suite struct ConversionTests {
  static let todo = ValueType.object(
    ObjectType(members: [
      .init("title", .string),
      .init("count", .optional(.integer(nil)), defaultValue: .integer(1)),
      .init("due", .optional(.date)),
    ]))
  static let color = ValueType.enumeration(["gray", "red", "black"])
  static let byte = ValueType.integer(0...255)
  static let dateText =
    "a date, in seconds since 1970 or as a string like \"2026-01-31T12:00:00Z\""
  static let long = String(repeating: "x", count: 100)

  static let intoLua: [ConversionCase] = [
    ConversionCase(.any, "3", "3"),
    ConversionCase(.any, "[1, {\"a\": null}]", "{1, {a=null}}"),
    ConversionCase(.boolean, "true", "true"),
    ConversionCase(.boolean, "0", "wrongType |0|true or false"),
    ConversionCase(.boolean, "null", "null"),
    ConversionCase(.optional(.boolean), "null", "null"),
    ConversionCase(.optional(.boolean), "1", "wrongType |1|true or false or null"),
    ConversionCase(.integer(nil), "3.0", "3"),
    ConversionCase(.integer(nil), "3.5", "wrongType |3.5|an integer"),
    ConversionCase(.integer(nil), "1e300", "wrongValue |1e+300|an integer"),
    ConversionCase(.integer(nil), "\"3\"", "wrongType |\"3\"|an integer"),
    ConversionCase(byte, "255", "255"),
    ConversionCase(byte, "256.0", "wrongValue |256.0|an integer from 0 to 255"),
    ConversionCase(.integer(0 ... .max), "-1", "wrongValue |-1|an integer of at least 0"),
    ConversionCase(.integer(.min...5), "6", "wrongValue |6|an integer of at most 5"),
    ConversionCase(.number, "3", "float 3.0"),
    ConversionCase(.number, "0.5", "float 0.5"),
    ConversionCase(
      .number, "9007199254740993",
      "wrongValue |9007199254740993|a number that a float holds exactly"),
    ConversionCase(.string, "\"a\"", "\"a\""),
    ConversionCase(.string, "{}", "wrongType |a table|a string"),
    ConversionCase(
      .integer(nil), "\"\(long)\"",
      "wrongType |\"\(long.prefix(60))…\"|an integer"),
    ConversionCase(.boolean, #""a\"\\\n\u00011""#, #"wrongType |"a\"\\\n\x011"|true or false"#),
    ConversionCase(color, "\"red\"", "\"red\""),
    ConversionCase(
      color, "\"grey\"", "wrongValue |\"grey\"|one of gray, red, black|gray red black"),
    ConversionCase(color, "1", "wrongType |1|one of gray, red, black|gray red black"),
    ConversionCase(.enumeration([.integer(1), .number(2)]), "1.0", "1"),
    ConversionCase(.enumeration([.integer(1), .number(2)]), "2", "float 2.0"),
    ConversionCase(
      .enumeration([.integer(1), .string(""), .boolean(true)]), "7",
      "wrongValue |7|one of 1, \"\", true|"),
    ConversionCase(.list(of: byte), "[1, 2.0]", "{1, 2}"),
    ConversionCase(.list(of: byte), "[]", "{}"),
    ConversionCase(.list(of: byte), "[1, 300]", "wrongValue 2|300|an integer from 0 to 255"),
    ConversionCase(.list(of: byte), "[null]", "wrongType 1|null|an integer from 0 to 255"),
    ConversionCase(.list(of: .optional(byte)), "[null]", "{null}"),
    ConversionCase(
      .list(of: byte), "{\"a\": 1}", "wrongType |a table|a list of integers from 0 to 255"),
    ConversionCase(.dictionary(of: .number), "{\"a\": 1}", "{a=float 1.0}"),
    ConversionCase(.dictionary(of: .number), "[1]", "wrongType |a table|an object of numbers"),
    ConversionCase(
      .dictionary(of: color), "{\"a\": 1}",
      "wrongType a|1|one of gray, red, black|gray red black"),
    ConversionCase(todo, "{\"title\": \"x\"}", "{count=1, title=\"x\"}"),
    ConversionCase(todo, "{\"title\": null, \"count\": null}", "{count=null, title=null}"),
    ConversionCase(todo, "{}", "{count=1}"),
    ConversionCase(
      todo, "{\"titel\": \"x\"}",
      "wrongValue |an object with `titel`|one with count, due, title|count due title"),
    ConversionCase(todo, "{\"title\": 1}", "wrongType title|1|a string"),
    ConversionCase(todo, "[1]", "wrongType |a table|an object"),
    ConversionCase(
      .list(of: todo), "[{\"due\": \"soon\"}]", "wrongValue 1.due|\"soon\"|\(dateText) or null"),
    ConversionCase(
      .object(ObjectType(members: [], isOpen: false)), "{\"a\": 1}",
      "wrongValue |an object with `a`|an object without members"),
    ConversionCase(
      .object(ObjectType(members: [.init("a", .number)], isOpen: true)), "{\"a\": 1, \"b\": 1}",
      "{a=float 1.0, b=1}"),
    ConversionCase(
      .uuid, "\"e621e1f8-c36c-495a-93fc-0c247a3e6e5f\"", "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\""),
    ConversionCase(.uuid, "\"e621e1f8\"", "wrongValue |\"e621e1f8\"|a UUID"),
    ConversionCase(.url, "\"https://example.org/a?b=c\"", "\"https://example.org/a?b=c\""),
    ConversionCase(.url, "\"\"", "wrongValue |\"\"|a URL"),
    ConversionCase(.data, "\"YWJj\"", "\"abc\""),
    ConversionCase(.data, "\"/wA=\"", "bytes [255, 0]"),
    ConversionCase(.data, "\"?\"", "wrongValue |\"?\"|bytes in base64"),
    ConversionCase(.opaque("View"), "\"main\"", "\"main\""),
    ConversionCase(.duration, "\"P1DT2H3M4.5S\"", "float 93784.5"),
    ConversionCase(.duration, "\"-PT90S\"", "float -90.0"),
    ConversionCase(.duration, "\"P2W\"", "float 1209600.0"),
    ConversionCase(.duration, "90", "float 90.0"),
    ConversionCase(
      .duration, "\"P1Y\"",
      "wrongValue |\"P1Y\"|a duration, in seconds or as a string like \"PT90S\""),
    ConversionCase(
      .duration, "\"P\"", "wrongValue |\"P\"|a duration, in seconds or as a string like \"PT90S\""),
    ConversionCase(
      .duration, "\"P1DT\"",
      "wrongValue |\"P1DT\"|a duration, in seconds or as a string like \"PT90S\""),
    ConversionCase(
      .duration, "\"PT1S1M\"",
      "wrongValue |\"PT1S1M\"|a duration, in seconds or as a string like \"PT90S\""),
  ]

  @Test(arguments: intoLua)
  func `a JSON value becomes what its type says`(_ example: ConversionCase) throws {
    let value = try JSON.read(example.json)
    #expect(outcome { try example.type.coerce(value) } == example.expected)
  }

  static let outOfLua: [WritingCase] = [
    WritingCase(.integer(3), .number, "3"),
    WritingCase(.number(3), .integer(nil), "3"),
    WritingCase(.null, .any, "null"),
    WritingCase(.null, .optional(.string), "null"),
    WritingCase(.nil, .optional(.string), "null"),
    WritingCase(.null, .string, "wrongType |null|a string"),
    WritingCase(.function, .any, "wrongType |a function|a value"),
    WritingCase(
      .table(LuaTable(elements: [.function])), .any, "wrongType 1|a function|a value"),
    WritingCase(
      .table(LuaTable(fields: [("count", .number(2)), ("title", .string("x"))])), todo,
      "{count=2, title=\"x\"}"),
    WritingCase(
      .table(LuaTable(fields: [("count", .number(2))])), todo, "wrongType title|nil|a string"),
    WritingCase(
      .table(LuaTable(fields: [("count", .null), ("title", .string("x"))])), todo,
      "{count=null, title=\"x\"}"),
    WritingCase(
      .table(LuaTable(fields: [("title", .null)])), todo, "wrongType title|null|a string"),
    WritingCase(
      .table(LuaTable(elements: [.integer(1)], fields: [("title", .string("x"))])), todo,
      "wrongType |a table|an object"),
    WritingCase(.string("2026-01-31T12:00:00Z"), .date, "float 1769860800.0"),
    WritingCase(.integer(5), .date, "float 5.0"),
    WritingCase(.number(.nan), .date, "wrongValue |nan|\(dateText)"),
    WritingCase(.string("abc"), .data, "\"abc\""),
    WritingCase(.bytes([0xFF]), .data, "bytes [255]"),
    WritingCase(.bytes([0xFF]), .string, #"wrongValue |"\xFF"|a string in UTF-8"#),
    WritingCase(.object(ObjectHandle(index: 1)), .opaque("View"), "object 1"),
    WritingCase(.object(ObjectHandle(index: 1)), .optional(todo), "object 1"),
    WritingCase(.object(ObjectHandle(index: 1)), .list(of: todo), "object 1"),
    WritingCase(
      .object(ObjectHandle(index: 1)), .string, "wrongType |an object of the host|a string"),
    WritingCase(.string("x"), .opaque("View"), "wrongType |\"x\"|an object of the type View"),
  ]

  @Test(arguments: outOfLua)
  func `what a rule gives is checked`(_ example: WritingCase) {
    #expect(outcome { try example.type.check(example.value) } == example.expected)
  }

  static let dates: [TextCase] = [
    TextCase("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"),
    TextCase("2024-02-29t23:59:59.25z", "2024-02-29T23:59:59.25Z"),
    TextCase("2026-01-01T00:30:00+02:00", "2025-12-31T22:30:00Z"),
    TextCase("2026-01-01 00:30:00-0130", "2026-01-01T02:00:00Z"),
    TextCase("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"),
    TextCase("9999-12-31T23:59:59.5Z", "9999-12-31T23:59:59.5Z"),
    TextCase("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.5Z"),
    TextCase("2023-02-29T00:00:00Z", "none"),
    TextCase("2026-13-01T00:00:00Z", "none"),
    TextCase("2026-01-01T24:00:00Z", "none"),
    TextCase("2026-01-01T00:00:00", "none"),
    TextCase("2026-01-01", "2026-01-01T00:00:00Z"),
    TextCase("2026-01-01T00:00:00.Z", "none"),
    TextCase("2026-01-01T00:00:00Zx", "none"),
    TextCase("0000-01-01T00:00:00+23:59", "none"),
  ]

  @Test(arguments: dates)
  func `dates are read and written`(_ example: TextCase) {
    let text = ISO8601.date(example.input).flatMap(ISO8601.text(forDate:))
    #expect((text ?? "none") == example.expected)
  }

  @Test func `every day of 800 years comes back`() {
    for day in -146_097...146_097 {
      let seconds = Double(day) * 86_400 + 1
      #expect(ISO8601.text(forDate: seconds).flatMap(ISO8601.date) == seconds)
    }
  }

  static let malformed: [TextCase] = [
    TextCase("0.123456789012345678901234567890123456789", "wrongValue"),
    TextCase("1e128", "wrongValue"), TextCase("1e99999999999999999999", "wrongValue"),
    TextCase("", "wrongValue"), TextCase("1.", "wrongValue"), TextCase(".5", "wrongValue"),
    TextCase("1e", "wrongValue"), TextCase("0x1", "wrongValue"), TextCase("1 ", "wrongValue"),
  ]

  static let decimals: [TextCase] = [
    TextCase("3", "3"), TextCase("3.0", "3"), TextCase("-0.0", "0"),
    TextCase("12.50", "float 12.5"),
    TextCase("+0012.5e1", "125"), TextCase("1e-3", "float 0.001"), TextCase("1.5E3", "1500"),
  ]

  @Test(arguments: decimals + malformed)
  func `decimals are numbers`(_ example: TextCase) {
    for convert in [ValueType.decimal.coerce, ValueType.decimal.check] {
      let text = outcome { try convert(.string(example.input)) }
      #expect(text == example.expected || text.hasPrefix(example.expected + " "))
    }
  }

  static let longDecimals: [TextCase] = [
    TextCase("9223372036854775808", "\"9223372036854775808\""),
    TextCase("-9223372036854775808", "-9223372036854775808"),
    TextCase("1234567890123456", "1234567890123456"),
    TextCase(
      "0.12345678901234567890123456789012345678", "\"0.12345678901234567890123456789012345678\""),
  ]

  @Test(arguments: longDecimals)
  func `a long decimal comes out of Lua as it is, and does not go in`(_ example: TextCase) {
    #expect(outcome { try ValueType.decimal.check(.string(example.input)) } == example.expected)
    #expect(
      outcome { try ValueType.decimal.coerce(.string(example.input)) }.hasSuffix(
        "|a decimal number of at most 15 significant digits: round it, or declare a string, or an "
          + "integer of cents"))
  }
}
