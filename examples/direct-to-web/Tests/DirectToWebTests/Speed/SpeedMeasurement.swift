import Foundation
import Hummingbird
import HummingbirdTesting
import LuaRules
import Testing

@testable import DirectToWeb

/// Times of lists against routes that are written by hand, in one process; run by `scripts/bench`.
///
/// It asserts nothing about times: a machine that is busy would fail it.
@Suite(
  .serialized, .enabled(if: ProcessInfo.processInfo.environment["DIRECT_TO_WEB_MEASURE"] != nil))
struct SpeedMeasurement {
  /// The shortest of several times, each of some requests, in microseconds for one.
  private func time(
    _ address: String, of application: some ApplicationProtocol
  ) async throws -> Double {
    try await application.test(.router) { client in
      var best = Double.infinity
      for _ in 0..<8 {
        let start = ContinuousClock.now
        for _ in 0..<20 {
          let status = try await client.execute(uri: address, method: .get) { $0.status }
          #expect(status == .ok)
        }
        best = min(best, (ContinuousClock.now - start) / .microseconds(1) / 20)
      }
      return best
    }
  }

  /// Prints how long lists take, as multiples of a route by hand.
  private func compare(
    _ route: HandWrittenRoute, _ addresses: [String], of application: any ApplicationProtocol
  ) async throws {
    let yardstick = try await time("/list", of: route.application())
    print(route.title, "by hand: \(Int(yardstick)) µs, \(try await route.page().utf8.count) bytes")
    for address in addresses {
      let page = try await time(address, of: application)
      print(String(format: "  %@: %.2f of it", address, page / yardstick))
    }
  }

  @Test func `flights, by the default rules`() async throws {
    let path = try #require(ForeignDatabase.path("flights.db"))
    let rules = """
      return {
        { key = "displayPropertyKeys", when = { task = "list", entity = { name = "flights" } },
          value = { "year", "month", "day", "dep_time", "dep_delay", "arr_time", "carrier", "tailnum",
            "origin", "dest" } },
      }
      """
    let start = ContinuousClock.now
    let fixture = try await SiteFixture(path, rules: rules)
    let first = try await fixture.get("/table/flights")
    print("start and first page: \(ContinuousClock.now - start)")
    #expect(first.status == 200)
    let route = try HandWrittenRoute(
      "Flights",
      heads: [
        "Year", "Month", "Day", "Departure", "Delay", "Arrival", "Carrier", "Plane", "From", "To",
      ],
      rows: """
        SELECT id, year, month, day, dep_time, dep_delay, arr_time, carrier, tailnum, origin, dest
        FROM flights ORDER BY id LIMIT 51
        """, count: "SELECT count(*) FROM (SELECT 1 FROM flights LIMIT 100001)",
      numbers: ["Year", "Month", "Day", "Departure", "Delay", "Arrival"], of: fixture.site.file)
    try await compare(
      route, ["/table/flights", "/table/flights?at=last"], of: fixture.application)
  }

  @Test func `the lists of the shop`() async throws {
    let shop = try await ShopSite()
    let file = shop.site.file
    let products = try HandWrittenRoute(
      "Products", heads: ["Code", "Title", "Category", "State", "Price", "Margin", "Stock"],
      rows: """
        SELECT p.product_id, p.code, p.title, c.name, p.state, p.price_cents, p.margin_cents, p.stock
        FROM product p JOIN category c USING (category_id) ORDER BY p.title, p.product_id LIMIT 51
        """, count: "SELECT count(*) FROM product", numbers: ["Price", "Margin", "Stock"],
      fields: ["Stock"], amounts: ["Price", "Margin"], of: file)
    let orders = try HandWrittenRoute(
      "Orders", heads: ["Order", "Placed", "State", "Customer", "Phone", "Store"],
      rows: """
        SELECT o.order_id, o.order_id, o.placed_at, o.state, c.first_name || ' ' || c.last_name, c.phone,
          s.name
        FROM "order" o JOIN customer c USING (customer_id) JOIN store s ON s.store_id = o.store_id
        ORDER BY o.placed_at DESC, o.order_id DESC LIMIT 21
        """, count: #"SELECT count(*) FROM "order""#, numbers: ["Order"], of: file)
    let customers = try HandWrittenRoute(
      "Customers", heads: ["Last name", "First name", "Email", "Phone", "Store", "Newsletter"],
      rows: """
        SELECT c.customer_id, c.last_name, c.first_name, c.email, c.phone, s.name,
          CASE c.newsletter WHEN 1 THEN 'Yes' ELSE 'No' END
        FROM customer c JOIN store s USING (store_id) ORDER BY c.last_name, c.first_name, c.customer_id LIMIT 51
        """, count: "SELECT count(*) FROM customer", of: file)
    let reviews = try HandWrittenRoute(
      "Reviews", heads: ["Stars", "Headline", "Product", "Category", "Written"],
      rows: """
        SELECT r.review_id, r.stars, r.headline, p.title, c.name, r.written_at
        FROM review r JOIN product p USING (product_id) JOIN category c USING (category_id)
        ORDER BY r.written_at DESC, r.review_id DESC LIMIT 51
        """, count: "SELECT count(*) FROM review", numbers: ["Stars"], of: file)
    for (route, table) in [
      (products, "product"), (orders, "order"), (customers, "customer"), (reviews, "review"),
    ] {
      try await compare(route, ["/table/\(table)"], of: shop.application)
    }
  }
}
