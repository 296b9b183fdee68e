import LuaSyntax
import Testing

/// Where lines begin.
@Suite struct LineStartsTests {
  @Test(arguments: [
    ("", [0]), ("a", [0]), ("a\n", [0, 2]), ("\n\na", [0, 1, 2]), ("a\r\nb\rc\n", [0, 3, 5, 7]),
    ("\r", [0, 1]), ("\r\r\n", [0, 1, 3]), ("é\nb", [0, 3]),
  ])
  func `each line break begins a line`(text: String, starts: [Int]) {
    let lines = LineStarts(Array(text.utf8))
    #expect((0..<lines.count).map { lines[$0] } == starts)
    for offset in 0...text.utf8.count {
      let line = starts.lastIndex { $0 <= offset }
      #expect(lines.line(around: offset) == line)
      #expect(lines.start(around: offset) == line.map { starts[$0] })
    }
  }
}
