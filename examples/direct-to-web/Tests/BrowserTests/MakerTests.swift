import Testing

extension BrowserTests {
  /// What makers of rules do with pages.
  @Suite struct MakerTests {
    @Test func `from a column to the rule that named it`() async throws {
      let rules = """
        return {
          { key = "debug", value = true },
          { key = "displayNameForProperty", value = "Called",
            when = { propertyKey = "title" }, priority = 9 },
        }
        """
      try await BrowserTests.run(rules: rules) { browser, site in
        try await browser.open(site.address + "/table/book")
        try await browser.link("Why?").click()
        let mark = try await browser.find("th a.why[href*='property=title']")
        try await mark.click()
        try await browser.wait(heading: "Why is the column as it is?")
        let item = try await browser.find(".why-item").text
        #expect(item.contains("\"Called\" – ") && item.contains("a.lua:3"), "\(item)")
        try await browser.find(".why-item summary").click()
        #expect(try await browser.find(".why-item pre").text.contains("default.lua:"))
      }
    }

    @Test func `a column is hidden and another one named by clicking`() async throws {
      try await BrowserTests.run { browser, site in
        try await browser.open(site.address + "/table/book")
        try await browser.link("Arrange").click()
        try await browser.find("[aria-label='Shown: pages']").click()
        try await browser.find("[aria-label='Label: title']").fill("Called \"so\"")
        try await browser.button("Save").click()
        try await browser.wait("what was saved") {
          try await browser.find("[aria-label='Label: title']").attribute("value")
            == "Called \"so\""
        }
        try await browser.link("Back").click()
        try await browser.wait("the list") { try await browser.count("thead th") > 3 }
        let heads: String = try await browser.execute(
          "return [...document.querySelectorAll('thead th')].map((head) => head.innerText).join();")
        #expect(heads.contains("Called \"so\","))
        #expect(!heads.contains("Pages"))
      }
    }
  }
}
