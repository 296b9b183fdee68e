import Testing

@testable import DirectToWeb

/// Filters by column: what addresses say, what the panel offers, and what the chips remove.
@Suite struct ListFilterTests {
  private func fixture(_ rules: String = "") async throws -> (SiteFixture, TemporaryDatabase) {
    let database = try TemporaryDatabase(ListPageTests.films)
    return (
      try await SiteFixture(database.path, rules: rules.isEmpty ? nil : "return { \(rules) }"),
      database
    )
  }

  @Test(arguments: [
    ("?is.minutes=empty", ["Cedar"]),
    ("?is.minutes=set&sort=-title", ["Dune &lt;b&gt;", "Birch", "Amber"]),
    ("?is.language=empty", ["Dune &lt;b&gt;"]), ("?f.language=1", ["Amber", "Cedar"]),
    ("?is.language=set", ["Amber", "Birch", "Cedar"]), ("?f.language=9", []),
    ("?f.language=1,2", []), ("?f.language=x", []), ("?f.title=%3DAmber", ["Amber"]),
    ("?f.title=%3Damb", []), ("?f.minutes=50..&f.rating=PG", ["Birch"]), ("?is.minutes=other", nil),
    ("?is.title=empty", []),
  ])
  func `an address filters by values, foreign keys, and whether there is a value`(
    query: String, titles: [String]?
  ) async throws {
    let answer = try await fixture().0.get("/table/film" + query)
    #expect(answer.status == 200)
    #expect(
      ListPageTests.titles(answer) == titles ?? ["Amber", "Birch", "Cedar", "Dune &lt;b&gt;"])
  }

  @Test(arguments: [
    ("from.minutes=50&to.minutes=&f.title=&q=", "f.minutes=50.."),
    ("from.minutes=&to.minutes=90", "f.minutes=..90"),
    ("from.minutes=90&to.minutes=90&q=a", "f.minutes=90&q=a"),
    (
      "from.released=2024-01-01&to.released=2024-12-31&is.rating=",
      "f.released=2024-01-01..2024-12-31"
    ),
    ("f.rating=G&is.rating=empty&q=", "is.rating=empty"),
  ])
  func `the fields of the panel become a short address`(form: String, query: String) async throws {
    let answer = try await fixture().0.get("/table/film?" + form)
    #expect(answer.status == 303)
    #expect(answer.location == "/table/film?" + query)
  }

  @Test func `chips say what is filtered, and each removes its filter`() async throws {
    let site = try await fixture().0
    let answer = try await site.get("/table/film?q=e&f.language=1&is.minutes=set&size=25")
    let chips = answer.main.matches(of: /<li><a class="" href="([^"]*)"[^>]*>([^<]*)<\/a>/).map {
      (String($0.1).replacingOccurrences(of: "&amp;", with: "&"), String($0.2))
    }
    #expect(chips.map(\.1) == ["“e”", "Language: Malti", "Minutes: not empty"])
    #expect(
      chips.map(\.0) == [
        "/table/film?f.language=1&is.minutes=set&size=25",
        "/table/film?q=e&is.minutes=set&size=25", "/table/film?q=e&f.language=1&size=25",
      ])
    #expect(try await !site.get("/table/film").main.contains("class=\"chips\""))
  }

  /// What the panel offers: the values with their numbers.
  private func facets(_ answer: SiteFixture.Answer) -> [String] {
    answer.main.matches(of: /<li><a href="[^"]*"[^>]*>([^<]*)<\/a><span class="count">([^<]*)</).map
    {
      "\($0.1) \($0.2)"
    }
  }

  @Test func `the panel counts values among the rows that the other filters leave`() async throws {
    let site = try await fixture(
      #"{ key = "filterKeys", value = { "language", "rating", "is_new" } }"#
    ).0
    let all = try await site.get("/table/film?panel=filters")
    #expect(
      facets(all) == [
        "Malti 2", "no value 1", "Gàidhlig 1", "G 2", "no value 1", "PG 1", "Yes 2", "no value 1",
        "No 1",
      ])
    let some = try await site.get("/table/film?f.rating=G&panel=filters")
    #expect(facets(some) == ["no value 1", "Malti 1", "G 2", "no value 1", "PG 1", "Yes 2"])
    for link in some.links where link.contains("panel=filters") {
      #expect(try await site.get(link).status == 200)
    }
    #expect(try await facets(site.get("/table/film")) == [])
  }

  @Test func `what may not be seen is no filter, and counts as missing at the end of foreign keys`()
    async throws
  {
    let site = try await fixture(
      """
      { key = "visibleRows", when = { entity = { name = "film" } }, value = { is_new = 1 } },
      { key = "visibleRows", when = { entity = { name = "language" } }, value = { name = "Gàidhlig" } },
      { key = "isPropertyVisible", when = { attribute = { name = "rating" } }, value = false },
      """
    ).0
    let panel = try await site.get("/table/film?panel=filters")
    #expect(!panel.main.contains("Malti") && !panel.main.contains("Rating"))
    #expect(facets(panel).contains("no value 2") && !facets(panel).contains("no value 1"))
    #expect(try await ListPageTests.titles(site.get("/table/film?f.language=1")) == [])
    #expect(try await !site.get("/table/film?f.language=1").main.contains("Malti"))
    #expect(try await ListPageTests.titles(site.get("/table/film?is.rating=set")) == [])
    #expect(try await ListPageTests.titles(site.get("/table/film?is.language=empty")).count == 2)
  }
}
