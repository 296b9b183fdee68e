import Foundation
import Testing

@testable import LuaBridge

/// How many random numbers a property is tried with: a million where the optimizer has worked.
#if DEBUG
  private let cases = 20_000
#else
  private let cases = 1_000_000
#endif

struct DecimalDigitsTests {
  /// A random decimal number of up to 15 significant digits.
  private static func decimal(_ generator: inout Generator) -> Decimal {
    let digits = Int.random(in: 1...15, using: &generator)
    var significand: Int64 = 0
    for _ in 0..<digits { significand = significand * 10 + .random(in: 0...9, using: &generator) }
    // Amounts of money mostly, and some of any size.
    let exponent =
      Int.random(in: 0..<4, using: &generator) > 0
      ? Int.random(in: -4...2, using: &generator) : Int.random(in: -60...60, using: &generator)
    return Decimal(
      sign: .random(using: &generator) ? .plus : .minus, exponent: exponent,
      significand: Decimal(significand))
  }

  private static func number(_ decimal: Decimal) throws -> LuaValue {
    guard case .value(let value) = decimal.luaRepresentation else {
      throw CancellationError()
    }
    return value
  }

  /// The order of two numbers in Lua, which compares an integer with a float exactly: -1, 0 or 1.
  private static func order(_ left: LuaValue, _ right: LuaValue) -> Int? {
    func sign(_ left: Int64, _ right: Double) -> Int {
      guard let whole = Int64(exactly: right.rounded(.down)) else { return right < 0 ? 1 : -1 }
      if left == whole { return Double(whole) < right ? -1 : 0 }
      return left < whole ? -1 : 1
    }
    return switch (left, right) {
    case (.integer(let left), .integer(let right)): (left > right ? 1 : 0) - (left < right ? 1 : 0)
    case (.number(let left), .number(let right)): (left > right ? 1 : 0) - (left < right ? 1 : 0)
    case (.integer(let left), .number(let right)): sign(left, right)
    case (.number(let left), .integer(let right)): -sign(right, left)
    default: nil
    }
  }

  @Test func `a decimal number comes back, and is ordered in Lua as in Swift`() throws {
    var generator = Generator(state: 15)
    var last = Decimal(0)
    for _ in 0..<cases {
      // Neighbors, too: numbers that differ in the last digit only.
      let decimal =
        Int.random(in: 0..<4, using: &generator) == 0
        ? last.nextDown(of: 15) : Self.decimal(&generator)
      let number = try Self.number(decimal)
      guard try Decimal(luaValue: number) == decimal else {
        Issue.record("\(decimal) comes back as \(try Decimal(luaValue: number))")
        return
      }
      let expected = (decimal > last ? 1 : 0) - (decimal < last ? 1 : 0)
      guard Self.order(number, try Self.number(last)) == expected else {
        Issue.record("\(decimal) and \(last) are ordered otherwise in Lua")
        return
      }
      last = decimal
    }
  }

  @Test func `the digits of a decimal number are those of its description`() throws {
    #expect(DecimalForm.known != nil || !TypeMetadata.isUnderstood)
    #expect(DecimalDigits(Decimal.nan) == nil)
    var generator = Generator(state: 17)
    for _ in 0..<cases / 4 {
      let count = Int.random(in: 1...38, using: &generator)
      let text = (0..<count).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
      let sign = Bool.random(using: &generator) ? "-" : ""
      let exponent = Int.random(in: -100...80, using: &generator)
      let decimal = try #require(Decimal(string: "\(sign)\(text)e\(exponent)"))
      let digits = DecimalDigits(decimal)
      guard digits == DecimalDigits(decimal.description), digits?.decimal == decimal,
        digits?.plain.flatMap({ Decimal(string: $0) }) == decimal
      else {
        Issue.record("\(decimal) has the digits \(String(describing: digits))")
        return
      }
    }
  }

  @Test func `the digits of a float are those to which it is rounded`() {
    var generator = Generator(state: 18)
    for _ in 0..<cases / 4 {
      let bits = UInt64.random(in: .min ... .max, using: &generator)
      let cents = Double(Int32(truncatingIfNeeded: bits)) / 100
      for number in [Double(bitPattern: bits), cents, cents * 3, cents / 7] where number.isFinite {
        guard DecimalDigits(.number(number)) == DecimalDigits(number, significant: 15) else {
          Issue.record("\(number) has other digits")
          return
        }
      }
    }
  }

  @Test func `a float is rounded as the C library rounds it`() {
    var generator = Generator(state: 16)
    for _ in 0..<cases / 4 {
      let bits = UInt64.random(in: .min ... .max, using: &generator)
      let random = Double(bitPattern: bits)
      let short = Double(Int32(truncatingIfNeeded: bits)) / 1024 + 0.1
      for number in [random, short] where number.isFinite {
        for count in [14, 15] {
          let digits = DecimalDigits(number, significant: count)
          let text = DecimalDigits(String(format: "%.\(count)g", number))
          guard digits.digits == text?.digits, digits.exponent == text?.exponent else {
            Issue.record("\(number) is \(digits) at \(count) digits")
            return
          }
        }
      }
    }
  }

  @Test(arguments: [
    ("0", LuaValue.integer(0)), ("-0.0", .integer(0)), ("620", .integer(620)),
    ("620.50", .number(620.5)), ("999999999999999", .integer(999_999_999_999_999)),
    ("1e18", .integer(1_000_000_000_000_000_000)), ("9e18", .integer(9_000_000_000_000_000_000)),
    ("1e19", .number(1e19)), ("-9.3e18", .number(-9.3e18)), ("0.1", .number(0.1)),
    ("123456789.012345", .number(123456789.012345)), ("1e-30", .number(1e-30)),
    ("1.5e100", .number(1.5e100)),
  ])
  func `a number of up to 15 digits is an integer or the nearest float`(
    text: String, value: LuaValue
  ) throws {
    let number = try #require(DecimalDigits(text)?.luaNumber)
    #expect(number.isRawEqual(to: value) && number.literal == value.literal)
  }

  @Test(arguments: ["1234567890123456", "0.1234567890123456", "1.000000000000001"])
  func `a number of 16 digits has no form in Lua`(text: String) throws {
    let digits = try #require(DecimalDigits(text))
    #expect(digits.luaNumber == nil)
  }
}

extension Decimal {
  /// The greatest number of `count` significant digits below it.
  fileprivate func nextDown(of count: Int) -> Decimal {
    guard !isZero else { return Decimal(sign: .minus, exponent: -count, significand: 1) }
    guard let digits = DecimalDigits(description) else { return self }
    let exponent = digits.exponent + digits.digits.count - count
    let result = self - Decimal(sign: .plus, exponent: exponent, significand: 1)
    return (DecimalDigits(result.description)?.digits.count ?? 99) <= count ? result : self
  }
}
