import Testing

@testable import DirectToWeb

@Suite struct DelimitedTextTests {
  private func text(_ rows: [[String?]], guardsFormulas: Bool = true) -> String {
    var format = DelimitedText()
    format.guardsFormulas = guardsFormulas
    return String(decoding: format.bytes(rows), as: UTF8.self)
  }

  @Test func `cells are quoted where they must be`() {
    #expect(
      text([["a", "b c", "d\"e", "f,g", "h\ni", "j\rk", "é"], [nil, "", "x"]])
        == "a,b c,\"d\"\"e\",\"f,g\",\"h\ni\",\"j\rk\",é\r\n,\"\",x\r\n")
    #expect(text([[nil], [""], ["a"], [nil, nil], []]) == "\"\"\r\n\"\"\r\na\r\n,\r\n\r\n")
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+cmd", "'+cmd"), ("-2+3", "'-2+3"), ("@SUM(A1)", "'@SUM(A1)"),
    ("\tx", "'\tx"),
    ("\rx", "\"'\rx\""), ("=\"a\"", "\"'=\"\"a\"\"\""), ("-", "'-"), ("+", "'+"), ("--1", "'--1"),
    ("-1 ", "'-1 "), ("-1-1", "'-1-1"), ("-0x1F", "'-0x1F"), ("-١", "'-١"), ("=1", "'=1"),
    ("-e5", "'-e5"),
    ("-.", "'-."), ("-1\n", "\"'-1\n\""),
    // Numbers, and cells that are no formulas.
    ("-1", "-1"), ("+49", "+49"), ("-1.5", "-1.5"), ("-1.", "-1."), ("-.5", "-.5"),
    ("-1e-7", "-1e-7"),
    ("+1.5E+300", "+1.5E+300"), ("1", "1"), ("a=b", "a=b"), (" =1", " =1"), ("'=1", "'=1"),
    ("", "\"\""),
  ])
  func `cells that are formulas get an apostrophe`(_ cell: String, _ expected: String) {
    #expect(text([[cell, "x"]]) == expected + ",x\r\n")
    #expect(
      text([[cell, "x"]], guardsFormulas: false).replacing("\"", with: "")
        == (cell + ",x\r\n").replacing("\"", with: ""))
  }

  private static let pieces = [
    "a", "é", "e\u{301}", "🦊", "\"", "\"\"", ",", ";", "\t", "\n", "\r", "\r\n", " ", "=", "-1",
    "'", "\u{FEFF}",
  ]

  @Test(arguments: DelimitedText.Separator.allCases, [true, false])
  func `Python reads the same cells`(
    _ separator: DelimitedText.Separator, _ guardsFormulas: Bool
  ) async throws {
    var generator = SeededGenerator(seed: 11)
    let rows: [[String?]] = try (0..<200).map { _ in
      try (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        if generator.chance(1, in: 6) { return nil }
        return try (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          try Self.pieces.random(&generator)
        }.joined()
      }
    }
    var format = DelimitedText()
    format.separator = separator
    format.guardsFormulas = guardsFormulas
    let program = """
      import sys, csv, io
      text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", newline="")
      for row in csv.reader(text, delimiter="\(separator == .tab ? "\\t" : separator.rawValue)", strict=True):
        print(" ".join(cell.encode().hex() or "-" for cell in row))
      """
    let read = try Python.run(program, input: format.bytes(rows))
    let isGuarded: (String) -> Bool = { cell in
      guardsFormulas && cell != "-1" && cell.utf8.first.map { "=+-@\t\r".utf8.contains($0) } == true
    }
    let written = rows.map { row in
      row.map { cell in
        let cell = cell ?? ""
        let bytes = Array((isGuarded(cell) ? "'" + cell : cell).utf8)
        return bytes.isEmpty
          ? "-" : bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      }.joined(separator: " ")
    }
    #expect(read.split(separator: "\n").map(String.init) == written)
  }
}
