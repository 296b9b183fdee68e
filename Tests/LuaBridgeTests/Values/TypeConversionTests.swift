import LuaBridge
import Testing

private class Base: Decodable { let a: Int }
private final class Derived: Base {
  private enum Keys: String, CodingKey { case a, b }
  let b: String

  required init(from decoder: any Decoder) throws {
    b = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .b)
    try super.init(from: decoder)
  }
}

private struct Wrapped<Content: Decodable & Sendable>: Decodable, Sendable {
  let content: Content
}

/// A value in tables, so many around it.
private struct Nest: Decodable {
  let inner: [Nest]?
  let text: String?
}

private enum Unknown: String { case some }
private enum Shown: String { case low, high }
private enum Plain { case left, right }
private struct Other {}

@Suite struct TypeConversionTests {
  @Test func `a metatype of a subclass makes an instance of the subclass`() throws {
    let type: Base.Type = Derived.self
    let both = table(fields: ["a": .integer(1), "b": .string("x")])
    let made = try convert(both, type)
    #expect((made as? Derived)?.b == "x" && made.a == 1)
    #expect(!(try convert(both, Base.self) is Derived))
  }

  @Test func `threads that meet a type at the same time decide the same`() async {
    func conversions<Content: Decodable & Sendable & Equatable>(
      _ content: Content, from value: LuaValue
    ) -> [@Sendable () -> Bool] {
      let nested = table(fields: ["content": table(fields: ["content": value])])
      return [
        { (try? convert(nested, Wrapped<Wrapped<Content>>.self))?.content.content == content },
        { (try? convert(nested, Wrapped<Wrapped<Content?>?>.self))?.content?.content == content },
        {
          (try? convert(table(nested), [Wrapped<Wrapped<[Content]>>].self)) == nil
        },
        { (try? convert(.string("other"), Wrapped<Content>.self)) == nil },
      ]
    }
    let all =
      conversions(7, from: .integer(7)) + conversions(UInt16(7), from: .integer(7))
      + conversions("x", from: .string("x")) + conversions(true, from: .boolean(true))
      + conversions(Float(0.5), from: .number(0.5))
      + conversions([1, 2], from: table(.integer(1), .integer(2)))
    let wrong = await withTaskGroup(of: Int.self) { group in
      for start in 0..<8 {
        group.addTask {
          all.indices.count { !all[(start * 3 + $0) % all.count]() }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  @Test(arguments: [1, 8, 9, 20])
  func `names are told apart by their bytes in a table of any size`(count: Int) {
    let names = (0..<count).map { "name that is longer than a short string \($0)" }
    let spellings = ["e\u{301}", "é", "", "a", "ab", "b"]
    let sorted = (names + spellings).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let all = LuaTable(fields: sorted.map { ($0, .string($0 + "!")) })
    let few = LuaTable(fields: sorted.prefix(4).map { ($0, .string($0 + "!")) })
    for name in sorted {
      #expect(all[name]?.isRawEqual(to: .string(name + "!")) == true)
      #expect((few[name] != nil) == sorted.prefix(4).contains { $0.utf8.elementsEqual(name.utf8) })
    }
    #expect(all["e"] == nil && all["c"] == nil && few["zz"] == nil)
  }

  @Test func `a value is as deep as the tables around it, whatever it is`() {
    func nested(_ depth: Int, _ value: LuaValue) -> LuaValue {
      (0..<depth).reduce(table(fields: ["text": value])) { inner, _ in
        table(fields: ["inner": table(inner)])
      }
    }
    // Each level is a list and what is in it; a text is one level further in.
    #expect((try? convert(nested(49, .string("x")), Nest.self)) != nil)
    #expect((try? convert(nested(50, .string("x")), Nest.self)) == nil)
    #expect((try? convert(nested(50, .null), Nest.self)) != nil)
    #expect(throws: ConversionError.self) { try convert(nested(50, .integer(1)), Nest.self) }
  }

  @Test(.readsByLayouts) func `a scalar is told by its type as it is found by casts`() {
    VacantPlace.learnCases(of: Shown.self)
    VacantPlace.learnCases(of: Plain.self)
    func check<Value>(_ value: Value, _ isKnown: Bool = true) {
      let scalar = LuaValue(scalar: value)
      #expect((scalar != nil) == isKnown, "\(Value.self)")
      guard let scalar else { return }
      #expect(scalar.literal == text(LuaRepresentation(of: value)), "\(Value.self)")
      let boxed = LuaValue(scalar: value as Any)
      #expect(boxed?.isRawEqual(to: scalar) == true, "\(Value.self)")
    }
    check(3)
    check("text that is longer than a short string")
    check(true)
    check(-0.5)
    check(Int?.some(3))
    check(Int?.none)
    check(String?.some("x"))
    check(String?.none)
    check(Bool?.some(false))
    check(Bool?.none)
    check(Double?.some(2))
    check(Double?.none)
    check(Shown.high)
    check(Plain.left)
    check(Unknown.some, false)
    check(UInt8(3), false)
    check(Int??.some(.some(3)), false)
    check(Other(), false)
    check(LuaValue.integer(3), false)
    check([3], false)
    #expect(LuaValue(scalar: ())?.literal == "nil")
    #expect(LuaValue(scalar: () as Any)?.literal == "nil")
  }
}
