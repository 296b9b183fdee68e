import Foundation
import LuaRules
import Mustache
import Testing

@testable import DirectToWeb

/// Times of pages against a hand-written page of the same rows, in one process; run by `scripts/bench`.
///
/// It asserts nothing: a machine that is busy would fail it.
@Suite(
  .serialized, .enabled(if: ProcessInfo.processInfo.environment["DIRECT_TO_WEB_MEASURE"] != nil))
struct SpeedMeasurement {
  private static let columns = [
    "year", "month", "day", "dep_time", "dep_delay", "arr_time", "carrier", "tailnum", "origin",
    "dest",
  ]

  /// What somebody would write by hand: one statement, one template.
  private struct HandWritten {
    let file: DatabaseFile
    let library: MustacheLibrary

    init(_ file: DatabaseFile) throws {
      MustacheContentTypes.register(SafeHTML(), named: SafeHTML.name)
      self.file = file
      var library = MustacheLibrary()
      try library.register(
        """
        {{% CONTENT_TYPE: SAFE}}<!DOCTYPE html><html lang="en"><head><title>Flights</title></head><body>
        <h1>Flights</h1><p>{{count}}</p><table><thead><tr>{{#heads}}<th>{{label}}</th>{{/heads}}</tr></thead>
        <tbody>{{#rows}}<tr>{{#cells}}<td class="{{class}}">{{text}}</td>{{/cells}}
        <td><a href="/flights/{{id}}">Open</a></td></tr>{{/rows}}</tbody></table></body></html>
        """, named: "page")
      self.library = library
    }

    func page(after id: Int64) async throws -> String {
      let (rows, count) = try await file.read { connection in
        (
          try connection.rows(
            """
            SELECT year, month, day, dep_time, dep_delay, arr_time, carrier, tailnum, origin, dest, id
            FROM flights WHERE id > \(bound: .integer(id)) ORDER BY id LIMIT 51
            """),
          try connection.rows("SELECT count(*) FROM (SELECT 1 FROM flights LIMIT 10001)")
        )
      }
      let values: [String: Any] = [
        "count": Self.text(count.first?.first ?? .null),
        "heads": SpeedMeasurement.columns.map { ["label": $0] },
        "rows": rows.prefix(50).map { row in
          [
            "id": Self.text(row[10]),
            "cells": row.prefix(10).map { ["text": Self.text($0), "class": "number"] },
          ] as [String: Any]
        },
      ]
      return library.render(values, withTemplate: "page") ?? ""
    }

    private static func text(_ value: Value) -> String {
      switch value {
      case .integer(let number): String(number)
      case .real(let number): String(number)
      case .text(let text): text
      default: "–"
      }
    }
  }

  /// The shortest of several times, each of some runs, in microseconds for one run.
  private func time(_ count: Int = 20, _ body: () async throws -> Void) async throws -> Double {
    var best = Double.infinity
    for _ in 0..<8 {
      let start = ContinuousClock.now
      for _ in 0..<count { try await body() }
      let duration = ContinuousClock.now - start
      let seconds =
        Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
      best = min(best, seconds / Double(count) * 1e6)
    }
    return best
  }

  @Test func `a list of 50 rows and 10 columns`() async throws {
    let path = try #require(ForeignDatabase.path("flights.db"))
    let names = Self.columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let rules = """
      return {
        { key = "displayPropertyKeys", when = { task = "list", entity = { name = "flights" } },
          value = { \(names) } },
      }
      """
    let start = ContinuousClock.now
    let fixture = try await SiteFixture(path, rules: rules)
    let first = try await fixture.get("/table/flights")
    print("start and first page: \(ContinuousClock.now - start)")
    #expect(first.status == 200)
    let hand = try HandWritten(fixture.site.file)
    let yardstick = try await time { _ = try await hand.page(after: 0) }
    let entity = try fixture.site.current.facts.model.entity(named: "flights")
    func request(_ items: [(name: String, value: String)] = []) -> PageRequest {
      fixture.site.request(task: "list", user: nil, userName: nil, items: items)
    }
    let page = try await time { _ = try await ListPage(entity, request())?.answer() }
    let last = try await time {
      _ = try await ListPage(entity, request([("at", "last")]))?.answer()
    }
    // The parts: the rows alone, and the template alone.
    let paths = Self.columns.compactMap { entity.attribute($0) }.map(AttributePath.init)
    let file = fixture.site.file
    let reading = try await time {
      let list = try RowList(entity, columns: paths, through: request().access)
      _ = try await file.read { (try list.page(size: 50, on: $0), try list.count(on: $0)) }
    }
    print(
      String(
        format: """
          by hand: %.0f µs (1.00)
          list, first page: %.2f of it; last page: %.2f
          its rows through the rights, without page: %.2f
          """, yardstick, page / yardstick, last / yardstick, reading / yardstick))
  }
}
