import GRDB
import LuaRules
import Testing

@testable import DirectToWeb

/// What the roles of the shop see of its rows, compared with what plain SQL counts.
struct ShopRightsTests {
  private static let layout = RecordLayout(members: [
    ("name", String.self), ("isLocal", Bool.self), ("role", String.self), ("store_id", Int.self),
  ])

  /// What the session of the one-time link has.
  private static let localLayout = RecordLayout(members: [
    ("name", String.self), ("isLocal", Bool.self),
  ])

  /// The rows of one shop, as SQL that somebody wrote by hand.
  private static let ofShop = [
    "order": "SELECT count(*) FROM \"order\" WHERE store_id = 3",
    "customer": "SELECT count(*) FROM customer WHERE store_id = 3",
    "staff": "SELECT count(*) FROM staff WHERE store_id = 3",
    "workshop": "SELECT count(*) FROM workshop WHERE store_id = 3",
    "order_line":
      "SELECT count(*) FROM order_line JOIN \"order\" USING (order_id) WHERE store_id = 3",
    "payment": "SELECT count(*) FROM payment JOIN \"order\" USING (order_id) WHERE store_id = 3",
    "address": "SELECT count(*) FROM address JOIN customer USING (customer_id) WHERE store_id = 3",
    "sales_by_month": "SELECT 0",
  ]

  @Test(arguments: ["local", "seller", "manager", "accountant", "guest"])
  func `a role sees its rows, and no others`(role: String) async throws {
    let shop = try ShopFixture.database()
    let file = try shop.open()
    let facts = ModelFacts(Model(try await file.read(Schema.init)), canWrite: true)
    let rules = try RuleModel(
      sources: [RuleSource(contentsOf: ShopFixture.rules)], schema: .pages
    ).fallback(.defaultPageRules())
    var context = RuleContext(rules)
    context.database = DatabaseFacts(facts.model, name: "shop")
    context.task = "list"
    context.user =
      role == "local"
      ? try RuleRecord(Self.localLayout, values: ["local", true])
      : try RuleRecord(Self.layout, values: ["ann", false, role, 3])
    let access = Access(context, to: facts)
    for entity in facts.model.entities {
      let list = try RowList(entity, through: access)
      let count = try await file.read {
        try list.count(upTo: 100_000, within: .seconds(60), on: $0)
      }
      let all = "SELECT count(*) FROM \"\(entity.name)\""
      let sql =
        switch role {
        case "accountant", "local": all
        case "guest": "SELECT 0"
        default: Self.ofShop[entity.name] ?? all
        }
      let expected = try await DatabaseQueue(path: shop.path).read {
        try Int.fetchOne($0, sql: sql)
      }
      #expect(count.number == expected, "\(entity.name)")
      #expect(role == "guest" || entity.isView || expected ?? 0 > 0)
    }
    #expect(access.notices == [])
    let product = try facts.model.entity(named: "product")
    let cost = try #require(product.attribute("cost_cents"))
    #expect(access.canSee(cost) == (role != "seller"))
    #expect(access.canChange(product) == (role == "manager" || role == "local"))
  }
}
