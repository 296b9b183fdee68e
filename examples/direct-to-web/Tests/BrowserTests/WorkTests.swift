import Testing

extension BrowserTests {
  /// Buttons of rules, fields in lists, and fields that depend on others.
  @Suite struct WorkTests {
    static let rules = """
      return {
        { key = "debug", value = true },
        { key = "pageSize", value = 6 },
        { key = "isEditableInList", when = { propertyKey = { "pages", "state", "title" } }, value = true },
        { key = "actions", when = { entity = { name = "book" }, object = { state = "worn" } },
          value = { name = "mend", title = "Mend", set = { state = "good" }, confirm = "With glue?" } },
        { key = "inlines", when = { entity = { name = "book" } }, value = { "book" } },
        { key = "dependsOn", when = { propertyKey = "notes" }, value = { "state" } },
        { key = "hint", when = { propertyKey = "notes", object = { state = "worn" } }, value = "What is worn?" },
        { key = "menu", value = { { keys = { "book" } }, { title = "Places", keys = { "shelf" } } } },
      }
      """

    /// The same with a list in groups.
    static let groupedRules = rules.replacing(
      "return {",
      with: """
        return {
          { key = "groupBy", when = { entity = { name = "book" } }, value = "state" },
          { key = "totals", when = { entity = { name = "book" } }, value = { "pages" } },
        """)

    private static func field(_ row: Int, _ browser: Browser) async throws -> Element {
      try await browser.find("input[name^='rows:\(row):'][type=number]")
    }

    @Test(arguments: [true, false])
    func `a list is saved with Enter, also without scripts`(hasScripts: Bool) async throws {
      try await BrowserTests.run(rules: Self.rules) { browser, site in
        try await browser.setScripts(hasScripts)
        try await browser.open(site.address + "/table/book?sort=id")
        try await Self.field(4, browser).fill("777\u{E007}")
        try await browser.wait("the saved value") {
          try await Self.field(4, browser).attribute("value") == "777"
        }
      }
    }

    @Test
    func `what is typed into a list stays with its row, and replaces nothing that others wrote`()
      async throws
    {
      try await BrowserTests.run(rules: Self.rules, ignoring: ["status of 422"]) { browser, site in
        let list = try await browser.window
        try await browser.open(site.address + "/table/book?sort=id")
        try await Self.field(4, browser).fill("5")
        let other = try await browser.newTab()
        try await browser.show(other)
        try await browser.open(site.address + "/table/book/row/4/edit")
        try await browser.field("Pages").fill("99")
        try await browser.button("Save").click()
        try await browser.wait(heading: "Book 4")
        try await browser.open(site.address + "/table/book/row/5/edit")
        try await browser.field("Title").fill("Renamed")
        try await browser.button("Save").click()
        try await browser.wait(heading: "Renamed")
        try await browser.show(list)
        // Rows that change do not disturb who types; rules do, and keep what is typed.
        #expect(try await browser.count("input[value='Renamed']") == 0)
        let label =
          #"{ key = "displayNameForProperty", when = { propertyKey = "price" }, value = "Cost" },"#
        try site.save(Self.rules.replacing("return {", with: "return { " + label))
        try await browser.wait("the new label") { try await browser.text.contains("Cost") }
        #expect(try await browser.count("input[value='Renamed']") == 1)
        #expect(try await Self.field(4, browser).value == "5")
        try await browser.button("Save").click()
        _ = try await browser.find("#problems")
        #expect(
          try await browser.text.contains(
            "Meanwhile somebody wrote “99”. Save again to replace that."))
      }
    }

    @Test func `a button asks its question, and writes`() async throws {
      try await BrowserTests.run(rules: Self.rules) { browser, site in
        try await browser.open(site.address + "/table/book/row/2")
        try await browser.button("Mend").click()
        try await browser.wait("the question") { try await browser.text.contains("With glue?") }
        try await browser.button("Mend").click()
        try await browser.wait(heading: "Book 2")
        #expect(try await browser.count("button[value=mend]") == 0)
        #expect(try await browser.text.contains("good"))
      }
    }

    @Test(arguments: [true, false])
    func `a field looks at what is chosen in another one`(hasScripts: Bool) async throws {
      try await BrowserTests.run(rules: Self.rules) { browser, site in
        try await browser.setScripts(hasScripts)
        try await browser.open(site.address + "/table/book/row/1/edit")
        try await browser.field("Title").fill("Typed text")
        try await browser.find("form.edit option[value$='worn']").click()
        if !hasScripts { try await browser.button("Update").click() }
        try await browser.wait("the hint") { try await browser.text.contains("What is worn?") }
        #expect(try await browser.field("Title").value == "Typed text")
        try await browser.button("Save").click()
        try await browser.wait(heading: "Typed text")
        #expect(try await browser.text.contains("worn"))
      }
    }
  }
}
