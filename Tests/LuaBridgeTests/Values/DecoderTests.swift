import Foundation
import LuaBridge
import Testing

private struct Person: Decodable, Equatable {
  struct Address: Decodable, Equatable { var street: String; var number: UInt8? }
  var name: String
  var age: Int8
  var born: Date
  var id: UUID?
  var home: URL?
  var salary: Decimal?
  var addresses: [Address]
  var scores: [String: Double]?
  var color: Color?
}

extension Color: Decodable {}

private let address = table(fields: ["street": .string("Way"), "number": .integer(7)])

private func person(_ changes: KeyValuePairs<String, LuaValue> = [:]) -> LuaValue {
  var fields: [String: LuaValue] = [
    "name": .string("Ann"), "age": .number(40), "born": .string("2000-01-01"),
    "addresses": table(address), "color": .string("red"), "salary": .string("10.25"),
  ]
  for (name, value) in changes { fields[name] = value }
  return .table(
    LuaTable(
      fields: fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { (name: $0.key, value: $0.value) }))
}

private class Base: Decodable { var a: Int }
private final class Derived: Base {
  let b: Int
  enum Keys: String, CodingKey { case b }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    b = try container.decode(Int.self, forKey: .b)
    try super.init(from: container.superDecoder())
  }
}

private struct Pair: Decodable {
  let first: Int
  let rest: [String]
  let paths: String
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    first = try container.decode(Int.self)
    var nested = try container.nestedUnkeyedContainer()
    var rest: [String] = []
    while !nested.isAtEnd {
      rest.append(try nested.decodeNil() ? "-" : nested.decode(String.self))
    }
    self.rest = rest
    paths = nested.codingPath.map(\.stringValue).joined()
  }
}

private struct Picky: Decodable {
  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "too picky"))
  }
}

private enum Shape: Decodable, Equatable { case circle(radius: Double), dot }

@Suite struct DecoderTests {
  @Test func `a decodable type is made of a table`() throws {
    let ann = try convert(person(), Person.self)
    #expect(ann.name == "Ann" && ann.age == 40 && ann.color == .red && ann.id == nil)
    #expect(ann.born == Date(timeIntervalSince1970: 946_684_800))
    #expect(ann.salary == Decimal(string: "10.25"))
    #expect(ann.addresses == [.init(street: "Way", number: 7)])
  }

  @Test(arguments: [
    Conversion(
      person(["age": .integer(200)]), Person.self,
      "wrongValue: at age: 200; expected an integer from -128 to 127"),
    Conversion(person(["name": .nil]), Person.self, "wrongType: at name: nil; expected a string"),
    Conversion(
      person(["addresses": table(address, table(fields: ["street": .integer(1)]))]),
      Person.self, "wrongType: at addresses [2] street: 1; expected a string"),
    Conversion(
      person(["id": .string("x")]), Person.self,
      "wrongValue: at id: \"x\"; expected a UUID"),
    Conversion(
      person(["color": .string("grey")]), Person.self,
      "wrongValue: at color: \"grey\"; expected one of gray, red, black"),
    Conversion(.integer(1), Person.self, "wrongType: 1; expected a table with string keys"),
    Conversion(
      table(.integer(1)), Person.self,
      "wrongType: a table; expected a table with string keys"),
    Conversion(
      table(table(fields: ["a": .null])), [[String: Picky]].self,
      "wrongValue: at [1] a: null; expected something else (too picky)"),
    Conversion(
      table(fields: ["b": .integer(1)]), Derived.self,
      "wrongType: at super: nil; expected a table with string keys"),
    Conversion(table(.integer(1)), Range<Int>.self, "wrongType: at [2]: nil; expected an integer"),
    Conversion(table(.integer(1), .integer(4)), Range<Int>.self, "Range(1..<4)"),
    Conversion(
      table(.integer(4), .integer(1)), Range<Int>.self,
      "wrongValue: a table; expected something else (Cannot initialize Range<Int> with a lowerBound (4) greater than upperBound (1))"
    ),
    Conversion(
      table(fields: ["circle": table(fields: ["radius": .integer(2)])]), Shape.self,
      "LuaBridgeTests.(unknown context).Shape.circle(radius: 2.0)"),
  ])
  func `a mistake has a place and a sentence`(_ test: Conversion) {
    let result = test.run().replacing(#/\(unknown context at [^)]*\)/#) { _ in "(unknown context)" }
    #expect(result == test.expected)
  }

  @Test func `a superclass decodes from its own table`() throws {
    let both = table(fields: ["b": .integer(2), "super": table(fields: ["a": .integer(1)])])
    let derived = try convert(both, Derived.self)
    #expect(derived.a == 1 && derived.b == 2)
  }

  @Test func `a list is decoded by position`() throws {
    let pair = try convert(
      table(.integer(1), table(.string("x"), .null, .string("y"))), Pair.self)
    #expect(pair.first == 1 && pair.rest == ["x", "-", "y"] && pair.paths == "Index 1")
    #expect(throws: ConversionError.self) { try convert(table(.integer(1)), Pair.self) }
  }
}
