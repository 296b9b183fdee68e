import Testing

extension BrowserTests {
  /// What scripts add to pages that work without them.
  @Suite struct ComfortTests {
    @Test func `buttons for chosen rows come with a choice, which is counted`() async throws {
      try await BrowserTests.run { browser, site in
        try await browser.open(site.address + "/table/book?size=25")
        func isSeen(_ css: String) async throws -> Bool {
          try await browser.execute(
            "return document.querySelector('\(css)').getClientRects().length > 0;")
        }
        #expect(try await !isSeen(".batch .danger"))
        try await browser.find("input.choose-all").click()
        #expect(try await isSeen(".batch .danger"))
        #expect(try await browser.count("input[name=row]:checked") == 25)
        #expect(try await browser.find(".chosen").text == "25 chosen")
        try await browser.find("tbody tr:nth-child(2) input[name=row]").click()
        #expect(try await browser.find(".chosen").text == "24 chosen")
        try await browser.find("input.choose-all").click()
        try await browser.find("input.choose-all").click()
        #expect(try await browser.count("input[name=row]:checked") == 0)
        #expect(try await !isSeen(".batch .danger"))
      }
    }

    @Test func `a row is found while its label is typed, by keyboard alone`() async throws {
      try await BrowserTests.run { browser, site in
        try await browser.open(site.address + "/table/book/row/1/edit")
        let field = try await browser.find("[role=combobox]")
        try await field.send("book 119")
        try await browser.wait("the rows that fit") {
          try await browser.count("[role=option]") == 1
        }
        #expect(try await field.attribute("aria-expanded") == "true")
        try await browser.type(Key.enter)
        #expect(try await browser.count("[role=option]:not([hidden] *)") == 0)
        try await browser.button("Save").click()
        try await browser.wait(heading: "Book 1")
        #expect(try await browser.text.contains("Book 119"))
      }
    }

    @Test func `a view of a list is kept by its name, in this browser`() async throws {
      try await BrowserTests.run { browser, site in
        try await browser.open(
          site.address + "/table/book?f.state=new&sort=-price&col=title&col=price")
        try await browser.find(".views summary").click()
        try await browser.find(".views input").send("Dear & new" + Key.enter)
        try await browser.open(site.address + "/table/book")
        try await browser.find(".views summary").click()
        try await browser.link("Dear & new").click()
        try await browser.wait("the view") { try await browser.count("thead th[scope=col]") == 2 }
        #expect(try await browser.count(".chips") == 1)
        try await browser.find(".views summary").click()
        try await browser.find(".views li button").click()
        #expect(try await browser.count(".views li") == 0)
        try await browser.open(site.address + "/table/shelf")
        #expect(try await browser.count(".views li") == 0)
      }
    }

    @Test
    func `no number is hidden: the table scrolls, its first column stays, its far edge fades`()
      async throws
    {
      try await BrowserTests.run { browser, site in
        try await browser.resize(width: 480, height: 700)
        try await browser.open(site.address + "/table/book")
        let covered: [Double] = try await browser.execute(
          """
          const frame = document.querySelector(".scroll");
          frame.scrollLeft = 200;
          const first = document.querySelector("tbody td.pick + td").getBoundingClientRect();
          const box = frame.getBoundingClientRect();
          const actions = document.querySelector("td.row-actions").getBoundingClientRect();
          return [first.left - box.left, actions.right - box.right,
            Number(getComputedStyle(frame).getPropertyValue("--more"))];
          """)
        #expect(covered[0] >= 0 && covered[0] < 3)
        #expect(covered[1] > 0)
        #expect(covered[2] == 1)
        let end: Double = try await browser.executeAsync(
          """
          const done = arguments[arguments.length - 1];
          const frame = document.querySelector(".scroll");
          frame.scrollLeft = 100000;
          requestAnimationFrame(() => requestAnimationFrame(() =>
            done(Number(getComputedStyle(frame).getPropertyValue("--more")))));
          """)
        #expect(end == 0)
      }
    }
  }
}
