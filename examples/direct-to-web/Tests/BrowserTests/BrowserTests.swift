import Foundation
import Testing

/// What people do in a browser.
///
/// One test after the other: a Chromium of each test wants a processor.
@Suite(
  .serialized, .timeLimit(.minutes(3)),
  .enabled(if: WebDriver.path != nil, "scripts/test says where chromedriver is"))
struct BrowserTests {
  /// Runs a test in a browser of its own, over a site of its own; the console has to stay empty.
  ///
  /// The console may say what `ignoring` names: browsers report each answer with a status from 400 on.
  static func run(
    rules: String = TestSite.debug, password: String? = nil, ignoring: [String] = [],
    _ body: (Browser, TestSite) async throws -> Void
  ) async throws {
    try await TestSite.run(rules: rules, password: password) { site in
      try await Browser.run { browser in
        try await body(browser, site)
        let log = try await browser.log.filter { line in
          !ignoring.contains { line.contains($0) }
        }
        #expect(log == [])
      }
    }
  }
}
