import Foundation
import Testing

extension BrowserTests {
  /// Pages that change while they are open.
  @Suite struct LiveTests {
    private static func rules(_ rule: String) -> String {
      "return {\n  { key = \"debug\", value = true },\n  \(rule)\n}\n"
    }

    private static let newLabel = rules(
      #"{ key = "displayNameForProperty", when = { propertyKey = "title" }, value = "Name of it" },"#
    )

    @Test
    func `a saved rule changes the open form, and leaves what is typed, the cursor and the place`()
      async throws
    {
      try await BrowserTests.run { browser, site in
        try await browser.resize(width: 900, height: 400)
        try await browser.open(site.address + "/table/book/row/2/edit")
        try await browser.field("Price").fill("77.5")
        let title = try await browser.field("Title")
        try await title.fill("Typed text")
        try await browser.run(
          "document.activeElement.setSelectionRange(2, 5); scrollTo(0, 60);")
        try site.save(Self.newLabel)
        let renamed = try await browser.field("Name of it")
        #expect(try await renamed.value == "Typed text")
        #expect(try await browser.active.attribute("id") == renamed.attribute("id"))
        let place: [Double] = try await browser.execute(
          "const f = document.activeElement; return [f.selectionStart, f.selectionEnd, scrollY];")
        #expect(place == [2, 5, 60])
        #expect(try await browser.field("Price").value == "77.5")

        try await browser.button("Save").click()
        try await browser.wait(heading: "Typed text")
      }
    }

    @Test func `what is typed is still compared with the values of the first form`() async throws {
      try await BrowserTests.run(ignoring: ["status of 409"]) { browser, site in
        let mine = try await browser.window
        try await browser.open(site.address + "/table/book/row/2/edit")
        try await browser.field("Title").fill("Mine")
        let theirs = try await browser.newTab()
        try await browser.show(theirs)
        try await browser.open(site.address + "/table/book/row/2/edit")
        try await browser.field("Title").fill("Theirs")
        try await browser.button("Save").click()
        try await browser.wait(heading: "Theirs")
        try await browser.show(mine)
        try site.save(Self.newLabel)
        #expect(try await browser.field("Name of it").value == "Mine")
        try await browser.button("Save").click()
        _ = try await browser.find("input[type=radio][value=yours]")
      }
    }

    @Test func `a field that a rule adds to a form in work is saved with it`() async throws {
      func shown(_ names: String) -> String {
        Self.rules(
          #"{ key = "displayPropertyKeys", when = { task = "edit" }, value = { \#(names) }, priority = 9 },"#
        )
      }
      try await BrowserTests.run(rules: shown(#""title""#)) { browser, site in
        try await browser.open(site.address + "/table/book/row/2/edit")
        try await browser.field("Title").fill("Typed text")
        try site.save(shown(#""title", "pages""#))
        try await browser.field("Pages").fill("321")
        try await browser.button("Save").click()
        try await browser.wait(heading: "Typed text")
        #expect(try await browser.text.contains("321"))
      }
    }

    @Test func `a broken rule file is named with its line, until it is mended`() async throws {
      try await BrowserTests.run { browser, site in
        try await browser.open(site.address + "/table/book")
        try site.save("return {\n  { key = \"debug\", value = tru },\n}}\n", in: "b.lua")
        let banner = try await browser.find(".banner")
        #expect(try await banner.text.contains("b.lua:3"))
        #expect(try await browser.text.contains("Book 1"))
        try site.save("return {}\n", in: "b.lua")
        try await browser.wait("no banner") { try await browser.count(".banner") == 0 }
      }
    }

    @Test
    func `a saved template changes the open page, and a refused one is told until it is mended`()
      async throws
    {
      try await BrowserTests.run { browser, site in
        try FileManager.default.createDirectory(
          at: site.rules.appendingPathComponent("templates"), withIntermediateDirectories: true)
        try await browser.open(site.address + "/table/book/row/2")
        try site.save(#"<em class="own">{{text}}</em>"#, in: "templates/DisplayString.mustache")
        #expect(try await browser.find("em.own").text == "Book 2")
        try site.save("<p>\n{{{text}}}</p>", in: "templates/DisplayString.mustache")
        let banner = try await browser.find(".banner")
        #expect(try await banner.text.contains("DisplayString.mustache:2"))
        #expect(try await browser.count("em.own") > 0)
        try site.save("<b class=\"own\">{{text}}</b>", in: "templates/DisplayString.mustache")
        _ = try await browser.find("b.own")
        #expect(try await browser.count(".banner") == 0)
      }
    }

    @Test func `a list shows a row that another window saved, and keeps its search and its boxes`()
      async throws
    {
      try await BrowserTests.run { browser, site in
        let list = try await browser.window
        try await browser.open(site.address + "/table/book")
        try await browser.find("tbody tr:nth-child(2) input[name=row]").click()
        try await browser.find("main input[name=q]").send("unsent")
        let other = try await browser.newTab()
        try await browser.show(other)
        try await browser.open(site.address + "/table/book/row/1/edit")
        try await browser.field("Title").fill("Renamed")
        try await browser.button("Save").click()
        try await browser.wait(heading: "Renamed")
        try await browser.show(list)
        try await browser.wait("the new title") { try await browser.text.contains("Renamed") }
        #expect(try await browser.find("main input[name=q]").value == "unsent")
        #expect(try await browser.count("input[name=row]:checked") == 1)
        let isSecond: Bool = try await browser.execute(
          "return document.querySelector('tbody tr:nth-child(2) input[name=row]').checked;")
        #expect(isSecond)
      }
    }

    @Test func `seven tabs are usable at once`() async throws {
      try await BrowserTests.run { browser, site in
        var tabs = [try await browser.window]
        while tabs.count < 7 { tabs.append(try await browser.newTab()) }
        for (index, tab) in tabs.enumerated() {
          try await browser.show(tab)
          try await browser.open(site.address + "/table/book/row/\(index + 1)")
          try await browser.wait(heading: "Book \(index + 1)")
        }
        try site.save(Self.newLabel)
        for (index, tab) in tabs.enumerated() {
          try await browser.show(tab)
          try await browser.wait("the new label in tab \(index)") {
            try await browser.text.contains("Name of it")
          }
          try await browser.link("Edit").click()
          _ = try await browser.button("Save")
        }
      }
    }

    @Test func `pages stay readable while the server is away, and follow it when it is back`()
      async throws
    {
      let lost = [
        "ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_EMPTY_RESPONSE",
      ]
      try await BrowserTests.run(ignoring: lost) { browser, site in
        try await browser.open(site.address + "/table/book/row/1/edit")
        try await browser.field("Title").fill("Typed text")
        await site.stop()
        try site.save(Self.newLabel)
        // Events that are lost change nothing.
        try await Task.sleep(for: .milliseconds(500))
        #expect(try await browser.field("Title").value == "Typed text")
        try await site.restart()
        #expect(try await browser.field("Name of it").value == "Typed text")
      }
    }
  }
}
