import Testing

/// Two windows that change the same row.
enum Conflict {
  /// Makes the page that asks which of two titles of the second book stays: `Theirs` or `Mine`.
  static func make(_ browser: Browser, _ site: TestSite) async throws {
    let edit = site.address + "/table/book/row/2/edit"
    let mine = try await browser.window
    try await browser.open(edit)
    try await browser.field("Title").fill("Mine")
    let theirs = try await browser.newTab()
    try await browser.show(theirs)
    try await browser.open(edit)
    try await browser.field("Title").fill("Theirs")
    try await browser.button("Save").click()
    try await browser.wait(heading: "Theirs")
    try await browser.show(mine)
    try await browser.button("Save").click()
    _ = try await browser.find("input[type=radio][value=yours]")
  }
}

extension BrowserTests {
  @Suite struct ConflictTests {
    @Test(arguments: ["theirs", "yours"])
    func `who saves second chooses which value stays`(choice: String) async throws {
      try await BrowserTests.run(ignoring: ["status of 409"]) { browser, site in
        try await Conflict.make(browser, site)
        #expect(try await browser.text.contains("after this form was opened"))
        try await browser.find("input[type=radio][value=\(choice)]").click()
        try await browser.button("Save").click()
        try await browser.wait(heading: choice == "yours" ? "Mine" : "Theirs")
      }
    }
  }
}
