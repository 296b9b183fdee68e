import Testing

extension BrowserTests {
  /// A row is made, found, edited and deleted.
  @Suite struct RowTests {
    @Test(arguments: [true, false])
    func `by mouse, also without scripts`(hasScripts: Bool) async throws {
      try await BrowserTests.run { browser, site in
        try await browser.setScripts(hasScripts)
        try await browser.open(site.address + "/")
        try await browser.find(".cards a[href='/table/book']").click()
        try await browser.wait(heading: "Book")
        try await browser.link("New").click()
        try await browser.field("Title").send("Zebra")
        try await browser.field("Price").send("12.50")
        try await browser.find("form.edit option[value$='worn']").click()
        try await browser.button("Create").click()
        try await browser.wait(heading: "Zebra")
        #expect(try await browser.text.contains("worn"))

        try await browser.open(site.address + "/table/book")
        try await browser.find("main input[name=q]").send("zebr")
        try await browser.button("Find").click()
        try await browser.wait("the row alone") { try await browser.count("tbody tr") == 1 }
        // It is seen only while the mouse is over its row.
        try await browser.find("td.row-actions a").click()
        try await browser.field("Price").fill("3")
        try await browser.button("Save").click()
        try await browser.wait(heading: "Zebra")
        #expect(try await browser.text.contains("3"))

        try await browser.link("Delete").click()
        try await browser.wait("the question") { try await browser.heading.contains("Delete") }
        try await browser.find("form .danger").click()
        try await browser.wait(heading: "Book")
        try await browser.open(site.address + "/table/book?q=zebra")
        #expect(try await browser.count("tbody tr") == 0)
      }
    }

    @Test(arguments: [true, false])
    func `what is wrong stands at its field, and the focus is on the summary`(hasScripts: Bool)
      async throws
    {
      try await BrowserTests.run(ignoring: ["status of 422"]) { browser, site in
        try await browser.setScripts(hasScripts)
        try await browser.open(site.address + "/table/shelf/new")
        try await browser.field("Name").send("Hall")
        try await browser.button("Create").click()
        let summary = try await browser.find("#problems a")
        #expect(try await browser.active.attribute("id") == "problems")
        let field = try await browser.field("Name")
        #expect(try await field.value == "Hall")
        #expect(try await field.attribute("aria-invalid") == "true")
        let message = try await browser.find(".field .error")
        #expect(try await summary.text.contains(message.text))
        let described = try await field.attribute("aria-describedby") ?? ""
        #expect(try await described.contains(message.attribute("id") ?? "nothing"))
        try await summary.click()
        #expect(try await browser.active.attribute("id") == field.attribute("id"))
        try await field.fill("Cellar")
        try await browser.button("Create").click()
        try await browser.wait(heading: "Cellar")
      }
    }

    /// Goes on with the tabulator until the focus is on an element with a name; it has to be seen there.
    private func tab(_ browser: Browser, to name: String) async throws {
      for _ in 0..<60 {
        try await browser.type(Key.tab)
        let active = try await browser.active
        let isSeen: Bool = try await browser.execute(
          """
          const style = getComputedStyle(document.activeElement);
          const place = document.activeElement.getBoundingClientRect();
          return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2
            && place.right > 0 && place.bottom > 0 && place.top < innerHeight;
          """)
        #expect(isSeen, "the focus on the way to \(name)")
        if try await active.label.hasPrefix(name) { return }
      }
      Issue.record("no way to \(name) by keyboard on \(try await browser.address)")
    }

    @Test func `by keyboard alone`() async throws {
      try await BrowserTests.run { browser, site in
        try await browser.open(site.address + "/table/book")
        try await browser.type(Key.tab)
        #expect(try await browser.active.text == "Skip to the content")
        try await browser.type(Key.enter)
        try await tab(browser, to: "New")
        try await browser.type(Key.enter)
        try await browser.wait(heading: "New: Book")
        try await tab(browser, to: "Title")
        try await browser.type("Zebra")
        try await tab(browser, to: "Is Lent")
        try await browser.type("y")
        try await tab(browser, to: "fast")
        try await browser.type(Key.space)
        try await tab(browser, to: "Create")
        try await browser.type(Key.space)
        try await browser.wait(heading: "Zebra")
        #expect(try await browser.text.contains("Yes"))

        try await tab(browser, to: "Edit")
        try await browser.type(Key.enter)
        _ = try await browser.button("Save")
        try await tab(browser, to: "Title")
        try await browser.type(Key.end + " crossing" + Key.enter)
        try await browser.wait(heading: "Zebra crossing")

        try await tab(browser, to: "Delete")
        try await browser.type(Key.enter)
        _ = try await browser.find(".task-confirm")
        try await tab(browser, to: "Delete")
        try await browser.type(Key.enter)
        try await browser.wait(heading: "Book")
        try await tab(browser, to: "Search")
        try await browser.type("zebra" + Key.enter)
        try await browser.wait("an empty list") { try await browser.count(".empty") == 1 }
      }
    }

    @Test func `the order of the focus is the order of what is seen`() async throws {
      try await BrowserTests.run { browser, site in
        for path in ["/", "/table/shelf", "/table/shelf/row/1", "/table/shelf/row/1/edit"] {
          try await browser.open(site.address + path)
          let hasPositiveIndex: Bool = try await browser.execute(
            "return [...document.querySelectorAll('[tabindex]')].some((part) => part.tabIndex > 0);"
          )
          #expect(!hasPositiveIndex)
          // Of two parts of the content the later one is not above the earlier one.
          let backward: [String] = try await browser.execute(
            """
            const parts = [...document.querySelectorAll("main :is(a, button, input, select, textarea)")]
              .filter((part) => part.checkVisibility() && part.type !== "hidden");
            return parts.filter((part, index) => index > 0
              && part.getBoundingClientRect().bottom < parts[index - 1].getBoundingClientRect().top)
              .map((part) => part.outerHTML);
            """)
          #expect(backward == [], "\(path)")
        }
      }
    }
  }
}
