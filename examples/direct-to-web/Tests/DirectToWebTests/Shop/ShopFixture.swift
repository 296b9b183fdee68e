import Foundation
import Hummingbird
import LuaRules
import LuaRulesTools

@testable import DirectToWeb

/// The example `examples/shop`: a database made by SQL, and its rules.
enum ShopFixture {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../examples/shop").standardized

  static var rules: URL { folder.appendingPathComponent("rules") }

  static func database() throws -> TemporaryDatabase {
    try TemporaryDatabase(
      String(contentsOf: folder.appendingPathComponent("shop.sql"), encoding: .utf8))
  }
}

/// A database with rules, asked for pages by their addresses.
struct ShopSite {
  let database: TemporaryDatabase
  private let fixture: SiteFixture

  var site: Site { fixture.site }
  var application: any ApplicationProtocol { fixture.application }

  /// Opens the shop with the rules of a folder; nil for those of the example.
  init(rules: URL? = nil) async throws {
    try await self.init(try ShopFixture.database(), rules: rules ?? ShopFixture.rules)
  }

  /// Opens a database with the rules of a folder.
  init(_ database: TemporaryDatabase, rules folder: URL) async throws {
    self.database = database
    var options = Site.Options()
    options.rulesFolder = folder
    let rules = try LiveRuleModel(contentsOf: folder, schema: .pages)
    fixture = try await SiteFixture(database.path, live: rules, site: options)
  }

  /// Returns the HTML of pages, in order.
  func pages(_ addresses: [String]) async throws -> [String] {
    var pages: [String] = []
    for address in addresses { pages.append(try await page(address)) }
    return pages
  }

  /// Returns the HTML of a page.
  func page(_ address: String) async throws -> String { try await fixture.get(address).body }
}
