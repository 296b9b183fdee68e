import Testing

@testable import DirectToWeb

@Suite struct PartsPageTests {
  @Test func `who may explain pages sees all parts, and nobody else`() async throws {
    let database = try TemporaryDatabase("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    #expect(try await SiteFixture(database.path).get("/parts").status == 404)
    let site = try await SiteFixture(
      database.path, rules: #"return { { key = "mayExplain", value = true } }"#)
    let page = try await site.get("/parts")
    #expect(page.status == 200)
    let names = try Templates().names.filter { $0.hasPrefix("Edit") || $0.hasPrefix("Display") }
    #expect(names.count > 20)
    for name in names { #expect(page.main.contains(">\(name)<"), "\(name)") }
    #expect(try await site.get("/").links.contains("/parts"))
    if HTMLParser.isHere { #expect(try HTMLParser.problems([("/parts", page.body)]) == []) }
  }
}
