import Foundation
import GRDB
import Testing

@testable import DirectToWeb

struct ShopDatabaseTests {
  @Test func `its statements make the same rows each time, and no reference leads nowhere`() throws
  {
    let shop = try ShopFixture.database()
    let other = try ShopFixture.database()
    #expect((2_000_000...5_000_000).contains(try shop.bytes.count))
    #expect(try rows(shop) == rows(other))
    let broken = try DatabaseQueue(path: shop.path).read {
      try Row.fetchAll($0, sql: "PRAGMA foreign_key_check")
    }
    #expect(broken == [])
  }

  /// All rows of all tables, as texts.
  private func rows(_ database: TemporaryDatabase) throws -> [String: [String]] {
    try DatabaseQueue(path: database.path).read { connection in
      let tables = try String.fetchAll(
        connection, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      #expect(tables.count == 14)
      var rows: [String: [String]] = [:]
      for table in tables {
        rows[table] = try Row.fetchAll(connection, sql: "SELECT * FROM \"\(table)\"").map {
          "\($0)"
        }
        #expect(rows[table]?.isEmpty == false)
      }
      return rows
    }
  }

  @Test func `it has something of all that a schema can have`() async throws {
    let shop = try ShopFixture.database()
    let file = try shop.open()
    let schema = try await file.read(Schema.init)
    let model = Model(schema)
    #expect(schema.tables.filter(\.isWithoutRowID).map(\.name.name) == ["country"])
    #expect(schema.tables.filter(\.isStrict).map(\.name.name) == ["payment"])
    #expect(model.entities.filter(\.isView).map(\.name) == ["sales_by_month"])
    let kinds = Set(model.entities.flatMap(\.attributes).map(\.kind))
    #expect(kinds.isSuperset(of: [.text, .longText, .integer, .boolean, .date, .time, .timestamp]))
    let product = try model.entity(named: "product")
    #expect(product.attribute("margin_cents")?.isGenerated == true)
    #expect(product.attribute("state")?.allowedValues?.count == 4)
    #expect(product.relationship("tag")?.kind == .manyToMany)
    let address = try model.entity(named: "order").relationship("address")
    #expect(address?.columns.map(\.own.name) == ["customer_id", "ship_to"])
    // A column that is a number for the database, and yes or no for people.
    #expect(try model.entity(named: "staff").attribute("active")?.kind == .integer)
  }

  @Test(arguments: [
    (
      "DELETE FROM \"order\" WHERE order_id = 1", "an order that was shipped cannot be deleted"
    ),
    (
      "UPDATE \"order\" SET state = 'new' WHERE state = 'cancelled'",
      "an order that was cancelled stays so; please make a new one"
    ),
    ("UPDATE product SET price_cents = 0", "CHECK constraint failed"),
    ("UPDATE workshop SET store_id = 1, day = '2025-01-01', starts_at = '10:00'", "UNIQUE"),
    ("UPDATE \"order\" SET ship_to = 9 WHERE order_id = 1", "FOREIGN KEY"),
  ])
  func `it refuses what a shop does not do`(statement: String, message: String) throws {
    let shop = try ShopFixture.database()
    let error = #expect(throws: DatabaseError.self) {
      try shop.run("PRAGMA foreign_keys = ON; " + statement)
    }
    #expect(error?.message?.contains(message) == true)
  }
}
