import Testing

extension BrowserTests {
  @Suite struct SignInTests {
    @Test func `a user signs in, sees the page that was asked for, and signs out`() async throws {
      try await BrowserTests.run(password: "secret 1", ignoring: ["status of 401"]) {
        browser, site in
        try await browser.open(site.address + "/table/book/row/3")
        try await browser.field("Name").send("ann")
        try await browser.field("Password").send("wrong")
        try await browser.button("Sign in").click()
        let problems = try await browser.find("#problems")
        #expect(try await problems.text.contains("Name and password do not belong together"))
        #expect(try await browser.active.attribute("id") == "problems")

        try await browser.field("Name").fill("ann")
        try await browser.field("Password").send("secret 1")
        try await browser.type(Key.enter)
        try await browser.wait(heading: "Book 3")

        try await browser.button("Sign out").click()
        _ = try await browser.find("#password")
        try await browser.open(site.address + "/table/book/row/3")
        _ = try await browser.find("#password")
        #expect(try await !browser.text.contains("Book 3"))
      }
    }
  }
}
