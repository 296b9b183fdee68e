import LuaSyntax
import Testing

/// The innermost of parts that lie inside each other.
struct NestedRangesTests {
  /// The parts around each position of `0123456789`; `-` for none.
  @Test(arguments: [
    ([], "----------"), ([2..<5], "--000-----"), ([0..<10, 2..<5, 3..<4], "0012100000"),
    ([3..<4, 2..<5, 0..<10], "2210122222"), ([1..<3, 5..<8, 6..<7], "-00--121--"),
    ([0..<4, 0..<2], "1100------"),
  ])
  func `the smallest part around a position is found`(
    ranges: [Range<Int>], expected: String
  ) {
    let nested = NestedRanges(ranges)
    let found = (0..<10).map { nested.innermost(around: $0).map { "\($0)" } ?? "-" }.joined()
    #expect(found == expected)
  }
}
