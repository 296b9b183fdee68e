import Foundation
import Testing

@testable import DirectToWeb

@Suite struct ValueTests {
  static let values: [Value] = [
    .null, 0, 1, .integer(.min), .integer(.max), 0.5, .real(-.infinity),
    .real(.leastNonzeroMagnitude),
    "", "a", "é", "e\u{301}", "'; DROP TABLE t; --", "\"", "a\0b", "\0", "\0\0", "🏳️‍🌈", "1", "1.0",
    "\u{FEFF}a", .blob([]), .blob([0]), .blob([0xFF, 0x00]), .malformedText([0xFF, 0x41]),
    .malformedText([0x41, 0x00, 0xC3]),
  ]

  @Test(arguments: ["UTF-8", "UTF-16le"])
  func `each value comes back as it went in, and finds its row`(encoding: String) async throws {
    let database = try TemporaryDatabase(
      "PRAGMA encoding = '\(encoding)'; CREATE TABLE t (a, n INTEGER);")
    let file = try database.open()
    for (number, value) in Self.values.enumerated() {
      if encoding != "UTF-8", case .malformedText = value { continue }
      let number = Value.integer(Int64(number))
      let found = try await file.write { connection in
        try connection.execute("INSERT INTO t VALUES (\(bound: value), \(bound: number))")
        return [
          try connection.rows("SELECT a FROM t WHERE n = \(bound: number)"),
          try connection.rows("SELECT n FROM t WHERE a IS \(bound: value)"),
        ]
      }
      #expect(found == [[[value]], [[number]]], "\(value)")
    }
  }

  @Test func `values are equal when kind and bytes are`() {
    for (i, left) in Self.values.enumerated() {
      for (j, right) in Self.values.enumerated() { #expect((left == right) == (i == j)) }
    }
    #expect(Set(Self.values).count == Self.values.count)
  }

  @Test func `bound values compare without affinity of their own`() async throws {
    let database = try TemporaryDatabase("CREATE TABLE t (a, i INTEGER, s TEXT);")
    let file = try database.open()
    let rows = try await file.write { connection in
      try connection.execute("INSERT INTO t VALUES (\(bound: 5), 5, '5')")
      return try connection.rows(
        "SELECT +a < \(bound: .malformedText([0x30, 0xFF])), a < \(bound: "\0"), i = \(bound: "5"), s = \(bound: 5) FROM t"
      )
    }
    #expect(rows == [[1, 1, 1, 1]])
  }
}
