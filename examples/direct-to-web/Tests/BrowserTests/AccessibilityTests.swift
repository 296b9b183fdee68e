import Foundation
import Testing

/// The checker of accessibility, axe-core.
enum Axe {
  /// Its script, where `scripts/test` has fetched it.
  static let text = ProcessInfo.processInfo.environment["DIRECT_TO_WEB_AXE"].flatMap {
    try? String(contentsOfFile: $0, encoding: .utf8)
  }
}

extension BrowserTests {
  /// What axe-core says of each kind of page, and how pages fit a small screen.
  @Suite(.enabled(if: Axe.text != nil, "scripts/test fetches axe-core"))
  struct AccessibilityTests {
    /// Where pictures of the pages are kept; nil for nowhere.
    private static let pictures = ProcessInfo.processInfo.environment["DIRECT_TO_WEB_SCREENSHOTS"]

    /// The pages that have an address, by kind.
    private static let pages = [
      ("home", "/"), ("list", "/table/book"), ("list-empty", "/table/book?q=nothing"),
      ("list-filters", "/table/book?panel=filters&f.state=new&is.notes=set"),
      ("list-columns", "/table/book?panel=columns&col=title&col=price&size=25"),
      ("parts", "/parts"), ("inspect-related", "/table/shelf/row/1"),
      ("list-why", "/table/book?why=1"), ("inspect", "/table/book/row/1"),
      ("inspect-why", "/table/book/row/1?why=1"), ("edit", "/table/book/row/1/edit"),
      ("new", "/table/book/new"), ("confirm", "/table/book/row/1/delete"),
      ("why", "/why?about=column&task=list&table=book&property=title"),
      ("assist", "/assist?table=book&task=list"), ("error", "/nowhere"),
    ]

    /// Lists are short: axe looks at each cell.
    private static let rules =
      #"return { { key = "debug", value = true }, { key = "pageSize", value = 6 } }"#

    /// Looks at the page that is shown, in light and dark, on a large and a small screen.
    ///
    /// In the dark only colors are other ones.
    private static func check(_ browser: Browser, _ name: String) async throws {
      let axe = try #require(Axe.text)
      try await browser.run(axe)
      for (width, isDark) in [(1280, false), (1280, true), (320, true), (320, false)] {
        try await browser.resize(width: width, height: 900)
        try await browser.setDark(isDark)
        let found: [String] = try await browser.executeAsync(
          """
          const done = arguments[arguments.length - 1];
          const options = { resultTypes: ["violations"] };
          if (\(isDark)) options.runOnly = ["color-contrast"];
          axe.run(document, options).then(
            (result) => done(result.violations.flatMap((rule) =>
              rule.nodes.map((node) => `${rule.id} ${node.target}: ${node.failureSummary}`))),
            (error) => done([`axe: ${error}`]));
          """)
        #expect(
          found.isEmpty, "\(name), \(width) px, \(isDark ? "dark" : "light"): \(found.prefix(3))")
        let widest: Int = try await browser.execute("return document.documentElement.scrollWidth;")
        #expect(widest <= width, "\(name) scrolls sideways at \(width) px")
        if let pictures {
          let file = "\(pictures)/\(name)-\(width)-\(isDark ? "dark" : "light").png"
          try FileManager.default.createDirectory(
            atPath: pictures, withIntermediateDirectories: true)
          try await browser.screenshot.write(to: URL(fileURLWithPath: file))
        }
      }
    }

    @Test func `axe has nothing to say about any page with an address`() async throws {
      try await BrowserTests.run(
        rules: Self.rules, ignoring: ["status of 404", "autocomplete attributes"]
      ) { browser, site in
        for (name, path) in Self.pages {
          try await browser.open(site.address + path)
          try await Self.check(browser, name)
        }
      }
    }

    @Test func `nor about buttons, lists with fields and groups, and rows in forms`() async throws {
      try await BrowserTests.run(rules: WorkTests.groupedRules, ignoring: ["status of 422"]) {
        browser, site in
        for (name, path) in [
          ("list-fields", "/table/book?sort=id"), ("inspect-inlines", "/table/book/row/2"),
          ("edit-inlines", "/table/book/row/2/edit"),
        ] {
          try await browser.open(site.address + path)
          try await Self.check(browser, name)
        }
        try await browser.resize(width: 1280, height: 900)
        try await browser.open(site.address + "/table/book?sort=id")
        try await browser.run(
          "for (const form of document.forms) form.noValidate = true;"
            + "document.querySelector('input[name^=rows][type=text]').value = '';")
        try await browser.button("Save").click()
        _ = try await browser.find("#problems")
        try await Self.check(browser, "list-invalid")
      }
    }

    /// Headings wherever rules can ask for them, and sums.
    private static let grouped = """
      return {
        { key = "pageSize", value = 6 },
        { key = "menu", value = {
          { title = "Books", keys = { "book", "shelf" } }, { title = "More", keys = { "tag" } },
        } },
        { when = { entity = { name = "book" } }, set = {
          groupBy = "shelf", totals = { "pages", "price" },
          sections = {
            { title = "About", keys = { "title", "shelf" } }, { title = "Facts", keys = { "pages", "price" } },
          },
        } },
      }
      """

    @Test func `nor about groups, sums, sections and a menu with headings`() async throws {
      try await BrowserTests.run(rules: Self.grouped) { browser, site in
        let pages = [
          ("menu", "/", "h2"), ("list-groups", "/table/book", "th[scope=rowgroup]"),
          ("list-sums", "/table/book?sort=-shelf", "tfoot td"),
          ("inspect-sections", "/table/book/row/1", "h2"),
          ("edit-sections", "/table/book/row/1/edit", "legend"),
        ]
        for (name, path, part) in pages {
          try await browser.open(site.address + path)
          #expect(try await browser.count(part) > 0)
          try await Self.check(browser, name)
        }
      }
    }

    @Test func `nor about pages that answer a form`() async throws {
      try await BrowserTests.run(rules: Self.rules, ignoring: ["status of 422", "status of 409"]) {
        browser, site in
        try await browser.open(site.address + "/table/book/row/1/edit")
        try await browser.run("document.querySelector('form.edit').noValidate = true;")
        try await browser.field("Title").clear()
        try await browser.button("Save").click()
        _ = try await browser.find("#problems")
        try await Self.check(browser, "invalid")

        try await browser.resize(width: 1280, height: 1400)
        try await browser.open(site.address + "/table/book/row/1/edit")
        try await browser.button("Search").click()
        try await browser.wait("the rows to choose from") {
          try await browser.count(".choices") > 0
        }
        try await Self.check(browser, "select")

        try await browser.resize(width: 1280, height: 900)
        try await browser.open(site.address + "/table/book")
        try await browser.find("input[name=row]").click()
        try await browser.button("Delete the chosen rows").click()
        _ = try await browser.find(".task-confirm")
        try await Self.check(browser, "confirm-several")

        for name in ["change-field", "change-value"] {
          if name == "change-field" {
            try await browser.resize(width: 1280, height: 900)
            try await browser.open(site.address + "/table/book")
            try await browser.find("input[name=row]").click()
            try await browser.button("Change a field…").click()
          } else {
            try await browser.button("Next").click()
          }
          try await browser.wait("the form") { try await browser.count("form.change") == 1 }
          if name == "change-value" { _ = try await browser.find("form.change [name^='to:']") }
          try await Self.check(browser, name)
        }

        try await browser.resize(width: 1280, height: 900)
        try await browser.open(site.address + "/table/book/row/1/edit")
        try await browser.find("[formaction$='/add/shelf']").click()
        _ = try await browser.find("input[name=outer]")
        try await Self.check(browser, "new-related")

        try await browser.resize(width: 1280, height: 900)
        try await Conflict.make(browser, site)
        try await Self.check(browser, "conflict")

        try await browser.resize(width: 1280, height: 900)
        try await browser.open(site.address + "/table/book/row/2/history")
        _ = try await browser.find("section.entry")
        try await Self.check(browser, "history")

        try await browser.resize(width: 1280, height: 900)
        try await browser.open(site.address + "/")
        _ = try await browser.find(".recent")
        try await Self.check(browser, "home-recent")

        try await browser.resize(width: 1280, height: 900)
        try site.save("return { { key = }", in: "b.lua")
        try await browser.open(site.address + "/")
        _ = try await browser.find(".banner")
        try await Self.check(browser, "banner")
      }
    }

    @Test func `nor about the page for signing in`() async throws {
      try await BrowserTests.run(password: "secret 1", ignoring: ["status of 401"]) {
        browser, site in
        try await browser.open(site.address + "/")
        _ = try await browser.find("#password")
        try await Self.check(browser, "login")
      }
    }
  }
}
