import Foundation
import GRDB
import Testing

@testable import DirectToWeb

@Suite struct ConstraintViolationTests {
  @Test(
    arguments: [
      ("country", "INSERT INTO country VALUES ('DE', 'Other')", .unique, ["code"]),
      ("country", "INSERT INTO country VALUES ('xy', 'France')", .unique, ["name"]),
      ("country", "INSERT INTO country VALUES ('xyz', 'Else')", .check, ["code"]),
      ("country", "DELETE FROM country", .trigger, []),
      (
        "customer", "UPDATE customer SET firstName = 'Ada', lastName = 'Lovelace'", .unique,
        ["firstName", "lastName"]
      ),
      ("customer", "UPDATE customer SET rating = 'D'", .check, ["rating"]),
      ("customer", "UPDATE customer SET is_member = NULL", .notNull, ["is_member"]),
      ("customer", "UPDATE customer SET id = 2 WHERE id = 1", .unique, ["id"]),
      (
        "customer", "INSERT INTO customer (id, firstName, lastName) VALUES ('x', '', '')", .type,
        ["id"]
      ),
      ("product", "UPDATE product SET price = -1", .check, ["price"]),
      ("order", "INSERT INTO \"order\" (customer_id, placed) VALUES (1, x'00')", .type, ["placed"]),
      ("order", "INSERT INTO \"order\" (customer_id) VALUES (99)", .foreignKey, []),
      ("log", "INSERT INTO log VALUES ('x', 'FIRST')", .unique, []),
      (
        "we\"ird ] ' t", "UPDATE \"we\"\"ird ] ' t\" SET \"x) CHECK (y\" = 11", .check,
        ["x) CHECK (y"]
      ),
      ("we\"ird ] ' t", "UPDATE \"we\"\"ird ] ' t\" SET single = NULL", .notNull, ["single"]),
      ("we\"ird ] ' t", "UPDATE \"we\"\"ird ] ' t\" SET \"a.b, c\" = 7", .unique, ["a.b, c"]),
    ] as [(String, String, ConstraintViolation.Kind, [String])])
  func `an error of SQLite names the kind of rule and its columns`(
    table: String, statement: String, kind: ConstraintViolation.Kind, columns: [String]
  ) async throws {
    let shop = try TemporaryDatabase.shop()
    let schema = try await shop.open().read(Schema.init)
    let name = try #require(schema.table(table)?.name)
    let error = try #require(throws: DatabaseError.self) { try shop.run(statement) }
    let violation = try #require(ConstraintViolation(error, writing: name, in: schema))
    #expect(violation.kind == kind)
    #expect(violation.columns.map(\.name) == columns)
    #expect(violation.table == (kind == .trigger || kind == .foreignKey ? nil : name))
    #expect(!violation.message.isEmpty)
  }

  @Test func `the named constraint and the trigger's own words are told`() async throws {
    let shop = try TemporaryDatabase.shop()
    let schema = try await shop.open().read(Schema.init)
    let product = try #require(schema.table("product")?.name)
    let price = try #require(throws: DatabaseError.self) {
      try shop.run("UPDATE product SET price = 0")
    }
    #expect(
      ConstraintViolation(price, writing: product, in: schema)?.name == "price is positive")
    let stay = try #require(throws: DatabaseError.self) { try shop.run("DELETE FROM country") }
    #expect(ConstraintViolation(stay, writing: product, in: schema)?.message == "countries stay")
    let other = try #require(throws: DatabaseError.self) { try shop.run("SELECT nothing") }
    #expect(ConstraintViolation(other, writing: product, in: schema) == nil)
  }

  @Test func `a message is not taken for a longer one`() async throws {
    let database = try TemporaryDatabase(
      "CREATE TABLE t (a UNIQUE, b, UNIQUE (a, b)); INSERT INTO t VALUES (1, 1);")
    let schema = try await database.open().read(Schema.init)
    let table = try #require(schema.tables.first?.name)
    let error = try #require(throws: DatabaseError.self) {
      try database.run("INSERT INTO t VALUES (1, 2)")
    }
    let violation = try #require(ConstraintViolation(error, writing: table, in: schema))
    #expect(violation.columns.map(\.name) == ["a"])
  }

  @Test func `each foreign key is tested by itself`() async throws {
    let file = try TemporaryDatabase.shop().open()
    let schema = try await file.read(Schema.init)
    let line = try #require(schema.table("order_line"))
    func broken(_ values: [String: Value]) async throws -> [[String]] {
      let named = values.reduce(into: [Identifier: Value]()) { named, pair in
        if let column = line.column(pair.key) { named[column.name] = pair.value }
      }
      return try await file.read { connection in
        try connection.brokenForeignKeys(of: line, values: named, in: schema).map {
          $0.columns.map(\.name)
        }
      }
    }
    #expect(try await broken(["order_id": 10, "maker": "acme", "number": 1]) == [])
    #expect(
      try await broken(["order_id": 10, "maker": "acme", "number": 3]) == [["maker", "number"]])
    #expect(try await broken(["order_id": 9, "maker": "acme", "number": .null]) == [["order_id"]])

    let customer = try #require(schema.table("customer"))
    let id = try #require(customer.column("id")?.name)
    let pointing = try await file.read { connection in
      try connection.foreignKeys(pointingTo: customer, values: [id: 2], in: schema).map {
        "\($0.table.name).\($0.key.columns[0])"
      }
    }
    #expect(pointing == ["customer.referred_by", "order.billing_customer_id", "order.customer_id"])
  }
}
