import Testing

@testable import DirectToWeb

@Suite struct ExportTests {
  private static let sql = """
    CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE part (
      id INTEGER PRIMARY KEY, name TEXT, weight REAL, maker_id INT REFERENCES maker, picture BLOB,
      password TEXT, twice AS (weight * 2), cost INT);
    INSERT INTO maker VALUES (1, 'Ada');
    INSERT INTO part VALUES (7, '=1+1', 0.1 + 0.2, 1, X'0AFF', 'secret', 5), (8, '', 12.0, NULL, NULL, NULL, 6);
    """
  private static let rules = """
    return { { key = "isPropertyVisible", when = { propertyKey = "cost" }, value = false },
      { key = "exports", value = { "csv", "json", "raw-csv", "raw-json" } },
    """

  private func export(_ format: String, _ rules: String = "") async throws -> String {
    let database = try TemporaryDatabase(Self.sql)
    let site = try await SiteFixture(database.path, rules: Self.rules + rules + "}")
    let answer = try await site.get("/table/part/export/" + format)
    #expect(answer.status == 200)
    return answer.body
  }

  @Test func `raw CSV has all columns that may be seen, as they are stored`() async throws {
    let lines = try await export("raw-csv").split(separator: "\r\n")
    #expect(
      lines == [
        "id,name,weight,maker_id,picture", "7,=1+1,0.30000000000000004,1,X'0aff'",
        "8,\"\",12.0,,",
      ])
  }

  @Test func `raw JSON has all columns that may be seen`() async throws {
    let text = try await export("raw-json")
    #expect(
      text.contains("{\"id\":7,\"name\":\"=1+1\",\"weight\":0.30000000000000004,\"maker_id\":1,"))
  }

  @Test func `CSV for people has short numbers and guarded formulas`() async throws {
    let text = try await export("csv")
    #expect(text.contains("'=1+1") && text.contains("0.3,") && !text.contains("0.30"))
  }

  @Test func `a rule switches the guard against formulas off, and on`() async throws {
    let off = "{ key = \"guardsFormulas\", value = false },"
    let text = try await export("csv", off)
    #expect(text.contains("=1+1") && !text.contains("'=1+1"))
    let on = "{ key = \"guardsFormulas\", value = true },"
    #expect(try await export("raw-csv", on).contains("'=1+1"))
  }

  @Test func `a format that no rule names is not there`() async throws {
    let database = try TemporaryDatabase(Self.sql)
    let site = try await SiteFixture(database.path)
    #expect(try await site.get("/table/part/export/raw-json").status == 404)
    #expect(try await site.get("/table/part").main.contains("/table/part/export/raw-csv"))
  }

  @Test(
    arguments: [
      (0.1 + 0.2, "0.3"), (0.3, "0.3"), (12.0, "12"), (1.0 / 3, "0.333333333333333"),
      (-2.5, "-2.5"),
      (2.9999999999999996, "3"), (1e300, "1e+300"), (0.1, "0.1"), (123456789.123, "123456789.123"),
    ] as [(Double, String)])
  func `a number for people has at most 15 digits`(number: Double, text: String) {
    #expect(number.plainText == text)
  }
}
