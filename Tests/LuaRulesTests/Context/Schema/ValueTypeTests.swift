import Foundation
import LuaBridge
import Testing

@testable import LuaRules

private enum Color: String, CaseIterable { case gray, red }
private enum Level: Int, CaseIterable {
  case low = 1
  case high = 2
}
private enum Plain: CaseIterable { case on, off }
private enum Unlisted: String { case a, b }
private struct Tag: RawRepresentable { var rawValue: String }
private struct Box: Decodable {}
private struct Bare {}
private final class Model {}

private struct Tree: ValueTypeProviding {
  static var valueType: ValueType {
    .object(
      ObjectType(members: [
        .init("children", ValueType(describing: [Tree].self)),
        .init("color", ValueType(describing: Color?.self)),
      ]))
  }
}

@Suite struct ValueTypeTests {
  @Test func `Swift types are described`() {
    let cases: [(Any.Type, ValueType)] = [
      (Bool.self, .boolean),
      (Int.self, .integer(nil)),
      (Int64.self, .integer(nil)),
      (Int128.self, .integer(nil)),
      (UInt8.self, .integer(0...255)),
      (Int16.self, .integer(-32768...32767)),
      (UInt64.self, .integer(0 ... .max)),
      (Float.self, .number),
      (Double.self, .number),
      (String.self, .string),
      (Substring.self, .string),
      (Character.self, .string),
      (Date.self, .date),
      (Duration.self, .duration),
      (UUID.self, .uuid),
      (URL.self, .url),
      (Data.self, .data),
      (Decimal.self, .decimal),
      (Int?.self, .optional(.integer(nil))),
      (Int??.self, .optional(.integer(nil))),
      (Any?.self, .any),
      (Any.self, .any),
      ((any Sendable).self, .any),
      (AnyHashable.self, .any),
      (LuaValue.self, .any),
      ([Int].self, .list(of: .integer(nil))),
      (Set<String>.self, .list(of: .string)),
      ([String: [UInt8]].self, .dictionary(of: .list(of: .integer(0...255)))),
      (Color.self, .enumeration(["gray", "red"])),
      (Level.self, .enumeration([.integer(1), .integer(2)])),
      (Plain.self, .enumeration(["on", "off"])),
      (Unlisted.self, .enumeration(["a", "b"])),
      (Tag.self, .string),
      (Box.self, .any),
      (Bare.self, .opaque("Bare")),
      (Model?.self, .optional(.opaque("Model"))),
      (
        Tree.self,
        .object(
          ObjectType(members: [
            .init("children", .list(of: .any)),
            .init("color", .optional(.enumeration(["gray", "red"]))),
          ]))
      ),
    ]
    for (type, expected) in cases {
      #expect(ValueType(describing: type) == expected, "\(type)")
    }
  }

  @Test func `a description that contains itself can be asked for directly`() {
    guard case .object(let object) = Tree.valueType else {
      Issue.record("not an object")
      return
    }
    #expect(object["children"]?.type == .list(of: ValueType(describing: Tree.self)))
  }

  static let phrases: [(ValueType, String)] = [
    (.any, "a value"),
    (.optional(.string), "a string or null"),
    (.integer(nil), "an integer"),
    (.enumeration(["gray", "red", "black"]), "one of gray, red, black"),
    (.enumeration(["gray"]), "gray"),
    (
      .enumeration((1...25).map { .integer($0) }),
      "one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 and 5 more"
    ),
    (.list(of: .integer(nil)), "a list of integers"),
    (.list(of: .any), "a list"),
    (.list(of: .list(of: .optional(.string))), "a list of lists of strings or null"),
    (.list(of: .enumeration(["a", "b"])), "a list of values out of a, b"),
    (.dictionary(of: .any), "an object"),
    (.dictionary(of: .list(of: .number)), "an object of lists of numbers"),
    (.object(ObjectType(name: "Todo", members: [])), "an object"),
    (.opaque("View"), "an object of the type View"),
  ]

  @Test(arguments: phrases)
  func `a type is called what a rule author calls it`(type: ValueType, phrase: String) {
    #expect(type.expectation == phrase)
  }

  @Test func `members are found by their bytes`() {
    let object = ObjectType(members: [
      .init("b", .string), .init("é", .number), .init("a", .boolean), .init("b", .any),
    ])
    #expect(object.members.map(\.name) == ["a", "b", "é"])
    #expect(object["b"]?.type == .string)
    #expect(object["e\u{301}"] == nil)
    #expect(object["c"] == nil)
  }
}
