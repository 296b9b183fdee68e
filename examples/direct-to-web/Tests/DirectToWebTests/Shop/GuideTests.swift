import Foundation
import LuaRules
import LuaRulesTools
import Testing

@testable import DirectToWeb

/// The guides of the README, "Ten changes in fifteen minutes" and the one after it: their rules are run, one
/// after another.
struct GuideTests {
  /// What a page shows after a block of rules, and did not before; or the other way round.
  struct Change: Sendable {
    var address: String
    var html: String
    var isGone = false
  }

  private static let changes = [
    Change(address: "/", html: "<strong>Courses</strong>"),
    Change(
      address: "/",
      html: "<li><a href=\"/table/order\">Order</a></li>\n<li><a href=\"/table/product\">"),
    Change(address: "/table/product?q=KI0001", html: ">Knives</td>"),
    Change(address: "/table/product", html: ">Category</a>"),
    Change(address: "/table/product?q=KI0001", html: "€ 16.50"),
    Change(address: "/table/review", html: ">Plain Bird Feeder</a>"),
    Change(
      address: "/table/product?f.stock=0&q=Bowl",
      html: "<td class=\"number bad\"><span class=\"number\">0</span>"),
    Change(
      address: "/table/order",
      html:
        "<tbody>\n<tr class=\"\">\n<td class=\"pick\"><input type=\"checkbox\" name=\"row\" value=\"6000\""
    ),
    Change(
      address: "/table/staff", html: "<span class=\"bool no\">No</span>", isGone: true),
    Change(address: "/table/product", html: ">Cost Cents</a>", isGone: true),
    Change(address: "/table/product", html: "<a href=\"?why=1\">Why?</a>"),
    // Buttons, editable lists, and inline rows.
    Change(address: "/table/order?f.state=packed", html: "value=\"ship\""),
    Change(address: "/table/order/row/1/edit", html: "<output class=\"fixed\""),
    Change(address: "/table/product?q=KI0001", html: "name=\"rows:"),
    // Texts.
    Change(address: "/table/product", html: "<button>Go</button>"),
  ]

  private static func readme() throws -> String {
    try String(
      contentsOf: ShopFixture.folder.appendingPathComponent("../../README.md"), encoding: .utf8)
  }

  @Test func `each block of rules makes the change that it is for`() async throws {
    let blocks = try Self.readme().components(separatedBy: "```lua\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count == Self.changes.count)
    let database = try ShopFixture.database()
    let folder = URL(fileURLWithPath: database.path).deletingLastPathComponent()
      .appendingPathComponent("rules")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("shop.lua")
    func write(_ blocks: some Sequence<String>) throws {
      try "return {\n\(blocks.joined())}\n".write(to: file, atomically: true, encoding: .utf8)
    }
    try write([])
    let shop = try await ShopSite(database, rules: folder)
    for (index, change) in Self.changes.enumerated() {
      let before = try await shop.page(change.address)
      #expect(before.contains(change.html) == change.isGone, "\(change.html): \(before)")
      try write(blocks.prefix(index + 1))
      try await shop.site.rules?.reload()
      let after = try await shop.page(change.address)
      #expect(after.contains(change.html) != change.isGone, "\(blocks[index]): \(after)")
    }
    let model = shop.site.current.facts.model
    #expect(DatabaseCheck.findings(in: RuleSource(contentsOf: folder), of: model) == [])
  }

  @Test func `the README has each key once`() throws {
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(RuleSchema.keysOfPages.json().utf8))
        as? [String: Any])
    let keys = try #require(schema["properties"] as? [String: Any]).keys.sorted()
    let rows = try Self.readme().matches(
      of: /\n\| `(\w+)` \| (?:yes or no|text|list|integer|number|any|table|object|row or)[^|]*\|/)
    #expect(rows.map { String($0.1) }.sorted() == keys)
  }
}
