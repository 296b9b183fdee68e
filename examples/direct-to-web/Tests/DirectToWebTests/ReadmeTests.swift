import Foundation
import Testing

@testable import DirectToWeb

@Suite struct ReadmeTests {
  /// What the README shows, as it is run.
  private static func rows(path: String) async throws -> [[Value]] {
    // README begins.
    let file = try DatabaseFile(path: path)
    let model = Model(try await file.read(Schema.init))
    let order = try model.entity(named: "order")
    let country = try model.path("customer.country.name", from: order)
    let query = try ListQuery(
      order, columns: [country], where: .text(country, .beginsWith, "F"), sort: [SortTerm(country)])
    let page = try await file.read { try query.page(.first, size: 50, on: $0) }
    // README ends.
    return page.rows.map(\.values)
  }

  @Test func `the code of the README is this code, and runs`() async throws {
    let shop = try TemporaryDatabase.shop()
    #expect(try await Self.rows(path: shop.path) == [["France"]])
    let here = URL(fileURLWithPath: #filePath)
    let readme = here.deletingLastPathComponent().appendingPathComponent("../../README.md")
    let blocks = try String(contentsOf: readme, encoding: .utf8).components(separatedBy: "```")
    let shown = try #require(blocks.first { $0.hasPrefix("swift\n") }).dropFirst("swift\n".count)
    let own = try String(contentsOf: here, encoding: .utf8)
      .components(separatedBy: "// README begins.\n")[1].components(separatedBy: "// README ends.")[
        0]
    func lines(_ text: some StringProtocol) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
        !$0.isEmpty
      }
    }
    #expect(lines(shown) == lines(own))
  }
}
