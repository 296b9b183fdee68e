import Foundation
import LuaBridge
import Testing

/// A small generator with a seed, so that a failure can be repeated.
struct Generator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

private struct Tree: Decodable {
  var children: [Tree]?
  var names: [String: Tree]?
  var count: Int8?
}

private struct Circle: RawRepresentable, Decodable {
  indirect enum Box: Decodable { case none, some(Circle) }
  var box = Box.none
  var rawValue: Circle { self }
  init?(rawValue: Circle) { nil }
}

private let scalars: [LuaValue] = [
  .nil, .null, .boolean(true), .boolean(false), .integer(0), .integer(1), .integer(.max),
  .integer(.min), .integer(1 << 53), .number(0), .number(-0.0), .number(.nan), .number(.infinity),
  .number(-.infinity), .number(1e300), .number(.leastNonzeroMagnitude), .number(0x1p63),
  .number(-0x1p63),
  .number(-0x1p64), .number(0.5), .string(""), .string("red"), .string("1e99999"),
  .string("1e9999"),
  .string("2024-01-01"), .string("0000-00-00"), .string("\u{0}"), .string("e\u{301}🇩🇪"),
  .bytes([0xFF]), .bytes([0xED, 0xA0, 0x80]), .function, .object(.init(index: 0)),
  .object(.init(index: 1)), .object(.init(index: .max)),
]

private func value(_ depth: Int, _ generator: inout Generator) -> LuaValue {
  guard depth > 0, Int.random(in: 0..<3, using: &generator) > 0 else {
    return scalars.randomElement(using: &generator) ?? .nil
  }
  var made = LuaTable()
  for _ in 0..<Int.random(in: 0..<3, using: &generator) {
    made.elements.append(value(depth - 1, &generator))
  }
  if Int.random(in: 0..<2, using: &generator) == 0 {
    for name in ["a", "b", "children", "count", "names"] where Bool.random(using: &generator) {
      made.fields.append((name, value(depth - 1, &generator)))
    }
  }
  return .table(made)
}

/// Converts to a type; what comes out goes back into Lua, and is read there.
private func travel<Value>(_ value: LuaValue, _ type: Value.Type, _ converter: LuaConverter) {
  do throws(ConversionError) {
    let result = try converter.convert(value, to: type)
    #expect(!text(LuaRepresentation(of: result)).isEmpty)
  } catch {
    #expect(!error.expected.isEmpty && !error.given.isEmpty)
  }
}

private let types: [Any.Type] = [
  Int.self, Int8.self, UInt64.self, Int128.self, UInt128.self, Double.self, Float.self,
  CGFloat.self,
  Bool.self, String.self, Substring.self, Character.self, Date.self, Duration.self, UUID.self,
  URL.self, Data.self, Decimal.self, Color.self, Level.self, Side.self, Only.self, Loading.self,
  Options.self, Point.self, Machine.self, LuaValue.self, Any.self, AnyHashable.self, Any?.self,
  (any Error).self, (any Hashable).self, AnyObject.self, Never.self, Void.self, (Int, Int).self,
  [Any].self, [String: Any].self, [Int: Any].self, Set<AnyHashable>.self, [AnyHashable: Any].self,
  [[Decimal?]].self, [Color: Date].self, Tree.self, Circle.self, Int??.self, Range<Int>.self,
  [Bool: Int].self, [Date: Int].self, Result<Int, ConversionError>.self, (() -> Void).self,
  Int.Type.self, Any.Type.self, KeyPath<Point, Int>.self, Optional<Never>.self, (any Error)?.self,
]

@Suite struct ConversionPropertyTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `no value and no type trap`(seed: UInt64) {
    var generator = Generator(state: seed)
    let converter = LuaConverter { $0.index == 0 ? Machine() : $0.index == 1 ? [1, 2] : nil }
    for _ in 0..<20 {
      let value = value(4, &generator)
      func open<Value>(_ type: Value.Type) { travel(value, type, converter) }
      for type in types { _openExistential(type, do: open) }
    }
  }

  @Test func `every scalar can be asked to be every type`() {
    let converter = LuaConverter { _ in nil }
    for value in scalars {
      func open<Value>(_ type: Value.Type) { travel(value, type, converter) }
      for type in types { _openExistential(type, do: open) }
    }
    for type in types { #expect(!LuaConverter.expectation(of: type).isEmpty) }
  }

  @Test func `a hundred levels fit on a small stack`() async {
    var deep = table()
    for _ in 0..<190 { deep = table(fields: ["children": table(deep)]) }
    var shallow = table()
    for _ in 0..<49 { shallow = table(fields: ["children": table(shallow)]) }
    let (tooDeep, justRight) = (deep, shallow)
    await withCheckedContinuation { continuation in
      let thread = Thread {
        #expect(throws: ConversionError.self) { try convert(tooDeep, Tree.self) }
        #expect(throws: ConversionError.self) { try convert(tooDeep, Any.self) }
        #expect(throws: Never.self) { try convert(justRight, Tree.self) }
        #expect(throws: Never.self) { try convert(justRight, Any.self) }
        continuation.resume()
      }
      thread.stackSize = 1024 << 10
      thread.start()
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `what goes into Lua as a scalar comes back the same`(seed: UInt64) throws {
    var generator = Generator(state: seed)
    func back<Value>(_ value: Value) throws -> Value? {
      guard case .value(let lua) = LuaRepresentation(of: value) else { return nil }
      return try convert(lua, Value.self)
    }
    for _ in 0..<200 {
      let bits = generator.next()
      let double = Double(bitPattern: bits)
      if !double.isNaN { #expect(try back(double) == double) }
      let milliseconds = Duration.milliseconds(
        Int64.random(in: -1 << 40...1 << 40, using: &generator))
      #expect(try back(milliseconds) == milliseconds)
      let decimal = Decimal(Int64(truncatingIfNeeded: bits) % 1_000_000_000_000_000) / 1_000_000
      #expect(try back(decimal) == decimal)
      let data = Data((0..<5).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) })
      #expect(try back(data) == data)
      #expect(try back(Int64(truncatingIfNeeded: bits)) == Int64(truncatingIfNeeded: bits))
    }
  }
}
