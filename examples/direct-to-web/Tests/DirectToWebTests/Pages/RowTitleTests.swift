import Testing

@testable import DirectToWeb

/// The text that stands for a row on its page.
@Suite struct RowTitleTests {
  @Test(arguments: [
    (
      "id INTEGER PRIMARY KEY, state TEXT CHECK (state IN ('new', 'paid'))", "17, 'new'", "17",
      "T 17"
    ),
    ("a INT, b INT, PRIMARY KEY (a, b)", "1, 2", "1,2", "T 1 2"),
    ("a TEXT, b INT, PRIMARY KEY (a, b)", "'EPSG', 2", "tEPSG,2", "EPSG 2"),
    ("code TEXT PRIMARY KEY, x INT, y INT", "'FR', 2, 3", "tFR", "FR"),
    ("id INTEGER PRIMARY KEY, name TEXT", "17, 'Ann'", "17", "Ann"),
    ("id INTEGER PRIMARY KEY, name TEXT", "17, NULL", "17", "T 17"),
    ("id INTEGER PRIMARY KEY, name TEXT", "17, 17", "17", "17"),
  ])
  func `a row without a name is called by its table and its number`(
    columns: String, values: String, key: String, title: String
  ) async throws {
    let database = try TemporaryDatabase(
      "CREATE TABLE t (\(columns)); INSERT INTO t VALUES (\(values))")
    let answer = try await SiteFixture(database.path).get("/table/t/row/\(key)")
    #expect(answer.main.contains("<h1>\(title)</h1>"), "\(answer.main)")
  }
}
