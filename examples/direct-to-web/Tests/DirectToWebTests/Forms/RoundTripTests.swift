import Foundation
import LuaRules
import Testing

@testable import DirectToWeb

/// A form that is saved as it was shown writes nothing, whatever the columns hold.
@Suite struct RoundTripTests {
  @Test(arguments: ["", AccessFixture.allProperties])
  func `all rows of the shop stay as they are`(rules: String) async throws {
    let fixture = try await AccessFixture(try TemporaryDatabase.shop(), rules: rules)
    #expect(try await Self.roundTrip(fixture, rowsOfEach: 10) > 20)
  }

  @Test(.enabled(if: ForeignDatabase.areHere), arguments: ["datasette.db", "proj.db"])
  func `rows of databases that others made stay as they are`(name: String) async throws {
    let path = try #require(ForeignDatabase.path(name))
    let fixture = try await AccessFixture(
      try TemporaryDatabase(copying: path), rules: AccessFixture.allProperties)
    #expect(try await Self.roundTrip(fixture, rowsOfEach: 2) > 30)
  }

  /// Opens and saves forms of some rows of each table.
  private static func roundTrip(
    _ fixture: AccessFixture, rowsOfEach: Int
  ) async throws -> Int {
    let bytes = try fixture.database.bytes
    let forms = try fixture.forms()
    var count = 0
    for entity in fixture.model.entities where forms.access.canChange(entity) {
      let list = try RowList(entity, through: forms.access)
      let pages = try await fixture.file.read { connection in
        [
          try list.page(size: rowsOfEach, on: connection),
          try list.page(.last, size: rowsOfEach, on: connection),
        ]
      }
      for key in Set(pages.flatMap(\.rows).compactMap(\.key)) {
        let page = try await fixture.page(entity.name, key, forms)
        let result = try await fixture.save(page, forms)
        #expect(result.summary == "written: ", "\(entity.name) \(key.token)")
        count += 1
      }
    }
    #expect(try fixture.database.bytes == bytes)
    return count
  }

  /// Values that a column of a type may hold.
  private static let values: [String] = [
    "NULL", "''", "' '", "'abc'", "0", "1", "-7", "9223372036854775807", "1.5", "1e300", "-0.0",
    "9e999", "'12.30'", "'true'", "'f'", "'Y'", "'2024-02-29'", "'2023-02-29'", "'2024-1-2'",
    "'10:30'", "'10:30:00'", "'24:00'", "'2024-01-02 03:04:05'", "'2024-01-02T03:04'",
    "'2024-01-02 03:04:05.678'", "'2024-01-02T03:04:05Z'", "2460000.5", "1700000000", "x''",
    "x'00ff'", "CAST(x'ff' AS TEXT)", "'a' || char(0) || 'b'", "'a' || char(10) || 'b'",
    "'a' || char(13) || 'b'", "'a' || char(13, 10) || char(10)", "' a@b.c '", "'<b>&amp;\"'",
    "'é'", "'e' || char(0x301)", "char(0xfeff)", "char(0x1F3F3)",
  ]

  @Test(arguments: [
    ("TEXT", ""), ("CLOB", ""), ("VARCHAR(9)", ""), ("INTEGER", ""), ("REAL", ""),
    ("DECIMAL(9, 2)", ""), ("BOOLEAN", ""), ("DATE", ""), ("TIME", ""), ("DATETIME", ""),
    ("BLOB", ""), ("", ""), ("TEXT", "EditBool"), ("", "EditNumber"), ("TEXT", "EditTimestamp"),
    ("", "EditEnumeration"), ("INTEGER", "EditEmail"), ("TEXT", "EditEmail"), ("", "EditTime"),
    ("TEXT", "EditLargeString"), ("TEXT", "Own"), ("INTEGER", "EditBool"),
  ])
  func `each value of each kind of column stays as it is, byte for byte`(
    type: String, component: String
  ) async throws {
    let rule =
      component.isEmpty
      ? "" : "{ key = \"component\", when = { propertyKey = \"c\" }, value = \"\(component)\" }"
    let rows = Self.values.map { "INSERT INTO t (c) VALUES (\($0));" }.joined(separator: "\n")
    let fixture = try await AccessFixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, c \(type), d TEXT); \(rows)", rules: rule)
    #expect(try await Self.roundTrip(fixture, rowsOfEach: 99) == Self.values.count)
    // Also when another field changes.
    let forms = try fixture.forms()
    let before = try await fixture.contents()["t"]
    for row in before ?? [] {
      var page = try await fixture.page("t", [row[0]], forms)
      try page.setNull(false, "d")
      try page.type("new", into: "d")
      #expect(
        try await fixture.save(page, forms).summary
          == "written: update \(row[0].token)→\(row[0].token) d: n→tnew")
    }
    let after = try await fixture.contents()["t"]
    #expect(after?.map { $0[1] } == before?.map { $0[1] })
  }
}
