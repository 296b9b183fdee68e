import Foundation
import Testing

@testable import DirectToWeb

/// Follows the links of all pages.
@Suite struct CrawlTests {
  /// Asks for every page that links lead to, up to a number, and returns them.
  private func crawl(_ path: String, rules: String? = nil, upTo limit: Int) async throws
    -> [(name: String, html: String)]
  {
    let fixture = try await SiteFixture(path, rules: rules)
    var seen: Set = ["/"]
    var queue = ["/"]
    var pages: [(name: String, html: String)] = []
    var next = 0
    while next < queue.count, pages.count < limit {
      let link = queue[next]
      next += 1
      let answer = try await fixture.get(link)
      #expect(answer.status == 200, "\(link)")
      #expect(!answer.main.contains("class=\"notice"), "\(link)")
      if answer.headers[.contentType]?.hasPrefix("text/html") == true {
        pages.append((link, answer.body))
      }
      for other in answer.links where other.hasPrefix("/") || other.hasPrefix("?") {
        let target = other.hasPrefix("?") ? link.prefix { $0 != "?" } + other : other[...]
        guard seen.insert(String(target)).inserted else { continue }
        queue.append(String(target))
      }
    }
    return pages
  }

  @Test func `each link of the shop leads to a page`() async throws {
    let database = try TemporaryDatabase.shop()
    let pages = try await crawl(database.path, upTo: 400)
    #expect(pages.count > 100)
    if HTMLParser.isHere { #expect(try HTMLParser.problems(pages) == []) }
  }

  @Test func `so it is where the rules ask for all explanations`() async throws {
    let database = try TemporaryDatabase.shop()
    let pages = try await crawl(
      database.path, rules: #"return { { key = "debug", value = true } }"#, upTo: 300)
    #expect(pages.contains { $0.name.hasPrefix("/why") })
    #expect(pages.contains { $0.name.hasPrefix("/assist") })
    if HTMLParser.isHere { #expect(try HTMLParser.problems(pages) == []) }
  }

  @Test(.enabled(if: ForeignDatabase.areHere), arguments: ["proj.db", "datasette.db"])
  func `each link of a foreign database leads to a page`(name: String) async throws {
    let path = try #require(ForeignDatabase.path(name))
    let pages = try await crawl(path, upTo: 250)
    #expect(pages.count > 200)
    if HTMLParser.isHere { #expect(try HTMLParser.problems(pages) == []) }
  }
}
