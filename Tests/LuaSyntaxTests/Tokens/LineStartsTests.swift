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
    let whole = Array(text.utf8)
    for line in 0..<lines.count {
      let end = line + 1 < starts.count ? starts[line + 1] : whole.count
      let written = whole[starts[line]..<end]
      let isBreak = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
      #expect(
        whole[lines.range(ofLine: line, in: whole)].elementsEqual(written.prefix { !isBreak($0) }))
    }
    for offset in 0...text.utf8.count {
      let line = starts.lastIndex { $0 <= offset }
      #expect(lines.line(around: offset) == line)
      #expect(lines.start(around: offset) == line.map { starts[$0] })
    }
  }
}
