import LuaRules
import Testing

@testable import DirectToWeb

/// The keys `groupBy` and `totals`: lists with headings and sums.
@Suite struct GroupTests {
  private static let orders = """
    CREATE TABLE country (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE customer (
      id INTEGER PRIMARY KEY, name TEXT, country_id INTEGER REFERENCES country);
    CREATE TABLE "order" (
      id INTEGER PRIMARY KEY, state TEXT COLLATE NOCASE, price INTEGER, weight REAL, note TEXT,
      customer_id INTEGER REFERENCES customer);
    INSERT INTO country VALUES (1, 'Chad'), (2, 'Peru');
    INSERT INTO customer VALUES (1, 'Ann', 1), (2, 'Bob', 2), (3, 'Ann', 2);
    INSERT INTO "order" VALUES
      (1, 'paid', 100, 1.5, 'a', 1), (2, 'new', 50, NULL, 'b', 2), (3, 'Paid', 7, 2, 'c', 3),
      (4, 'new', 3, 4, 'd', 1), (5, NULL, NULL, NULL, 'e', NULL);
    """

  private func page(_ path: String, _ rules: String, _ sql: String = orders) async throws
    -> SiteFixture.Answer
  {
    let database = try TemporaryDatabase(sql)
    let answer = try await SiteFixture(database.path, rules: "return { \(rules) }").get(path)
    #expect(answer.status == 200)
    return answer
  }

  /// Headings and rows of a list in order: `State new 2 rows: 2 4`.
  private func groups(_ answer: SiteFixture.Answer) -> [String] {
    answer.main.components(separatedBy: "<tbody>").dropFirst().map { part in
      let heading = part.firstMatch(of: /<th scope="rowgroup" colspan="\d+">(.*)<\/th>/)
        .map { text(String($0.1)) }
      let rows = part.matches(of: /row\/(\d+)\/edit/).map { String($0.1) }
      return (heading.map { "\($0): " } ?? "") + rows.joined(separator: " ")
    }
  }

  /// The cells of the line of sums.
  private func foot(_ answer: SiteFixture.Answer) -> [String] {
    let parts = answer.main.components(separatedBy: "<tfoot>")
    guard parts.count == 2 else { return [] }
    return parts[1].components(separatedBy: "</tfoot>")[0].matches(
      of: /<t[hd][^>]*>(.*?)<\/t[hd]>/
    ).map { text(String($0.1)) }
  }

  /// The words of a piece of HTML.
  private func text(_ html: String) -> String {
    html.replacing(/<[^>]*>/, with: "").split(separator: " ").joined(separator: " ")
  }

  private static let columns = """
    { key = "displayPropertyKeys", when = { entity = { name = "order" }, task = "list" },
      value = { "note", "price", "weight" } },
    """

  private static func group(_ name: String) -> String {
    #"{ key = "groupBy", when = { entity = { name = "order" } }, value = "\#(name)" },"#
  }

  private static let totals = """
    { key = "totals", when = { entity = { name = "order" } }, value = { "price", "weight" } },
    """

  @Test(arguments: [
    ("state", "", ["State new 2 rows: 2 4", "State paid 2 rows: 1 3", "State – 1 row: 5"]),
    (
      "state", "?sort=-state",
      ["State Paid 2 rows: 3 1", "State new 2 rows: 4 2", "State – 1 row: 5"]
    ),
    (
      "state", "?sort=-price",
      ["State new 2 rows: 2 4", "State paid 2 rows: 1 3", "State – 1 row: 5"]
    ),
    ("state", "?q=b", ["State new 1 row: 2"]),
    (
      "customer.country.name", "",
      [
        "Name Chad 2 rows: 1 4", "Name Peru 2 rows: 2 3",
        "Name – 1 row: 5",
      ]
    ),
    (
      "customer", "",
      [
        "Customer Ann #1 2 rows: 1 4", "Customer Ann #3 1 row: 3", "Customer Bob 1 row: 2",
        "Customer – 1 row: 5",
      ]
    ),
    ("nothing", "", ["1 2 3 4 5"]), ("", "", ["1 2 3 4 5"]),
  ])
  func `a list has groups by a column, a path or a relationship`(
    name: String, query: String, expected: [String]
  ) async throws {
    let answer = try await page("/table/order" + query, Self.columns + Self.group(name))
    #expect(groups(answer).map { $0 } == expected)
    #expect(answer.main.contains("class=\"notice") == (name == "nothing"))
    #expect(foot(answer) == [])
  }

  @Test func `the sums of all rows stand below, and those of a group at its heading`() async throws
  {
    let rules = Self.columns + Self.group("state") + Self.totals
    let answer = try await page("/table/order", rules)
    #expect(foot(answer) == ["Total", "160", "7.5", ""])
    #expect(
      groups(answer) == [
        "State new 2 rows Price 53 Weight 4: 2 4", "State paid 2 rows Price 107 Weight 3.5: 1 3",
        "State – 1 row Price – Weight –: 5",
      ])
    let found = try await page("/table/order?q=b", rules)
    #expect(foot(found) == ["Total", "50", "–", ""])
    let related = try await page("/table/order?of=customer&key=1&by=order", rules)
    #expect(foot(related) == ["Total", "103", "5.5", ""])
  }

  @Test func `sums are of all rows, not of those of a page`() async throws {
    let rules =
      Self.columns + Self.group("state") + Self.totals + #"{ key = "pageSize", value = 1 },"#
    let first = try await page("/table/order", rules)
    #expect(groups(first) == ["State new 2 rows Price 53 Weight 4: 2"])
    #expect(foot(first) == ["Total", "160", "7.5", ""])
    let next = try #require(first.main.firstMatch(of: /href="([^"]*)" rel="next"/)).1
      .replacing("&amp;", with: "&")
    let second = try await page(String(next), rules)
    #expect(groups(second) == ["State new 2 rows Price 53 Weight 4: 4"])
  }

  @Test func `rules show a sum as they show the column, without a row`() async throws {
    let rules =
      Self.columns + Self.group("state") + Self.totals + """
        { key = "displayString", when = { propertyKey = "price" }, value = function(c)
          return (c.object and "one " or "sum ") .. tostring(c.propertyValue)
        end },
        { key = "formatter", when = { propertyKey = "weight" }, value = "%.2f kg" },
        { key = "class", when = { propertyKey = "price" }, value = "bad" },
        { key = "displayString", when = { propertyKey = "state" }, value = function(c)
          return c.object and "row" or string.upper(c.propertyValue or "none")
        end },
        """
    let answer = try await page("/table/order", rules)
    #expect(foot(answer) == ["Total", "sum 160", "7.50 kg", ""])
    #expect(
      answer.main.contains("<td class=\"bad\">sum 160</td>") || answer.main.contains("sum 160"))
    #expect(answer.main.contains("one 100"))
    #expect(
      groups(answer).map { $0.prefix { $0 != ":" } } == [
        "State NEW 2 rows Price sum 53 Weight 4.00 kg",
        "State PAID 2 rows Price sum 107 Weight 3.50 kg", "State NONE 1 row Price sum nil Weight –",
      ])
  }

  @Test func `a name that is no column of numbers is a notice`() async throws {
    let answer = try await page(
      "/table/order", Self.columns + #"{ key = "totals", value = { "note", "price", "gone" } },"#)
    #expect(foot(answer) == ["Total", "160", "", ""])
    #expect(answer.main.contains("order.note: totals: this is no column of numbers"))
  }

  @Test func `what may not be seen is neither added up nor makes groups`() async throws {
    let rules =
      Self.columns + Self.group("customer") + Self.totals + """
        { key = "visibleRows", when = { entity = { name = "order" } }, value = { price = { below = 60 } } },
        { key = "visibleRows", when = { entity = { name = "customer" } }, value = { id = 2 } },
        { key = "isPropertyVisible", when = { propertyKey = "weight" }, value = false },
        """
    let answer = try await page("/table/order", rules)
    #expect(foot(answer) == ["Total", "60", ""])
    #expect(
      groups(answer) == [
        "Customer Bob 1 row Price 50: 2", "Customer – 2 rows Price 10: 3 4",
      ])
    let hidden = try await page(
      "/table/order",
      rules + #"{ key = "isPropertyVisible", when = { propertyKey = "customer" }, value = false },"#
    )
    #expect(groups(hidden) == ["2 3 4"])
    #expect(foot(hidden) == ["Total", "60", ""])
  }

  @Test func `a sum that is too large, or takes too long, is missing with a sentence`() async throws
  {
    let large = try await page(
      "/table/t", #"{ key = "totals", value = { "a", "b" } },"#,
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a INT, b INT);
      INSERT INTO t VALUES (1, 9223372036854775807, 1), (2, 1, 2);
      """)
    #expect(foot(large).suffix(2) == ["3", ""])
    #expect(large.main.contains("A sum is too large to be shown."))
    let slow = try await page(
      "/table/slow", #"{ key = "totals", value = { "i" } },"#,
      """
      CREATE VIEW slow AS
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
      """)
    #expect(foot(slow) == [])
    #expect(slow.main.contains("There are too many rows to add them up"))
  }

  @Test func `files have the rows in the same order`() async throws {
    let answer = try await page("/table/order/export/csv", Self.columns + Self.group("state"))
    #expect(
      answer.body.split(separator: "\r\n").map { $0.prefix(1) } == ["N", "b", "d", "a", "c", "e"])
  }
}
