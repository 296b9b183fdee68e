import Testing

@testable import DirectToWeb

@Suite struct ShownValueTests {
  private static func attribute(_ declaration: String) async throws -> Attribute {
    let file = try TemporaryDatabase("CREATE TABLE t (\(declaration))").open()
    let model = Model(try await file.read { try Schema($0) })
    return try #require(model.entities.first?.attributes.first)
  }

  @Test(arguments: [
    ("price REAL", Value.real(12), "12"), ("price REAL", .real(0.1), "0.1"),
    ("price REAL", .real(-1e300), "-1e+300"), ("price REAL", .real(.infinity), "inf"),
    ("n INTEGER", .integer(.min), "-9223372036854775808"), ("n INTEGER", .text("abc"), "abc"),
    ("done BOOLEAN", .integer(1), "Yes"), ("done BOOLEAN", .integer(0), "No"),
    ("done BOOLEAN", .integer(2), "2"), ("done BOOLEAN", .text("true"), "true"),
    ("data BLOB", .blob([1, 2]), "2 bytes"), ("data BLOB", .blob([1]), "1 byte"),
    ("name TEXT", .malformedText([0x61, 0xFF]), "a\u{FFFD}"), ("name TEXT", .text(""), ""),
  ])
  func `what is stored is shown, whatever the type is`(
    declaration: String, value: Value, text: String
  ) async throws {
    let attribute = try await Self.attribute(declaration)
    #expect(ShownValue(value, of: attribute, limit: 100).text == text)
  }

  @Test func `a long text is cut between code points`() async throws {
    let attribute = try await Self.attribute("name TEXT")
    let text = String(repeating: "e\u{301}", count: 10)
    #expect(ShownValue(.text(text), of: attribute, limit: 20).text == text)
    #expect(ShownValue(.text(text), of: attribute, limit: 3).text.unicodeScalars.count == 4)
  }

  @Test(arguments: [
    ("website", "https://example.org/a?b=c", "https://example.org/a?b=c"),
    ("website", "HTTP://example.org", "HTTP://example.org"),
    ("website", "javascript:alert(1)", nil),
    ("website", " javascript:alert(1)", nil), ("website", "java\nscript:alert(1)", nil),
    ("website", "data:text/html,x", nil), ("website", "//example.org", nil),
    ("email", "ada@example.org", "mailto:ada@example.org"),
    ("email", "ada@example.org?cc=b@c", nil),
    ("email", "a@b@c", nil), ("email", "javascript:x@y", nil), ("name", "https://example.org", nil),
  ])
  func `only web and mail addresses are links`(name: String, text: String, link: String?)
    async throws
  {
    let attribute = try await Self.attribute("\(name) TEXT")
    #expect(ShownValue(.text(text), of: attribute, limit: 100).link == link)
  }

  @Test(arguments: [
    ("%.2f €", Value.integer(3), "3.00 €"), ("%.2f €", .real(2.345), "2.35 €"),
    ("%d min", .integer(90), "90 min"), ("%d", .real(2.6), "3"),
    ("100 %% of %s", .text("x"), "100 % of x"),
    ("%f", .real(1), "1.000000"), ("%.0f", .real(0.5), "0"),
  ])
  func `a pattern makes a text`(pattern: String, value: Value, text: String) {
    #expect(FormatPattern(pattern)?.text(of: value) == text)
  }

  @Test(arguments: ["", "x", "%", "%x", "%n", "%s %s", "%.s", "%.99f", "%5d", "%1$s", "%@", "%.f"])
  func `other patterns are refused`(pattern: String) {
    #expect(FormatPattern(pattern) == nil)
  }

  @Test func `a pattern for numbers leaves texts alone`() {
    #expect(FormatPattern("%.2f")?.text(of: .text("x")) == nil)
    #expect(FormatPattern("%d")?.text(of: .null) == nil)
  }
}
