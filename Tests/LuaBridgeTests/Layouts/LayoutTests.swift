import Foundation
import LuaBridge
import Testing

private enum Grade: String, Sendable { case low, high }
private enum Bare: Sendable { case first, second }
private enum Lonely: Sendable { case only }
private enum Shape: Sendable {
  case none
  case circle(radius: Double)
}
private final class Thing: Sendable {}

private struct Numbers: Sendable {
  var a: Int8 = -3
  var b: UInt16 = 65_535
  var c: Int32 = -70_000
  var d: UInt64 = .max
  var e: UInt8 = 255
  var f: Float = 1.5
  var g = 2.25
  var h: Int64 = .min
  var i: UInt = 7
  var j: Int16 = -300
  var k: UInt32 = 4_000_000_000
}

private struct Place: Sendable, Equatable {
  var city = "Bern"
  var floor: Int? = 3
}

private struct Plain: Sendable {
  var title = "a title that is longer than fifteen bytes"
  var isDone = true
  var level = Grade.high
  var bare = Bare.second
  var lonely = Lonely.only
  var shape = Shape.circle(radius: 2)
  var tags = ["a", "b"]
  var counts = ["x": 1]
  var place = Place()
  var noPlace: Place?
  var maybe: Place? = Place(city: "Chur", floor: nil)
  var text: String?
  var word: String? = ""
  var flag: Bool?
  var yes: Bool? = false
  var number: Double?
  var two: Int?? = .some(nil)
  var choice: Grade? = .low
  var date = Date(timeIntervalSince1970: 5)
  var optionalDate: Date?
  var id = UUID()
  var anything: any Sendable = "boxed"
  var pair = (1, "two")
  var thing = Thing()
  var noThing: Thing?
  var call: @Sendable () -> Int = { 1 }
  var vector = SIMD4<Float>(1, 2, 3, 4)
  var bytes: [UInt8] = [1, 2]
  var slice = Substring("part")
}

private struct Generic<Value: Sendable>: Sendable {
  var before: UInt8 = 1
  var value: Value
  var after = "end"
}

private struct Empty: Sendable {}
private struct HoldsEmpty: Sendable {
  var empty = Empty()
  var byte: UInt8 = 9
}

private struct Weak: @unchecked Sendable {
  weak var gone: Thing?
  var name = "n"
  unowned var stays: Thing
}

private struct Mirrored: Sendable, CustomReflectable {
  var hidden = 1
  var customMirror: Mirror { Mirror(self, children: ["shown": 2]) }
}

/// A large structure, whose members lie far behind its beginning.
private struct Large: Sendable {
  var rows: (Plain, Numbers, Place) = (Plain(), Numbers(), Place())
  var last = Place(city: "last")
}

private let stays = Thing()

private let samples: [any Sendable] = [
  Numbers(), Plain(), Place(), Generic(value: 3), Generic(value: "text"),
  Generic(value: Place?.none),
  Generic(value: SIMD2<Double>(1, 2)), Generic(value: [Place()]), Empty(), HoldsEmpty(),
  Weak(gone: stays, stays: stays), Weak(gone: nil, stays: stays), Mirrored(), Large(),
  Generic(value: Shape.none), Generic(value: Generic(value: Grade.low)),
]

struct LayoutTests {
  @Test(arguments: samples.indices)
  func `a structure shows what reflection shows`(index: Int) throws {
    let value = samples[index]
    guard case .view(let view) = LuaRepresentation(of: value) else {
      Issue.record("no view")
      return
    }
    let children = Mirror(reflecting: value).children
    #expect(view.count == children.count)
    for child in children {
      let name = LuaValue.string(try #require(child.label))
      guard case .value(let member) = view.member(name) else {
        Issue.record("no member \(name)")
        continue
      }
      let expected = shown(LuaRepresentation(of: child.value))
      #expect(shown(LuaRepresentation(of: member)) == expected)
      // The second way of reading: by the position that a reader has found before.
      let position = view.position(of: name)
      guard position != 0 else { continue }
      #expect(view.representation(at: position).map { shown($0) } == expected)
      if let scalar = view.storedScalar(at: position) {
        #expect(shown(.value(scalar)) == expected)
      }
    }
  }

  @Test(arguments: samples.indices)
  func `a structure that is set is read where it lies`(index: Int) {
    func check<Value: Sendable>(_ value: Value) {
      var entries = ContextStorage()
      entries.set(value, for: 3)
      entries.set(Value?.some(value), for: 1)
      entries.set(Value?.none, for: 2)
      #expect(entries[3].map { shown($0.representation) } == shown(LuaRepresentation(of: value)))
      #expect(entries[1].map { shown($0.representation) } == shown(LuaRepresentation(of: value)))
      #expect(entries[2].map { shown($0.representation) } == "nil")
      #expect(entries[3]?.erased is Value)
      for child in Mirror(reflecting: value).children {
        entries.read.value(of: 1)?.unwrapped.check(child)
        entries.read.value(of: 3)?.check(child)
      }
    }
    _openExistential(samples[index], do: check)
  }

  @Test func `a name that is not there is told with those that are`() {
    guard case .view(let view) = LuaRepresentation(of: Place()),
      case .unknown(let members, let note) = view.member(.string("town"))
    else {
      Issue.record("it is there")
      return
    }
    #expect(members == ["city", "floor"])
    #expect(note?.hasPrefix("only stored properties are visible") == true)
  }

  @Test(.readsByLayouts) func `a dictionary finds names by their bytes`() {
    var entries = ContextStorage()
    entries.set(["\u{E9}": 1, "b": 2], for: 1)
    let value = entries.read.value(of: 1)
    #expect(value?.entry("\u{E9}").map { shown(.value($0)) } == "1")
    #expect(value?.entry("e\u{301}").map { shown(.value($0)) } == "nil")
    #expect(value?.entry("c").map { shown(.value($0)) } == "nil")
    #expect(value?.count == 2)
    entries.set(["a": Place()], for: 2)
    #expect(entries.read.value(of: 2)?.entry("a") == nil)
    entries.set([1: "a"], for: 3)
    #expect(entries.read.value(of: 3)?.entry("1") == nil)
  }
}

extension LaidOutValue {
  /// Compares a member that is stored with what reflection shows of it.
  fileprivate func check(_ child: Mirror.Child) {
    guard let name = child.label, let member = member(at: position(of: name)) else { return }
    if let scalar = member.scalar {
      #expect(shown(.value(scalar)) == shown(LuaRepresentation(of: child.value)))
    }
    for inner in Mirror(reflecting: child.value).children {
      member.unwrapped.check(inner)
    }
  }
}

/// A representation as text: scalars by their values, views by what they show.
private func shown(_ representation: LuaRepresentation, depth: Int = 0) -> String {
  switch representation {
  case .value(let value): return "\(value.literal)"
  case .opaque(let value): return "opaque \(type(of: value))"
  case .unrepresentable(let reason): return "unrepresentable: \(reason)"
  case .view(let view):
    guard depth < 4 else { return "…" }
    let members = view.keys.map { key in
      switch view.member(key) {
      case .value(let value):
        "\(key.literal): \(shown(LuaRepresentation(of: value), depth: depth + 1))"
      case .absent: "\(key.literal): absent"
      case .unknown: "\(key.literal): unknown"
      }
    }
    return "\(view.shape) { \(members.joined(separator: ", ")) }"
  }
}
