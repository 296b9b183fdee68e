import Foundation
import LuaBridge
import Testing

struct Representation: Sendable, CustomTestStringConvertible {
  let make: @Sendable () -> Any
  let expected: String
  let testDescription: String
  init(_ make: @escaping @Sendable @autoclosure () -> Any, _ expected: String) {
    self.make = make
    self.expected = expected
    testDescription = expected
  }
}

private let scalars: [Representation] = [
  .init(true, "true"), .init(3, "3"), .init(UInt8(255), "255"), .init(Int64.min, "\(Int64.min)"),
  .init(
    UInt64.max,
    "unrepresentable: the integer 18446744073709551615 does not fit into the 64 bits of Lua"),
  .init(Int128(7), "7"),
  .init(
    UInt128.max,
    "unrepresentable: the integer \(UInt128.max) does not fit into the 64 bits of Lua"),
  .init(1.5, "1.5"), .init(3.0, "3.0"), .init(Float(0.25), "0.25"), .init(Double.nan, "nan"),
  .init(-Double.infinity, "-inf"), .init(CGFloat(2), "2.0"),
  .init("a\"b\n", #""a\"b\n""#), .init("abc".dropFirst(), #""bc""#), .init(Character("é"), "\"é\""),
  .init("static" as StaticString, #""static""#),
  .init(Int?.none as Any, "nil"), .init(Int??.some(nil) as Any, "nil"), .init(Int??(5) as Any, "5"),
  .init(AnyHashable(3), "3"), .init(AnyHashable([1]), "list#1{1=1}"),
  .init(AnyHashable(Color.red), #""red""#),
  .init(Color.red, #""red""#), .init(Level.high, "10"), .init(Options(rawValue: 5), "5"),
  .init(Side.left, #""left""#), .init(Loading.idle, #""idle""#),
  .init(Date(timeIntervalSince1970: 1.5), "1.5"), .init(Duration.milliseconds(1100), "1.1"),
  .init(Duration(attoseconds: .max), "1.7014118346047e+20"),
  .init(
    UUID(uuidString: "e621e1f8-c36c-495a-93fc-0c247a3e6e5f") as Any,
    #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#),
  .init(URL(string: "https://a.b/c") as Any, #""https://a.b/c""#),
  .init(Data("hé".utf8), #""hé""#), .init(Data([0xFF, 0x41]), #""\xFFA""#),
  .init([UInt8]([1, 2]), "list#2{1=1, 2=2}"),
  .init(Decimal(12), "12"), .init(Decimal(string: "12.50") as Any, "12.5"),
  .init(Decimal(string: "-1e18") as Any, "-1000000000000000000"),
  .init(Decimal(string: "1e30") as Any, "1e+30"),
  .init(Decimal(string: "1e-30") as Any, "1e-30"),
  .init(
    Decimal(1) / 3,
    "unrepresentable: a decimal number of 38 significant digits is not exact in Lua, which keeps 15:"
      + " round it, or pass it as a string, or as an integer of cents (see the module `money`)"),
  .init(Decimal.nan, "unrepresentable: a decimal number that is not a number"),
  .init(LuaValue.null, "null"),
  .init(LuaValue.function, "unrepresentable: a function of Lua cannot go back into Lua"),
  .init(table(.integer(1), fields: ["a": .null]), "dictionary#2{1=1, \"a\"=null}"),
]

private let structures: [Representation] = [
  .init([1, 2].dropFirst(), "list#1{1=2}"), .init(ContiguousArray(["a"]), "list#1{1=\"a\"}"),
  .init([Int?.none, 3], "list#2{1=nil, 2=3}"),
  .init(Set([3, 1, 2]), "list#3{1=1, 2=2, 3=3}"),
  .init(Set(["b", "a", "B"]), "list#3{1=\"B\", 2=\"a\", 3=\"b\"}"),
  .init(
    Set<AnyHashable>(["a", 1.5, 1, true, 2]), "list#5{1=1, 2=1.5, 3=2, 4=\"a\", 5=true}"),
  .init(["b": 1, "a": 2], "dictionary#2{\"a\"=2, \"b\"=1}"),
  .init([2: "b", 1: "a", -1: "z"], "dictionary#3{-1=\"z\", 1=\"a\", 2=\"b\"}"),
  .init([true: 1, false: 0], "dictionary#2{false=0, true=1}"),
  .init([Color.red: 1], "dictionary#1{\"red\"=1}"),
  .init([Side.left: 1], "dictionary#1{\"left\"=1}"),
  .init(["ab".dropFirst(): 1], "dictionary#1{\"b\"=1}"),
  .init([1.5: 1], "opaque"), .init([AnyHashable("a"): 1], "opaque"),
  .init((1, "b"), "list#2{1=1, 2=\"b\"}"), .init((x: 1, y: 2), "members#2{1=1, 2=2}"),
  .init(1..<3, "members#2{\"lowerBound\"=1, \"upperBound\"=3}"),
  .init(Point(x: 1, y: 2), "members#2{\"x\"=1, \"y\"=2.0}"),
  .init(Loading.loaded(3), "members#1{\"loaded\"=3}"),
  .init(Loading.named(count: 3), "members#1{\"named\"=3}"),
  .init(Loading.failed("no", code: 4), "members#1{\"failed\"=members#2{1=\"no\", 2=4}}"),
  .init(Result<Int, ConversionError>.success(1), "members#1{\"success\"=1}"),
  .init(Machine(), "opaque"), .init({ 1 } as () -> Int, "opaque"), .init(Int.self, "opaque"),
  .init(\Point.x, "opaque"), .init(ObjectIdentifier(Machine.self), "opaque"),
  .init(unsafe OpaquePointer(bitPattern: 8) as Any, "opaque"),
  .init(unsafe UnsafeRawPointer(bitPattern: 8) as Any, "opaque"),
]

@Suite struct RepresentationTests {
  @Test(arguments: scalars + structures)
  func `a Swift value is in Lua`(_ test: Representation) {
    #expect(text(LuaRepresentation(of: test.make())) == test.expected)
  }

  @Test func `a tuple answers to labels too`() throws {
    let tuple = try #require(view(of: (x: 1, 2)))
    #expect(text(tuple.member(.string("x"))) == "1")
    #expect(text(tuple.member(.number(2))) == "2")
    #expect(text(tuple.member(.string("y"))) == "unknown [x]")
    let plain = try #require(view(of: (1, 2)))
    #expect(text(plain.member(.string("y"))) == "absent")
    #expect(text(plain.member(.string(".0"))) == "absent")
  }

  @Test func `another case of an enum is absent, another name unknown`() throws {
    let loaded = try #require(view(of: Loading.loaded(3)))
    #expect(text(loaded.member(.string("failed"))) == "absent")
    #expect(text(loaded.member(.string("idle"))) == "absent")
    #expect(
      text(loaded.member(.string("x"))) == "unknown [empty failed idle loaded named]")
  }

  @Test func `a structure without a view says that only stored members are seen`() throws {
    let point = try #require(view(of: Point(x: 1, y: 2)))
    #expect(
      text(point.member(.string("length")))
        == "unknown [x y]: only stored properties are visible: make the type a RuleObject to show more"
    )
    #expect(text(point.member(.integer(1))).hasPrefix("unknown [x y]"))
    #expect(point.subject as? Point == Point(x: 1, y: 2))
  }

  @Test(arguments: [0, 3, -1, Int64.max, Int64.min])
  func `a position outside is absent`(position: Int64) throws {
    for list in [[1, 2] as Any, [0, 1, 2].dropFirst(), (1, 2), [5: 1]] {
      let list = try #require(view(of: list))
      #expect(text(list.member(.integer(position))) == "absent")
      #expect(text(list.member(.number(1.5))) == "absent")
      #expect(text(list.member(.number(.nan))) == "absent")
    }
  }

  @Test func `names are told apart by their bytes`() throws {
    let composed = "\u{E9}"
    let dictionary = try #require(view(of: [composed: 1]))
    #expect(text(dictionary.member(.string(composed))) == "1")
    #expect(text(dictionary.member(.string("e\u{301}"))) == "absent")
    #expect(text(dictionary.member(.boolean(true))) == "absent")
  }

  @Test func `a set of structures has one order`() {
    let set = Set((0..<20).map { [$0] })
    #expect(text(LuaRepresentation(of: set)) == text(LuaRepresentation(of: Set(set.shuffled()))))
  }

  @Test func `a raw value without end is opaque`() {
    struct Loop: RawRepresentable {
      var rawValue: Any { self }
      init() {}
      init?(rawValue: Any) { nil }
    }
    if case .view(let view) = LuaRepresentation(of: Loop()) { #expect(view.count == 0) }
  }
}
