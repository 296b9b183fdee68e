import LuaBridge
import Testing

@testable import LuaRules

/// Texts are bytes in Lua, however they look.
struct NativeTextTests {
  static let texts = [
    "", "a", "b", "ab", "é", "e\u{301}", "K", "\u{212A}", "a\u{323}\u{301}", "a\u{301}\u{323}",
    String(repeating: "a", count: 64), String(repeating: "a", count: 65),
    String(repeating: "a", count: 64) + "b", String(repeating: "é", count: 100),
    String(repeating: "e\u{301}", count: 100), "\u{0}", "a\u{0}b", "😀", "\u{FFFF}",
  ]

  @Test(arguments: texts, texts)
  func `texts compare by their bytes`(left: String, right: String) {
    let isSame = Array(left.utf8) == Array(right.utf8)
    #expect(left.hasSameBytes(as: right) == isSame)
    #expect(NativeValue.isEqual(.string(left), .string(right)) == NativeVerdict(isSame))
    #expect(
      left.precedesInLongBytes(right)
        == Array(left.utf8).lexicographicallyPrecedes(Array(right.utf8)))
  }

  /// Two texts that Swift takes for the same, and finds out by sorting all their marks.
  private static func marks(_ count: Int) -> (String, String) {
    (
      "a" + String(repeating: "\u{301}\u{323}", count: count),
      "a" + String(repeating: "\u{323}\u{301}", count: count)
    )
  }

  @Test func `long texts that are no ASCII are compared as fast as others`() {
    let (left, right) = Self.marks(50_000)
    let (leftBytes, rightBytes) = (Array(left.utf8), Array(right.utf8))
    let clock = ContinuousClock()
    let asTexts = clock.measure {
      for _ in 0..<200 {
        #expect(NativeValue.isEqual(.string(left), .string(right)) == .no)
      }
    }
    let asBytes = clock.measure {
      for _ in 0..<200 {
        let isSame = leftBytes.indices.reversed().allSatisfy { leftBytes[$0] == rightBytes[$0] }
        #expect(!isSame)
        #expect(leftBytes.reduce(0) { $0 &+ $1 } == rightBytes.reduce(0) { $0 &+ $1 })
      }
    }
    #expect(asTexts < asBytes * 50)
  }

  @Test func `a text is not hashed that is longer than all texts that it could be`() {
    var rows = KeyRows()
    let row = CandidateIndex.Row(start: 3, end: 4)
    let table = rows.add([(key: NativeKey(kept: .string("short")) ?? .nil, row: row)])
    let long = NativeValue.string(String(repeating: "é", count: 1 << 20))
    #expect(table.cost(ofFinding: long) == 1)
    #expect(rows.row(for: long, in: table) == nil)
    #expect(rows.row(for: .string("short"), in: table)?.start == 3)
    #expect(rows.row(for: .integer(1), in: table) == nil)

    var content = NativeTable()
    let isAdded = content.add(.integer(1), for: .string("short"))
    #expect(isAdded)
    #expect(content.cost(ofFinding: long) == 0)
    if case .nil = content[long] {} else { Issue.record("found") }
    if case .integer(1) = content[.string("short")] {} else { Issue.record("not found") }
  }
}
