import LuaRules
import Testing

@testable import DirectToWeb

/// The key `menu`: tables below headings.
@Suite struct MenuTests {
  private static let tables = """
    CREATE TABLE product (id INTEGER PRIMARY KEY, title TEXT);
    CREATE TABLE category (id INTEGER PRIMARY KEY, title TEXT);
    CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE secret (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO product (title) VALUES ('a'), ('b');
    """

  private static let visible = #"{ "category", "customer", "product" }"#

  private func page(_ path: String, menu: String) async throws -> SiteFixture.Answer {
    let database = try TemporaryDatabase(Self.tables)
    let fixture = try await SiteFixture(
      database.path,
      rules: """
        return {
          { key = "visibleEntityNames", value = \(Self.visible) },
          { key = "menu", value = \(menu) },
        }
        """)
    let answer = try await fixture.get(path)
    #expect(answer.status == 200)
    return answer
  }

  /// The parts of a page between two marks, as headings and tables: `Catalog: product, category`.
  private func sections(_ html: String) -> [String] {
    html.matches(of: /<(?:p|h2)>([^<]*)<\/|(<ul)|href="\/table\/(\w+)"/).reduce(into: []) {
      found, match in
      if let heading = match.1 {
        found.append("\(heading):")
      } else if match.2 != nil {
        if found.last?.hasSuffix(":") != true { found.append(":") }
      } else if let table = match.3 {
        found[found.count - 1] += " \(table)"
      }
    }
  }

  @Test(arguments: [
    ("null", [": category customer product"]),
    (
      #"{ { title = "Catalog", keys = { "product", "category" } }, { keys = { "customer" } } }"#,
      ["Catalog: product category", ": customer"]
    ),
    (#"{ { title = "", keys = { "product" } }, { title = "None", keys = {} } }"#, [": product"]),
    (
      #"{ { title = "Hidden", keys = { "secret", "gone" } }, { title = "A <b>", keys = { "secret", "product" } } }"#,
      ["A &lt;b&gt;: product"]
    ),
    ("{}", []),
  ])
  func `a rule puts tables below headings`(menu: String, expected: [String]) async throws {
    let answer = try await page("/", menu: menu)
    #expect(sections(answer.main) == expected)
    let navigations = answer.body.components(separatedBy: "<nav ").dropFirst().map {
      $0.components(separatedBy: "</nav>")[0]
    }
    #expect(navigations.count == (expected.isEmpty ? 0 : 2))
    for navigation in navigations { #expect(sections(navigation) == expected) }
    #expect(answer.main.contains("There is no table") == expected.isEmpty)
    #expect(!answer.main.contains("class=\"notice"))
  }

  @Test func `the current table and the numbers of rows are told in sections, too`() async throws {
    let menu = #"{ { title = "Catalog", keys = { "product" } } }"#
    #expect(try await page("/", menu: menu).main.contains("<span class=\"count\">2</span>"))
    let list = try await page("/table/product", menu: menu)
    #expect(list.body.matches(of: /href="\/table\/product" aria-current="page"/).count == 2)
    // A table that is not in the menu is there for whom knows its address.
    #expect(try await page("/table/customer", menu: menu).status == 200)
  }

  @Test func `a menu that is none is a notice, and all tables are shown`() async throws {
    let answer = try await page("/", menu: #"function() return { "product" } end"#)
    #expect(answer.main.contains("menu"))
    #expect(answer.main.contains("class=\"notice refused\""))
    #expect(sections(answer.main).first == ": category customer product")
  }

  @Test func `the first page is the first table of the menu where a rule wants a list`()
    async throws
  {
    let database = try TemporaryDatabase(Self.tables)
    let fixture = try await SiteFixture(
      database.path,
      rules: """
        return {
          { key = "firstTask", value = "list" },
          { key = "menu", value = { { keys = {} }, { keys = { "product" } } } },
        }
        """)
    #expect(try await fixture.get("/").location == "/table/product")
  }

  @Test func `rules with a misspelt name in a section are refused`() throws {
    let error = #expect(throws: RuleError.self) {
      try RuleModel(
        text:
          #"return { { key = "menu", value = { { titel = "Catalog", keys = { "product" } } } } }"#,
        schema: .pages)
    }
    #expect(error?.message.contains("a section has no `titel`, but `title` and `keys`") == true)
  }
}
