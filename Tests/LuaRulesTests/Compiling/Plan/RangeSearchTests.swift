import Testing

@testable import LuaRules

struct RangeSearchTests {
  static let numbers: [NativeValue] = [
    .integer(.min), .integer(-3), .integer(0), .float(-0.0), .float(0.5), .integer(1), .float(1),
    .integer(7), .float(7.5), .integer(9_007_199_254_740_992), .integer(9_007_199_254_740_993),
    .float(9_007_199_254_740_992), .integer(.max), .float(0x1p63), .float(.infinity),
    .float(-.infinity), .float(-0x1p63),
  ]

  private static func contains(
    _ interval: RangeSearch.Interval, _ value: NativeValue
  ) -> Bool {
    func isBefore(_ left: NativeValue, _ right: NativeValue, _ isInside: Bool) -> Bool {
      isInside
        ? NativeValue.isLessOrEqual(left, right) == .yes : NativeValue.isLess(left, right) == .yes
    }
    return interval.lower.map { isBefore($0.value, value, $0.isInside) } ?? true
      && interval.upper.map { isBefore(value, $0.value, $0.isInside) } ?? true
  }

  @Test(arguments: 0..<20)
  func `the intervals around a number are found in their order`(seed: UInt64) {
    var random = SplitMix(state: seed)
    // Every second time only numbers that are floats.
    let numbers =
      seed % 2 == 0 ? Self.numbers : [.integer(-3), .float(0.5), .integer(1), .float(1)]
    func bound() -> RangeSearch.Bound? {
      Int.random(in: 0...3, using: &random) == 0
        ? nil
        : RangeSearch.Bound(
          value: numbers[Int.random(in: 0..<numbers.count, using: &random)],
          isInside: Bool.random(using: &random))
    }
    for _ in 0..<20 {
      let intervals = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        RangeSearch.Interval(lower: bound(), upper: bound())
      }
      let search = RangeSearch(intervals)
      for value in Self.numbers + [.float(3.25), .float(-1e300)] {
        guard let slot = search.slot(of: value) else { continue }
        var found: [Int] = []
        while let next = search.position(after: found.last ?? -1, inSlot: slot) {
          found.append(next)
        }
        let expected = intervals.indices.filter { Self.contains(intervals[$0], value) }
        #expect(found == expected, "\(value)")
      }
      #expect(search.slot(of: .float(.nan)) == nil)
    }
  }
}
