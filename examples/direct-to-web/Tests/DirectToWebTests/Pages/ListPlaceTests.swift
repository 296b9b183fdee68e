import Testing

@testable import DirectToWeb

/// Which rows and columns of a list are shown: ranges, sizes of pages, and columns that the user chooses.
@Suite struct ListPlaceTests {
  private func fixture(rows: Int, rules: String? = nil) async throws -> SiteFixture {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, rank INTEGER);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
      INSERT INTO item SELECT i, 'Item ' || i, CASE WHEN i % 3 = 0 THEN NULL ELSE i % 7 END FROM n;
      CREATE VIEW seen AS SELECT name, rank FROM item;
      """)
    return try await SiteFixture(database.path, rules: rules)
  }

  private func range(_ answer: SiteFixture.Answer) -> String? {
    answer.main.firstMatch(of: /<span class="range">([^<]*)</).map { String($0.1) }
  }

  @Test(arguments: [
    "/table/item", "/table/item?sort=rank", "/table/item?sort=-rank", "/table/seen",
  ])
  func `each page says which rows of how many it shows`(path: String) async throws {
    let site = try await fixture(
      rows: 1230, rules: #"return { { key = "pageSize", value = 500 } }"#)
    var link: String? = path
    var ranges: [String] = []
    while let address = link {
      let answer = try await site.get(address)
      ranges.append(range(answer) ?? "")
      link = answer.main.firstMatch(of: /href="([^"]*)" rel="next"/).map {
        String($0.1).replacingOccurrences(of: "&amp;", with: "&")
      }
    }
    #expect(ranges == ["1–500 of 1,230", "501–1,000 of 1,230", "1,001–1,230 of 1,230"])
    let last = try await site.get(path + (path.contains("?") ? "&" : "?") + "at=last")
    #expect(range(last) == "731–1,230 of 1,230")
  }

  @Test func `the size of a page is in the address, up to 500`() async throws {
    let site = try await fixture(rows: 1230)
    func count(_ query: String) async throws -> Int {
      try await site.get("/table/item" + query).main.matches(of: /name="row"/).count
    }
    #expect(try await count("") == 50)
    #expect(try await count("?size=100") == 100)
    #expect(try await count("?size=100000") == 50)
    #expect(try await count("?size=-1") == 50)
    let page = try await site.get("/table/item?size=25&sort=name")
    #expect(page.links.contains("/table/item?sort=name&size=100"))
    #expect(page.links.contains { $0.hasPrefix("/table/item?sort=name&size=25&after=") })
    #expect(range(page) == "1–25 of 1,230")
  }

  @Test func `the user chooses columns among those that may be seen`() async throws {
    let site = try await fixture(
      rows: 3,
      rules: """
        return {
          { key = "displayPropertyKeys", when = { task = "list" }, value = { "name" } },
          { key = "isPropertyVisible", when = { attribute = { name = "rank" } }, value = false },
        }
        """)
    func heads(_ query: String) async throws -> [String] {
      try await site.get("/table/item" + query).main
        .matches(of: /<th scope="col"[^>]*>(?:<a[^>]*>)?([^<]*)/).map { String($0.1) }
    }
    #expect(try await heads("") == ["Name"])
    #expect(try await heads("?col=id&col=name") == ["Name", "ID"])
    #expect(try await heads("?col=id") == ["ID"])
    #expect(try await heads("?col=rank&col=nothing") == ["Name"])
    let export = try await site.get("/table/item/export/csv?col=id").body
    #expect(export.contains("ID\r\n1\r\n") && !export.contains("Item"))
    let panel = try await site.get("/table/item?panel=columns&col=id").main
    #expect(panel.contains("value=\"id\" checked") && panel.contains("value=\"name\">"))
    #expect(!panel.contains("Rank"))
  }
}
