import Foundation
import Testing

@testable import DirectToWeb

@Suite struct SchemaTests {
  @Test func `the schema of the shop is what Python reads`() async throws {
    let shop = try TemporaryDatabase.shop()
    let schema = try await expectSameAsPython(shop.path)
    #expect(schema.unreadable == ["broken": "no such column: gone"])
    #expect(schema.tables.count == 21)
  }

  @Test(.enabled(if: ForeignDatabase.areHere), arguments: ["proj.db", "datasette.db"])
  func `the schema of a database of others is what Python reads`(name: String) async throws {
    let path = try #require(ForeignDatabase.path(name))
    let schema = try await expectSameAsPython(path)
    #expect(schema.tables.count > 30)
  }

  @Test(arguments: 0..<12)
  func `a generated schema is what Python reads`(seed: UInt64) async throws {
    var generated = GeneratedSchema(seed: seed)
    let database = try TemporaryDatabase(generated.sql())
    let schema = try await expectSameAsPython(database.path)
    #expect(schema.tables.filter { $0.kind == .table }.count == generated.tableCount)
  }

  @Test func `a key that is another name of the row identifier is told apart`() async throws {
    let shop = try TemporaryDatabase.shop()
    let schema = try await shop.open().read(Schema.init)
    let columns = Dictionary(
      uniqueKeysWithValues: schema.tables.map { ($0.name, $0.rowIDColumn?.name.name) })
    #expect(columns.first { $0.key.name == "customer" }?.value == "id")
    #expect(columns.first { $0.key.name == "we\"ird ] ' t" }?.value == "a.b, c")
    #expect(columns.first { $0.key.name == "almost_rowid" }?.value == .some(nil))
    #expect(columns.first { $0.key.name == "country" }?.value == .some(nil))
  }

  private func expectSameAsPython(_ path: String) async throws -> Schema {
    let file = try DatabaseFile(path: path)
    let schema = try await file.read(Schema.init)
    let ours = SchemaFacts.read(schema)
    let theirs = try SchemaFacts.dumped(path)
    #expect(ours.count == theirs.count)
    for (our, their) in zip(ours, theirs) {
      // Swift takes texts for equal that SQLite does not.
      #expect(our.map { Array($0.utf8) } == their.map { Array($0.utf8) }, "\(our), \(their)")
    }
    try file.close()
    return schema
  }
}
