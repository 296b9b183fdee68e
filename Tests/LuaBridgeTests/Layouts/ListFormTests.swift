import Foundation
import LuaBridge
import Testing

private enum Grade: String, Sendable { case low, high }
private enum Shape: Sendable {
  case none
  case circle(radius: Double)
}

private struct Place: Sendable {
  var city = "Bern"
  var floor: Int8? = 3
}

private struct Odd: Sendable {
  var first: UInt8 = 1
  var text = "odd"
  var last = true
}

private struct Wide: Sendable {
  var byte: UInt8 = 1
  var vector = SIMD4<Double>(1, 2, 3, 4)
}

private struct Generic<Value: Sendable>: Sendable {
  var before: UInt8 = 1
  var value: Value
}

private struct Node: Sendable {
  var name: String
  var children: [Node] = []
}

private struct Empty: Sendable {}
private final class Thing: Sendable {}

/// Elements of arrays as they are read in memory, beside the elements that Swift has.
@Suite(.readsByLayouts) struct ListFormTests {
  @Test func `elements are found where Swift has them`() {
    check([1, -2, .max])
    check([Int8](-3...3))
    check([UInt8](0...255))
    check([Int16.min, 0, 7])
    check([UInt64(1), 2])
    check([Float(1.5), -0.25])
    check([1.5, .infinity])
    check([true, false, true])
    check(["", "a", "a text that is longer than fifteen bytes", "é"])
    check([Int?.none, 3, nil, 4])
    check([String?.none, "x", nil])
    check([Bool?.none, true, false])
    check([Int??](arrayLiteral: .some(nil), .none, 3))
    check([Grade.low, .high, .low])
    check([Grade?.none, .high])
    check([Place(), Place(city: "Chur", floor: nil)])
    check([Place?.none, Place()])
    check([Odd(), Odd(first: 2, text: "second", last: false), Odd()])
    check([Wide(), Wide(byte: 2)])
    check([Generic(value: Int16(4)), Generic(value: 5 as Int16)])
    check([Generic(value: SIMD2<Float>(1, 2))])
    check([Generic(value: [3, 4])])
    check([Generic<Wide?>(value: nil), Generic<Wide?>(value: Wide())])
    check([[1, 2], [], [3]])
    check([[Place()], []])
    check([[Int]?](arrayLiteral: nil, [2]))
    check([Node(name: "a", children: [Node(name: "b")]), Node(name: "c")])
    check([Empty(), Empty()])
  }

  @Test func `arrays of all makes are read alike`() {
    var grown = [Int]()
    grown.reserveCapacity(1000)
    check(grown)
    for number in 0..<100 {
      grown.append(number)
      check(grown)
    }
    grown.removeFirst(40)
    check(grown)
    check(Array(grown.dropFirst(5)))
    check(Array(grown.lazy.filter { $0 % 2 == 0 }))
    check(Array(Set(grown)))
    check(Array("letters").map(String.init))
    check(unsafe [Int](unsafeUninitializedCapacity: 50) { _, count in count = 0 })
    check(Array(ContiguousArray(grown)))
    grown.removeAll(keepingCapacity: true)
    check(grown)
  }

  @Test func `elements that only Swift reads are not read here`() {
    func isRead<Element: Sendable>(_ list: [Element]) -> Bool {
      var entries = ContextStorage()
      entries.set(list, for: 1)
      _ = LuaRepresentation(of: list[0])
      return entries.read.value(of: 1)?.element(at: 1) != nil
    }
    #expect(!isRead([Thing()]))
    #expect(!isRead([Thing.self as any Sendable]))
    #expect(!isRead([1 as any Sendable]))
    #expect(!isRead([{ @Sendable in }]))
    #expect(isRead([1]))
  }

  private func check<Element: Sendable>(
    _ list: [Element], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var entries = ContextStorage()
    // The layout of the elements is made when one of them is shown, or set.
    for element in list { entries.set(element, for: 1) }
    entries.set(list, for: 1)
    entries.set([Element]?.some(list), for: 2)
    for key in 1...2 as ClosedRange<UInt32> {
      guard let read = entries.read.value(of: key)?.unwrapped else {
        Issue.record("not set", sourceLocation: sourceLocation)
        return
      }
      #expect(read.count == list.count, sourceLocation: sourceLocation)
      for (offset, element) in list.enumerated() {
        let found = read.element(at: Int64(offset) + 1)?.unwrapped
        #expect(
          found.map { shown($0) } == shown(LuaRepresentation(of: element)),
          sourceLocation: sourceLocation)
      }
      guard !list.isEmpty else { continue }
      for position in [0, -1, Int64(list.count) + 1, .max, .min] {
        #expect(
          read.element(at: position)?.scalar?.literal == "nil", sourceLocation: sourceLocation)
      }
    }
  }

  /// What is read in memory as text.
  private func shown(_ value: LaidOutValue) -> String {
    switch value.kind {
    case .scalar(let scalar): return scalar.literal
    case .list:
      let elements = (0..<(value.count ?? 0)).map { offset in
        value.element(at: Int64(offset) + 1).map { shown($0.unwrapped) } ?? "?"
      }
      return "[\(elements.joined(separator: ", "))]"
    case .members, .table, .dictionary, .foreign: return shown(LuaRepresentation(of: value.copy))
    }
  }

  /// What Swift says as text.
  private func shown(_ representation: LuaRepresentation) -> String {
    switch representation {
    case .value(let value): return value.literal
    case .opaque(let value): return "opaque \(type(of: value))"
    case .unrepresentable(let reason): return reason
    case .view(let view):
      let members = view.keys.map { key in
        guard case .value(let member) = view.member(key) else { return "\(key.literal)?" }
        let text = shown(LuaRepresentation(of: member))
        return view.shape == .list ? text : "\(key.literal): \(text)"
      }
      let text = members.joined(separator: ", ")
      return view.shape == .list ? "[\(text)]" : "{\(text)}"
    }
  }
}
