import Foundation
import LuaRules
import Testing

@testable import DirectToWeb

/// What each file of rules changes, in the HTML of pages.
struct ShopPagesTests {
  struct Page: CustomTestStringConvertible, Sendable {
    var address: String
    /// What must stand in it: what it shows, and the text.
    var shows: [(what: String, html: String)]
    var lacks: [String] = []

    var testDescription: String { address }
  }

  @Test(arguments: [
    Page(
      address: "/",
      shows: [
        ("the title of the first page", "<h1>Alder &amp; Finch</h1>"),
        ("a table by another name", "<strong>Courses</strong>"),
        ("the tables in their order", ">Orders</a></li>\n<li><a href=\"/table/customer\""),
        ("the look", "class=\"look-plain task-query\""),
      ], lacks: ["/table/tag\""]),
    Page(
      address: "/table/order",
      shows: [
        ("a column over a relationship", ">+49 555 439086</td>"),
        ("no label", "<th scope=\"col\" class=\"\"></th>"),
        ("the last order first", "<a class=\"label\" href=\"/table/order/row/6000\">"),
        ("emphasis", "<td class=\"bad\">cancelled</td>"),
        ("a time as people write it", ">20 Dec 2025, 18:33</time>"),
      ], lacks: ["href=\"/table/order/row/5980\">"]),
    Page(
      address: "/table/order?panel=filters",
      shows: [
        ("a filter over a relationship", "name=\"f.store~2ename\""),
        (
          "a choice made by a CHECK",
          "<a href=\"/table/order?f.state=packed&amp;panel=filters\">packed</a>"
        ),
      ]),
    Page(
      address: "/table/product?q=enamel+saucepan",
      shows: [
        ("money made of cents", "<span class=\"number\">€ "),
        ("a strong column", "<td class=\"strong\">"),
        ("a search in named columns", "Enamel Saucepan"),
      ]),
    Page(
      address: "/table/product?f.stock=0",
      shows: [("no stock, in a field", "<td class=\"edit number bad\">")]),
    Page(
      address: "/table/product/row/1",
      shows: [
        ("a title made of a row", "<h1>Blue Bread Knife (KI0001)</h1>"),
        ("a section", "<h2>Price</h2>"),
        ("a label", "<dt>Margin</dt>"),
        ("a long text", "<span class=\"long\">Blue bread knife. Made in"),
        ("a day as people write it", "<time datetime=\"2024-03-22\">22 Mar 2024</time>"),
        ("a unit", "<span class=\"number\">449 g</span>"),
        ("a link", "<a href=\"https://alder-finch.example/manuals/1\">"),
        ("rows at the end of a relationship", "<h2>Reviews <a"),
      ]),
    Page(
      address: "/table/workshop",
      shows: [
        ("minutes as hours", "2 h 30 min"),
        ("a class of numbers", "<th scope=\"col\" class=\"number\""),
      ]
    ),
    Page(
      address: "/table/staff",
      shows: [
        ("yes of an integer", "<span class=\"bool yes\">Yes</span>"),
        ("no of an integer", "<span class=\"bool no\">No</span>"),
      ]),
    Page(
      address: "/table/review", shows: [("stars", "★★★★★"), ("few stars", "<td class=\"bad\">")]),
    Page(
      address: "/table/country", shows: [("days", "<span class=\"number\">3 days</span>")],
      lacks: ["/export/csv", "/new\"", "/edit\""]),
    Page(
      address: "/table/order/row/1", shows: [("an address", "<h2>Address</h2>")], lacks: ["/edit\""]
    ),
    Page(
      address: "/table/order/row/30",
      shows: [("a customer", "<h2>Customer</h2>"), ("a link to write to", "href=\"mailto:")],
      lacks: ["<h2>Address</h2>"]),
    Page(
      address: "/table/sales_by_month",
      shows: [("a view", "<h1>Sales by month</h1>"), ("its sums", "<span class=\"number\">€ ")]),
  ])
  func `a page has what the rules say`(page: Page) async throws {
    let html = try await ShopSite().page(page.address)
    for (what, text) in page.shows { #expect(html.contains(text), "\(what): \(html)") }
    for text in page.lacks { #expect(!html.contains(text), "\(html)") }
    #expect(!html.contains("class=\"notice"), "\(html)")
  }

  @Test func `a template of the folder is a component, or a page around a page`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("direct-to-web-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let templates = folder.appendingPathComponent("templates")
    try FileManager.default.createDirectory(at: templates, withIntermediateDirectories: true)
    func write(_ text: String, _ name: String) throws {
      try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    try write(
      """
      return {
        { key = "component", when = { propertyKey = "stars" }, value = "Meter" },
        { key = "page", when = { task = "inspect", entity = { name = "review" } }, value = "PageReview" },
      }
      """, "rules.lua")
    try write("<meter max=\"5\" value=\"{{text}}\"></meter>", "templates/Meter.mustache")
    try write("<p class=\"own\">Read this!</p>\n{{>PageInspect}}", "templates/PageReview.mustache")
    let html = try await ShopSite(rules: folder).page("/table/review/row/1")
    #expect(html.contains("<meter max=\"5\" value=\"5\"></meter>"))
    #expect(html.contains("<p class=\"own\">Read this!</p>"))
    #expect(html.contains("<dt>Headline</dt>"))

    try write("{{{text}}}", "templates/Meter.mustache")
    await #expect(throws: TemplateText.Problem.self) { _ = try await ShopSite(rules: folder) }
  }

  @Test func `a link is a link where a rule says so, whatever the column is called`() async throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, contact TEXT);
      INSERT INTO person VALUES (1, 'a', 'a@b.example'), (2, 'b', 'https://b.example/'),
        (3, 'c', 'javascript:alert(1)'), (4, 'd', 'by telephone');
      """)
    let folder = URL(fileURLWithPath: database.path).deletingLastPathComponent()
      .appendingPathComponent("rules")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try
      "return { { key = \"component\", when = { propertyKey = \"contact\" }, value = \"DisplayLink\" } }"
      .write(to: folder.appendingPathComponent("rules.lua"), atomically: true, encoding: .utf8)
    let html = try await ShopSite(database, rules: folder).page("/table/person")
    #expect(html.contains("<a href=\"mailto:a@b.example\">a@b.example</a>"))
    #expect(html.contains("<a href=\"https://b.example/\">"))
    #expect(html.contains(">javascript:alert(1)</td>"))
    #expect(html.contains(">by telephone</td>"))
  }
}
