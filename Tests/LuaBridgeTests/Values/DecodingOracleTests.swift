import Foundation
import LuaBridge
import Testing

private enum Kind: String, Codable, CaseIterable { case a, b, c }

private struct Inner: Codable, Equatable {
  var id: Int
  var note: String?
  var ratio: Double
  var flags: [Bool]
}

/// More members than names are looked through one after the other.
private struct Sample: Codable, Equatable {
  var name: String
  var size: Int
  var small: UInt8
  var ratio: Double
  var isOn: Bool
  var kind: Kind
  var maybe: Int?
  var other: Inner?
  var inner: Inner
  var list: [Inner]
  var map: [String: Int]
  var deep: [[String]]
  var größe: Double?
}

/// Tells where it is, by every kind of container.
private struct Trail: Decodable, Equatable {
  enum Keys: String, CodingKey { case keyed, list, value, none }
  var paths: [String]

  init(from decoder: any Decoder) throws {
    func path(_ keys: [any CodingKey]) -> String {
      keys.map { $0.stringValue }.joined(separator: ".")
    }
    let container = try decoder.container(keyedBy: Keys.self)
    let keyed = try container.nestedContainer(keyedBy: Keys.self, forKey: .keyed)
    var list = try container.nestedUnkeyedContainer(forKey: .list)
    paths = [path(decoder.codingPath), path(container.codingPath), path(keyed.codingPath)]
    paths.append(path(try container.superDecoder(forKey: .keyed).codingPath))
    paths.append(try keyed.decode(String.self, forKey: .value))
    paths.append("\(try keyed.decodeIfPresent(Int.self, forKey: .none) ?? -1)")
    paths.append("\(keyed.contains(.value)) \(keyed.contains(.none)) \(keyed.allKeys.count)")
    while !list.isAtEnd {
      if try list.decodeNil() {
        paths.append("nil")
      } else if list.currentIndex == 0 {
        var inner = try list.nestedUnkeyedContainer()
        paths.append(path(inner.codingPath) + " \(try inner.decode(Int.self))")
      } else {
        let inner = try list.superDecoder()
        paths.append(path(inner.codingPath))
        paths.append(try inner.singleValueContainer().decode(String.self))
      }
    }
  }
}

/// A tree as Lua has it and as JSON.
private struct Tree {
  var lua: LuaValue
  var json: String

  static func text(_ text: String) -> Tree { Tree(lua: .string(text), json: "\"\(text)\"") }
  static func integer(_ value: Int) -> Tree { Tree(lua: .integer(Int64(value)), json: "\(value)") }
  static func number(_ value: Double) -> Tree { Tree(lua: .number(value), json: "\(value)") }
  static func boolean(_ value: Bool) -> Tree { Tree(lua: .boolean(value), json: "\(value)") }
  static var null: Tree { Tree(lua: .null, json: "null") }

  static func list(_ elements: [Tree]) -> Tree {
    Tree(
      lua: .table(LuaTable(elements: elements.map(\.lua))),
      json: "[" + elements.map(\.json).joined(separator: ",") + "]")
  }

  static func object(_ members: [(String, Tree)]) -> Tree {
    let sorted = members.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    return Tree(
      lua: .table(LuaTable(fields: sorted.map { (name: $0.0, value: $0.1.lua) })),
      json: "{" + members.map { "\"\($0.0)\":\($0.1.json)" }.joined(separator: ",") + "}")
  }
}

/// Makes trees that mostly fit ``Sample``: here and there a leaf is another one, or missing.
private struct TreeMaker {
  var random: Generator
  var mistakes: Int

  mutating func isChosen(of count: Int) -> Bool { random.next() % UInt64(count) == 0 }
  mutating func number(below count: Int) -> Int { Int(random.next() % UInt64(count)) }

  mutating func leaf(_ tree: Tree) -> Tree {
    guard mistakes > 0, isChosen(of: mistakes) else { return tree }
    return [.null, .text("x"), .integer(300), .number(1.5), .boolean(true)][number(below: 5)]
  }

  mutating func list(_ make: (inout TreeMaker) -> Tree) -> Tree {
    .list((0...number(below: 3)).map { _ in make(&self) })
  }

  mutating func object(_ members: [(String, Tree?)]) -> Tree {
    .object(
      members.compactMap { name, tree in
        guard let tree, mistakes == 0 || !isChosen(of: 4 * mistakes) else { return nil }
        return (name, tree)
      })
  }

  mutating func inner() -> Tree {
    object([
      ("id", leaf(.integer(number(below: 90)))), ("note", isChosen(of: 2) ? leaf(.text("n")) : nil),
      ("ratio", leaf(isChosen(of: 2) ? .integer(2) : .number(0.25))),
      ("flags", list { $0.leaf(.boolean($0.isChosen(of: 2))) }),
    ])
  }

  mutating func sample() -> Tree {
    object([
      ("name", leaf(.text("Ann"))), ("size", leaf(.integer(-7))), ("small", leaf(.integer(255))),
      ("ratio", leaf(.number(-0.5))), ("isOn", leaf(.boolean(true))),
      ("kind", leaf(.text(Kind.allCases[number(below: 3)].rawValue))),
      ("maybe", isChosen(of: 2) ? leaf(.integer(5)) : nil),
      ("other", isChosen(of: 2) ? inner() : isChosen(of: 2) ? .null : nil),
      ("inner", inner()), ("list", list { $0.inner() }),
      ("map", object([("k", leaf(.integer(1))), ("l", leaf(.integer(2)))])),
      ("deep", list { maker in maker.list { $0.leaf(.text("d")) } }),
      ("größe", isChosen(of: 2) ? leaf(.number(1.25)) : nil), ("unknown", .integer(1)),
    ])
  }
}

@Suite struct DecodingOracleTests {
  @Test(arguments: 0..<40 as Range<UInt64>, [0, 60])
  func `a table is decoded as JSON is`(seed: UInt64, mistakes: Int) throws {
    var maker = TreeMaker(random: Generator(state: seed), mistakes: mistakes)
    var failures = 0
    for _ in 0..<20 {
      let tree = maker.sample()
      let expected = try? JSONDecoder().decode(Sample.self, from: Data(tree.json.utf8))
      let found = try? convert(tree.lua, Sample.self)
      #expect(found == expected, "\(tree.json)")
      if expected == nil { failures += 1 }
    }
    #expect(mistakes == 0 ? failures == 0 : failures < 20)
  }

  @Test func `a type is told the way to it as by JSON`() throws {
    let trail = Tree.object([
      ("keyed", .object([("value", .text("v"))])),
      ("list", .list([.list([.integer(1)]), .null, .text("end")])),
    ])
    let tree = Tree.object([
      ("one", .list([trail, trail])), ("two", .list([trail])),
    ])
    let expected = try JSONDecoder().decode([String: [Trail]].self, from: Data(tree.json.utf8))
    #expect(try convert(tree.lua, [String: [Trail]].self) == expected)
    #expect(expected["one"]?.last?.paths.first == "one.Index 1")
  }
}
