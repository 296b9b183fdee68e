import Foundation
import Testing

@testable import DirectToWeb

@Suite struct RowJSONTests {
  @Test func `rows are objects, one a line`() async throws {
    let format = RowJSON(columns: ["id", "na\"me", "blob"])
    let pages: [[[Value]]] = [
      [], [[1, "a", .blob([1, 2])]], [],
      [[.integer(.min), nil, .malformedText([0xFF])], [2, 1.0, ""]], [],
    ]
    let chunks = try await Self.chunks(ExportChunks(Self.stream(pages), as: format))
    #expect(
      chunks.joined() == """
        [
        {"id":1,"na\\"me":"a","blob":{"$base64":"AQI="}},
        {"id":-9223372036854775808,"na\\"me":null,"blob":{"$malformed":"/w=="}},
        {"id":2,"na\\"me":1.0,"blob":""}
        ]

        """)
    #expect(chunks.count == 4)
  }

  @Test func `a list without rows is a list`() async throws {
    let chunks = try await Self.chunks(
      ExportChunks(Self.stream([[[Value]]]()), as: RowJSON(columns: ["a"])))
    #expect(
      try Python.run(
        "import sys, json; print(json.load(sys.stdin))", input: Array(chunks.joined().utf8)) == "[]"
    )
  }

  @Test func `columns with one name get numbers`() {
    #expect(
      RowJSON(columns: ["a", "a", "a 2", "A", "a"]).columns == ["a", "a 2", "a 2 2", "A", "a 3"])
  }

  private static let values: [Value] = [
    nil, 0, -1, .integer(.max), .integer(.min), .integer(9_007_199_254_740_993), 0.1, 1.0, -0.0,
    1e22,
    1e-7, 123_456_789.125, .real(.infinity), .real(-.infinity), .real(.leastNonzeroMagnitude),
    .real(.greatestFiniteMagnitude), .real(0.1 + 0.2), "", "é", "e\u{301}", "a\u{0}b\u{1F}\u{7F}",
    "\"\\/\n\r\t\u{2028}🦊", .blob([]), .blob([0, 255, 10]), .malformedText([0x61, 0xFF]),
  ]

  @Test func `Python reads the same values`() throws {
    let format = RowJSON(columns: ["x"])
    let bytes = RowJSON.head + format.bytes(Self.values.map { [$0] }, isFirst: true) + RowJSON.tail
    let program = """
      import sys, json, struct, base64
      def show(value):
        if value is None: return "null"
        if isinstance(value, int): return f"integer {value}"
        if isinstance(value, float): return "real " + struct.pack(">d", value).hex()
        if isinstance(value, str): return "text " + value.encode().hex()
        (kind, text), = value.items()
        return kind + " " + base64.b64decode(text).hex()
      for row in json.load(sys.stdin): print(show(row["x"]))
      """
    func hex(_ bytes: some Sequence<UInt8>) -> String {
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    let written = Self.values.map { value in
      switch value {
      case .null: "null"
      case .integer(let number): "integer \(number)"
      case .real(let number):
        "real " + hex((0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (56 - 8 * $0)) })
      case .text(let text): "text " + hex(text.utf8)
      case .blob(let bytes): "$base64 " + hex(bytes)
      case .malformedText(let bytes): "$malformed " + hex(bytes)
      }
    }
    #expect(
      try Python.run(program, input: bytes).split(separator: "\n").map(String.init) == written)
  }

  private struct Failure: Error {}

  @Test func `an error of the pages ends the chunks`() async throws {
    let pages = AsyncThrowingStream<[[String?]], any Error> { source in
      source.yield([["a", nil]])
      source.finish(throwing: Failure())
    }
    var chunks = ExportChunks(pages, titles: ["x", "y"], as: DelimitedText()).makeAsyncIterator()
    #expect(try await chunks.next() == Array("x,y\r\n".utf8))
    #expect(try await chunks.next() == Array("a,\r\n".utf8))
    await #expect(throws: Failure.self) { try await chunks.next() }
  }

  @Test func `CSV comes in chunks`() async throws {
    let pages: [[[String?]]] = [[["1", "a"], ["2", nil]], [], [["3", "c"]]]
    let chunks = try await Self.chunks(
      ExportChunks(Self.stream(pages), titles: nil, as: DelimitedText()))
    #expect(chunks == ["1,a\r\n2,\r\n", "3,c\r\n"])
  }

  @Test func `a page is asked for when its chunk is`() async throws {
    let asked = Box<Int>()
    asked.set(.success(0))
    let pages = AsyncStream<[[String?]]> {
      let number = ((try? asked.get()) ?? 0) + 1
      asked.set(.success(number))
      return number <= 1000 ? [["\(number)"]] : nil
    }
    var chunks = ExportChunks(pages, titles: ["n"], as: DelimitedText()).makeAsyncIterator()
    _ = try await chunks.next()
    #expect(try asked.get() == 0)
    _ = try await chunks.next()
    #expect(try asked.get() == 1)
  }

  private static func stream<Page: Sendable>(_ pages: [Page]) -> AsyncStream<Page> {
    AsyncStream { source in
      for page in pages { source.yield(page) }
      source.finish()
    }
  }

  private static func chunks<Pages>(_ chunks: ExportChunks<Pages>) async throws -> [String] {
    var texts: [String] = []
    for try await chunk in chunks { texts.append(String(decoding: chunk, as: UTF8.self)) }
    return texts
  }
}
