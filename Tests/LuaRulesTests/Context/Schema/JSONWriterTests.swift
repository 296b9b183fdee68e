import Foundation
import LuaBridge
import Testing

@testable import LuaRules

struct WritingCase: CustomTestStringConvertible, Sendable {
  let value: LuaValue
  let type: ValueType
  let expected: String

  init(_ value: LuaValue, _ type: ValueType, _ expected: String) {
    self.value = value
    self.type = type
    self.expected = expected
  }

  var testDescription: String { "\(value.dump) as \(type.expectation) → \(expected)" }
}

@Suite struct JSONWriterTests {
  static let todo = ValueType.object(
    ObjectType(members: [.init("count", .integer(nil)), .init("tags", .list(of: .string))]))
  static let empty = LuaValue.table(LuaTable())

  static let cases: [WritingCase] = [
    WritingCase(.nil, .any, "null"),
    WritingCase(.null, .string, "null"),
    WritingCase(.boolean(true), .boolean, "true"),
    WritingCase(.integer(.min), .integer(nil), "-9223372036854775808"),
    WritingCase(.integer(3), .number, "3"),
    WritingCase(.number(3), .integer(nil), "3"),
    WritingCase(.number(3), .optional(.integer(0...9)), "3"),
    WritingCase(.number(3), .number, "3.0"),
    WritingCase(.number(3), .any, "3.0"),
    WritingCase(.number(0.1), .integer(nil), "0.1"),
    WritingCase(.number(1e300), .any, "1e+300"),
    WritingCase(.number(-0.0), .any, "-0.0"),
    WritingCase(.number(.nan), .any, "JSON has no NaN"),
    WritingCase(.number(-.infinity), .integer(nil), "JSON has no infinity"),
    WritingCase(
      .string("a/\"\\\n\t\r\u{8}\u{C}\u{1}\u{1F}\u{7F}ü😀"), .any,
      "\"a/\\\"\\\\\\n\\t\\r\\b\\f\\u0001\\u001f\u{7F}ü😀\""),
    WritingCase(.bytes([0xFF]), .string, "the string is not valid UTF-8"),
    WritingCase(.bytes([0xFF, 0]), .data, "\"/wA=\""),
    WritingCase(.string("abc"), .data, "\"YWJj\""),
    WritingCase(.string("abc"), .optional(.data), "\"YWJj\""),
    WritingCase(.number(0), .date, "\"1970-01-01T00:00:00Z\""),
    WritingCase(.integer(1), .date, "\"1970-01-01T00:00:01Z\""),
    WritingCase(.number(1e300), .date, "the date 1e+300 is not in the years 0 to 9999"),
    WritingCase(.number(1.5), .duration, "\"PT1.5S\""),
    WritingCase(.string("0.10"), .decimal, "\"0.10\""),
    WritingCase(.number(3), .decimal, "3"),
    WritingCase(empty, .any, "[]"),
    WritingCase(empty, .list(of: .any), "[]"),
    WritingCase(empty, todo, "{}"),
    WritingCase(empty, .optional(.dictionary(of: .any)), "{}"),
    WritingCase(.table(LuaTable(elements: [empty])), .list(of: todo), "[{}]"),
    WritingCase(.table(LuaTable(fields: [("a", empty)])), .dictionary(of: todo), #"{"a":{}}"#),
    WritingCase(
      .table(LuaTable(fields: [("count", .number(2)), ("other", .number(2)), ("tags", empty)])),
      todo, #"{"count":2,"other":2.0,"tags":[]}"#),
    WritingCase(.table(LuaTable(elements: [.integer(1), .null, .nil])), .any, "[1,null,null]"),
    WritingCase(
      .table(LuaTable(elements: [.integer(1)], fields: [("a", .integer(2))])), .any,
      "a table with both positions and names has no JSON form"
        + " (it has 1 positions and the name `a`)"),
    WritingCase(
      .table(LuaTable(fields: [("a", .table(LuaTable(elements: [.function])))])), .any,
      "`a.1`: a function has no JSON form"),
    WritingCase(.object(ObjectHandle(index: 1)), .opaque("View"), "\"<1>\""),
    WritingCase(
      .object(ObjectHandle(index: 9)), .opaque("View"), "an object of the host has no JSON form"),
  ]

  @Test(arguments: cases)
  func `a value is written as its type says`(_ example: WritingCase) {
    let text: String
    do {
      text = try JSON.write(example.value, as: example.type) { handle in
        handle.index < 5 ? "<\(handle.index)>" : nil
      }
    } catch {
      text = "\(error)"
    }
    #expect(text == example.expected)
  }

  @Test func `tables that nest too deep are an error`() {
    var value = LuaValue.integer(1)
    for _ in 0..<200 { value = .table(LuaTable(elements: [value])) }
    #expect(throws: JSONWritingError.self) { try JSON.write(value) }
    #expect(throws: ConversionError.self) { try ValueType.any.check(value) }
  }

  @Test func `random values are read as they were written`() throws {
    var generator = SeededGenerator(state: 7)
    for _ in 0..<5_000 {
      let value = Self.random(depth: 0, using: &generator)
      let text = try JSON.write(value)
      let back = try JSON.read(text)
      #expect(back.isSame(as: value), "\(text)")
      #expect(try JSON.write(back) == text)
      // Foundation agrees that it is JSON.
      #expect(throws: Never.self) {
        try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
      }
    }
  }

  private static func random(depth: Int, using generator: inout SeededGenerator) -> LuaValue {
    switch Int.random(in: 0...(depth < 4 ? 7 : 5), using: &generator) {
    case 0: return .null
    case 1: return .boolean(.random(using: &generator))
    case 2:
      return .integer(
        Int64(bitPattern: generator.next()) >> Int64.random(in: 0...63, using: &generator))
    case 3:
      let number = Double(bitPattern: generator.next())
      return .number(number.isFinite ? number : 3)
    case 4, 5: return .string(randomString(using: &generator))
    case 6:
      let count = Int.random(in: 0...4, using: &generator)
      return .table(
        LuaTable(elements: (0..<count).map { _ in random(depth: depth + 1, using: &generator) }))
    default:
      var fields: [String: LuaValue] = [:]
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        fields[randomString(using: &generator)] = random(depth: depth + 1, using: &generator)
      }
      let sorted = fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      return .table(LuaTable(fields: sorted.map { (name: $0.key, value: $0.value) }))
    }
  }

  private static func randomString(using generator: inout SeededGenerator) -> String {
    var string = ""
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      let bound: UInt32 = [0x80, 0x800, 0x11_0000].randomElement(using: &generator) ?? 0x80
      guard let scalar = Unicode.Scalar(UInt32.random(in: 0..<bound, using: &generator)) else {
        continue
      }
      string.unicodeScalars.append(scalar)
    }
    return string
  }
}
