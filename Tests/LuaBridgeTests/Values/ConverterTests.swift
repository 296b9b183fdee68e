import Foundation
import LuaBridge
import Testing

private let big = LuaValue.integer(9_007_199_254_740_993)

private let numbers: [Conversion] = [
  .init(.integer(3), Int.self, "3"), .init(.number(3), Int.self, "3"),
  .init(.number(3.5), Int.self, "wrongValue: 3.5; expected an integer"),
  .init(.number(.nan), Int.self, "wrongValue: nan; expected an integer"),
  .init(.number(.infinity), Int.self, "wrongValue: inf; expected an integer"),
  .init(
    .number(9.223372036854775808e18), Int.self,
    "wrongValue: 9.2233720368548e+18; expected an integer"),
  .init(.number(1e300), Int128.self, "wrongValue: 1e+300; expected an integer"),
  .init(.number(-9.223372036854775808e18), Int.self, "-9223372036854775808"),
  .init(.integer(256), UInt8.self, "wrongValue: 256; expected an integer from 0 to 255"),
  .init(.string("3"), UInt8.self, "wrongType: \"3\"; expected an integer from 0 to 255"),
  .init(.integer(-1), UInt.self, "wrongValue: -1; expected an integer that is not negative"),
  .init(.integer(3), Double.self, "3.0"), .init(.number(.infinity), Double.self, "inf"),
  .init(
    big, Double.self,
    "wrongValue: 9007199254740993; expected a number that floating point holds exactly"),
  .init(.integer(1 << 60), Double.self, "1.152921504606847e+18"),
  .init(.number(0.1), Float.self, "0.1"),
  .init(
    .number(1e300), Float.self,
    "wrongValue: 1e+300; expected a number from -3.4028234663853e+38 to 3.4028234663853e+38"),
  .init(.number(.nan), Float.self, "nan"), .init(.number(2), CGFloat.self, "2.0"),
  .init(.boolean(true), Double.self, "wrongType: true; expected a number"),
  .init(.boolean(true), Bool.self, "true"),
  .init(.integer(1), Bool.self, "wrongType: 1; expected true or false"),
  .init(.null, Int.self, "wrongType: null; expected an integer"),
]

private let texts: [Conversion] = [
  .init(.string("a"), String.self, "\"a\""), .init(.string("a"), Substring.self, "\"a\""),
  .init(.bytes([0xFF]), String.self, #"wrongValue: "\xFF"; expected a string in UTF-8"#),
  .init(.integer(1), String.self, "wrongType: 1; expected a string"),
  .init(.string("e\u{301}"), Character.self, "\"e\u{301}\""),
  .init(.string(""), Character.self, "wrongValue: \"\"; expected a string of one character"),
  .init(.string("ab"), Character.self, "wrongValue: \"ab\"; expected a string of one character"),
  .init(.string("x"), UUID.self, "wrongValue: \"x\"; expected a UUID"),
  .init(.string(""), URL.self, "wrongValue: \"\"; expected a URL"),
  .init(.string("https://a.b"), URL?.self, "Optional(https://a.b)"),
  .init(.bytes([0xFF]), Data.self, "1 bytes"), .init(.string("ab"), Data.self, "2 bytes"),
  .init(.string("12.50"), Decimal.self, "12.5"),
  .init(.integer(.min), Decimal.self, "\(Int64.min)"),
  .init(.number(0.1), Decimal.self, "0.1"), .init(.number(0.1 + 0.2), Decimal.self, "0.3"),
  .init(.number(1e100), Decimal.self, "1\(String(repeating: "0", count: 100))"),
  .init(.string("-1e3"), Decimal.self, "-1000"),
  .init(
    .string("12abc"), Decimal.self,
    "wrongValue: \"12abc\"; expected a decimal number of at most 38 digits (a number or a string)"),
  .init(
    .string("0." + String(repeating: "1", count: 39)), Decimal.self,
    "wrongValue: \"0.\(String(repeating: "1", count: 39))\"; "
      + "expected a decimal number of at most 38 digits (a number or a string)"),
  .init(
    .number(.nan), Decimal.self,
    "wrongValue: nan; expected a decimal number of at most 38 digits (a number or a string)"),
]

private let times: [Conversion] = [
  .init(.number(1.1), Duration.self, "1.1 seconds"),
  .init(.integer(3), Duration.self, "3.0 seconds"),
  .init(.number(1e-30), Duration.self, "0.0 seconds"),
  .init(.number(-0.5), Duration.self, "-0.5 seconds"),
  .init(.number(1e300), Duration.self, "wrongValue: 1e+300; expected a number of seconds"),
  .init(.number(.nan), Duration.self, "wrongValue: nan; expected a number of seconds"),
  .init(.integer(.max), Duration.self, "9.223372036854776e+18 seconds"),
  .init(
    .string("soon"), Date.self,
    "wrongValue: \"soon\"; expected a date (seconds since 1970 or ISO 8601)"),
  .init(
    .boolean(true), Date.self,
    "wrongType: true; expected a date (seconds since 1970 or ISO 8601)"),
]

private let enums: [Conversion] = [
  .init(.string("red"), Color.self, "LuaBridgeTests.Color.red"),
  .init(.string("grey"), Color.self, "wrongValue: \"grey\"; expected one of gray, red, black"),
  .init(.integer(1), Color.self, "wrongType: 1; expected one of gray, red, black"),
  .init(.integer(10), Level.self, "LuaBridgeTests.Level.high"),
  .init(.number(2), Level.self, "wrongValue: 2.0; expected one of 1, 10"),
  .init(.string("left"), Side.self, "LuaBridgeTests.Side.left"),
  .init(.string("up"), Side.self, "wrongValue: \"up\"; expected one of left, right"),
  .init(.integer(1), Side.self, "wrongType: 1; expected one of left, right"),
  .init(.string("one"), Only.self, "LuaBridgeTests.Only.one"),
  .init(
    .string("loaded"), Loading.self,
    "wrongType: \"loaded\"; expected an object of the host (`Loading`)"),
  .init(.integer(5), Options.self, "LuaBridgeTests.Options(rawValue: 5)"),
]

private let containers: [Conversion] = [
  .init(.nil, Int?.self, "nil"), .init(.null, Int??.self, "nil"),
  .init(.integer(2), Int??.self, "Optional(Optional(2))"),
  .init(.string("x"), Int?.self, "wrongType: \"x\"; expected an integer or nil"),
  .init(table(.integer(1), .integer(2)), [Int].self, "[1, 2]"),
  .init(table(.integer(1)), ArraySlice<Int8>.self, "ArraySlice([1])"),
  .init(table(.integer(1), .integer(1)), Set<Int>.self, "Set([1])"),
  .init(table(), [Int].self, "[]"), .init(table(), [String: Int].self, "[:]"),
  .init(
    table(.integer(1), .string("x")), [Int].self,
    "wrongType: at [2]: \"x\"; expected an integer"),
  .init(
    table(fields: ["a": .integer(1)]), [Color].self,
    "wrongType: a table; expected a list of any of gray, red, black"),
  .init(
    table(fields: ["a": table(.string("x"))]), [String: [Int]].self,
    "wrongType: at a [1]: \"x\"; expected an integer"),
  .init(
    table(.integer(1)), [String: Int].self, "wrongType: a table; expected a table with string keys"),
  .init(table(fields: ["red": .integer(1)]), [Color: Int].self, "[LuaBridgeTests.Color.red: 1]"),
  .init(
    table(fields: ["rd": .integer(1)]), [Color: Int].self,
    "wrongValue: at rd: \"rd\"; expected one of gray, red, black"),
  .init(table(.string("a")), [Int: String].self, "[1: \"a\"]"),
  .init(
    table(fields: ["1": .integer(1)]), [Int: Int].self,
    "wrongType: a table; expected a list of integers"),
  .init(
    table(fields: ["\u{E9}": .integer(1), "e\u{301}": .integer(2)]), [String: Int].self,
    "wrongValue: at \u{E9}: \"\u{E9}\" twice; expected names that differ in more than their encoding"
  ),
  .init(.nil, Any.self, "nil"), .init(.integer(1), Any.self, "1"), .init(.null, Any?.self, "nil"),
  .init(table(fields: ["a": table(.null)]), Any.self, "[\"a\": [nil]]"),
  .init(
    table(.integer(1), fields: ["a": .null]), Any.self,
    "wrongType: a table; expected a table with string keys"),
  .init(table(.integer(1)), AnyHashable.self, "AnyHashable([AnyHashable(1)])"),
  .init(.integer(1), (any Equatable).self, "1"), .init(.string("a"), (any Sendable).self, "\"a\""),
  .init(
    .string("a"), (any BinaryInteger).self,
    "wrongType: \"a\"; expected an object of the host (`BinaryInteger`)"),
  .init(.function, Any.self, "wrongType: a function; expected any value"),
  .init(.integer(1), Machine.self, "wrongType: 1; expected an object of the host (`Machine`)"),
  .init(
    .integer(1), (() -> Void).self,
    "wrongType: 1; expected an object of the host (`() -> ()`)"),
]

@Suite struct ConverterTests {
  @Test(arguments: numbers + texts + times + enums + containers)
  func `a Lua value is in Swift`(_ test: Conversion) {
    #expect(test.run() == test.expected)
  }

  @Test func `the allowed strings come with the error`() {
    #expect(throws: ConversionError.self) { try convert(.string("x"), Color?.self) }
    do throws(ConversionError) {
      _ = try convert(.string("x"), Color?.self)
    } catch {
      #expect(error.allowed == ["gray", "red", "black"])
      #expect(error.expected == "one of gray, red, black or nil")
    }
  }

  @Test func `an object comes back as itself, or as what it is in Lua`() throws {
    let machine = Machine()
    let things: [Any] = [
      machine, Color.red, [1, 2], Point(x: 1, y: 2), ["a": 1], table(.integer(4)),
      LuaValue.object(.init(index: 0)),
    ]
    let converter = LuaConverter {
      things.indices.contains(Int($0.index)) ? things[Int($0.index)] : nil
    }
    func object(_ index: UInt32) -> LuaValue { .object(.init(index: index)) }
    #expect(try converter.convert(object(0), to: Machine.self) === machine)
    #expect(try converter.convert(object(0), to: Machine?.self) === machine)
    #expect(try converter.convert(object(0), to: Any.self) as? Machine === machine)
    #expect(try converter.convert(object(0), to: AnyObject.self) === machine)
    #expect(try converter.convert(object(1), to: String.self) == "red")
    #expect(try converter.convert(object(2), to: [Double].self) == [1, 2])
    #expect(try converter.convert(object(2), to: Set<Int>.self) == [1, 2])
    #expect(try converter.convert(object(3), to: Point.self) == Point(x: 1, y: 2))
    #expect(try converter.convert(object(4), to: [String: UInt8].self) == ["a": 1])
    #expect(try converter.convert(object(5), to: [Int].self) == [4])
    #expect(try converter.convert(table(object(3)), to: [Point].self) == [Point(x: 1, y: 2)])
    for (index, type) in [(0, Int.self as Any.Type), (3, Int.self), (6, Int.self), (9, Int.self)] {
      _ = type
      #expect(throws: ConversionError.self) {
        try converter.convert(object(UInt32(index)), to: Int.self)
      }
    }
  }

  @Test func `deep tables are an error`() {
    var deep = LuaValue.integer(1)
    for _ in 0..<1000 { deep = table(deep) }
    #expect(throws: ConversionError.self) { try convert(deep, Any.self) }
    struct Tree: Decodable {
      let children: [Tree]
      init(from decoder: any Decoder) throws {
        children = try decoder.singleValueContainer().decode([Tree].self)
      }
    }
    #expect(throws: ConversionError.self) { try convert(deep, Tree.self) }
    struct Loop: Decodable {
      init(from decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decode(Loop.self)
      }
    }
    #expect(throws: ConversionError.self) { try convert(.nil, Loop.self) }
  }

  private static let seconds: [(String, Double?)] = [
    ("1970-01-01", 0), ("1970-01-02T00:00:00Z", 86_400),
    ("2024-02-29T12:30:15.25Z", 1_709_209_815.25),
    ("2024-02-29 12:30+01:00", 1_709_206_200), ("2024-02-29t12:30:00-0130", 1_709_215_200),
    ("2024-02-29T12:30:00+01", 1_709_206_200), ("0000-01-01", -62_167_219_200),
    ("0001-01-01", -62_135_596_800), ("1900-03-01", -2_203_891_200),
    ("9999-12-31", 253_402_214_400),
    ("2023-02-29", nil), ("2024-13-01", nil), ("2024-02-29T12:30", nil), ("2024-02-29T24:00Z", nil),
    ("2024-02-29T12:30:00.Z", nil), ("2024-02-29Z", nil), ("2024-2-29", nil), ("", nil),
    ("2024-02-29T12:30:00Zx", nil), ("2024-02-29T12:30+1", nil),
  ]

  @Test(arguments: seconds)
  func `a date in ISO 8601 has seconds`(string: String, seconds: Double?) {
    let date = try? convert(.string(string), Date.self)
    #expect(date?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [
    (0.0, "0.0"), (-0.0, "-0.0"), (1e15, "1e+15"), (1e14, "1e+14"), (1e13, "10000000000000.0"),
    (123456789012345, "1.2345678901234e+14"), (0.1 + 0.2, "0.3"), (0.0001, "0.0001"),
    (0.00001, "1e-05"), (1.0 / 3, "0.33333333333333"), (2.0 / 3, "0.66666666666667"),
    (0.99999999999999999, "1.0"), (9.9999999999999995e22, "1e+23"),

    (-12.5, "-12.5"), (1.5e300, "1.5e+300"), (99999999999999.9, "1e+14"),
  ])
  func `a number looks as Lua prints it`(number: Double, text: String) {
    #expect(LuaValue.number(number).literal == text)
  }

  @Test func `a long string is cut`() {
    let text = String(repeating: "x", count: 61)
    #expect(LuaValue.string(text).literal == "\"\(text.dropLast())…\"")
    #expect(LuaValue.string(String(text.dropLast())).literal == "\"\(text.dropLast())\"")
    #expect(LuaValue.string("\u{1}").literal == #""\x01""#)
  }
}

func convert<Value>(_ value: LuaValue, _ type: Value.Type) throws(ConversionError) -> Value {
  try LuaConverter { _ in nil }.convert(value, to: type)
}
