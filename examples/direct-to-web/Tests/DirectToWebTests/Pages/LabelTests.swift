import Testing

@testable import DirectToWeb

@Suite struct LabelTests {
  private static let sql = """
    CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, store INT);
    CREATE TABLE review (id INTEGER PRIMARY KEY, words TEXT, customer_id INT REFERENCES customer);
    INSERT INTO customer VALUES (1, 'Ann', 1), (2, 'Bob', 1), (3, 'Ann', 2);
    INSERT INTO review VALUES (1, 'good', 1), (2, 'bad', 2);
    """

  @Test func `a label that several rows have gets the key of its row`() async throws {
    let database = try TemporaryDatabase(Self.sql)
    let site = try await SiteFixture(database.path)
    let list = try await site.get("/table/review").main
    #expect(list.contains(">Ann #1<") && list.contains(">Bob<"))
    #expect(try await site.get("/table/customer/row/3").main.contains("<h1>Ann #3"))
    #expect(try await site.get("/table/customer/row/2").main.contains("<h1>Bob"))
    let form = try await site.get("/table/review/new").main
    #expect(form.contains(">Ann #1<") && form.contains(">Ann #3<") && form.contains(">Bob<"))
  }

  @Test func `rows that may not be seen do not count`() async throws {
    let database = try TemporaryDatabase(Self.sql)
    let site = try await SiteFixture(
      database.path,
      rules: """
        return {
          { key = "visibleRows", when = { entity = { name = "customer" } }, value = { store = 1 } },
        }
        """)
    let list = try await site.get("/table/review").main
    #expect(list.contains(">Ann<") && !list.contains("#"))
  }

  @Test func `a rule keeps labels without keys`() async throws {
    let database = try TemporaryDatabase(Self.sql)
    let site = try await SiteFixture(
      database.path,
      rules: "return { { key = \"addsKeyToLabel\", value = false } }")
    #expect(try await site.get("/table/review").main.contains(">Ann<"))
  }

  @Test func `a key that may not be seen is no part of a label`() async throws {
    let database = try TemporaryDatabase(Self.sql)
    let site = try await SiteFixture(
      database.path,
      rules: """
        return {
          { key = "isPropertyVisible", when = { entity = { name = "customer" }, propertyKey = "id" },
            value = false },
        }
        """)
    #expect(!(try await site.get("/table/review").main.contains("Ann #")))
  }
}
