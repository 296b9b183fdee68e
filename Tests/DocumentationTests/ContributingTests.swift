import LuaRules
import Testing

/// contributing.md: the code that it quotes and shows.
@Suite struct ContributingTests {
  // MARK: Quotations

  private static let quotations = MarkdownBlock.all(in: SourceGuide.contributing.file)
    .filter(\.isQuotation)

  @Test(arguments: quotations)
  func `code that is quoted is as it is in its file`(block: MarkdownBlock) throws {
    let mark = "// in "
    var quoted: [(file: String, code: String)] = []
    for line in block.text.split(separator: "\n") {
      if line.hasPrefix(mark) {
        quoted.append((String(line.dropFirst(mark.count)), ""))
      } else {
        quoted[quoted.count - 1].code += line.filter { !$0.isWhitespace }
      }
    }
    for (file, code) in quoted {
      #expect(!code.isEmpty)
      let isThere = SourceGuide.text(of: file).filter { !$0.isWhitespace }.contains(code)
      #expect(isThere, "\(code) in \(file)")
    }
  }

  @Test func `there is code that is quoted`() {
    #expect(Self.quotations.count >= 5)
  }

  // MARK: Examples

  @Test func `the check that is shown finds an unused local variable`() throws {
    let rules = "return {{ key = 'title', value = 'Todos' }}"
    #expect(try foundCodes(rules) == [])
    #expect(try foundCodes("local unused = 1 " + rules) == ["unused-local"])
  }

  @Test func `the type that is shown crosses the border both ways`() throws {
    let outside = try Celsius(luaValue: .number(18.5))
    var context = RuleContext(
      try RuleModel(
        text: "return {{ key = 'limit', value = function(c) return c.outside + 2 end }}"))
    context["outside"] = outside
    let limit = try context.value(at: "limit", as: Celsius.self)
    #expect(limit.degrees == 20.5)
    let one = try RuleContext(RuleModel(text: "return {{ key = 'limit', value = 1 }}"))
    #expect(try one.value(at: "limit", as: Celsius.self).degrees == 1)
  }

  @Test func `a schema knows the type that is shown`() throws {
    let usual = try Celsius(luaValue: .integer(20))
    let limit = RuleKey("limit", default: usual)
    let schema = RuleSchema(limit)
    #expect(schema.names == ["limit"])
    let error = try #require(throws: RuleError.self) {
      try RuleModel(text: "return {{ key = 'limit', value = 'hot' }}", schema: schema)
    }
    #expect(error.code == .wrongType)
  }
}
