import LuaRules
import Testing

/// development.md: what it says of files, functions and folders is so.
@Suite struct DevelopmentTests {
  private static let page = Guide.file("development")

  /// The lines outside of code blocks, each with the code in it.
  private static let lines: [(text: String, code: [String])] = {
    var isBlock = false
    return Repository.text(of: page).split(separator: "\n").compactMap { line in
      if line.hasPrefix("```") { isBlock.toggle() }
      return isBlock ? nil : (String(line), line.matches(of: /`([^`]+)`/).map { String($0.1) })
    }
  }()

  /// Where paths of the page may begin, the folders of the engine included.
  private static let roots = ["", "Sources/", "Sources/LuaRules/"]

  /// The path that some code is, or begins with.
  private static func path(_ code: String) -> String? {
    let word = String(code.prefix { $0 != " " })
    return word.wholeMatch(of: /[\w.+\-]+(\/[\w.+\-]+)+/) == nil ? nil : word
  }

  private static func text(of path: String) -> String {
    roots.map { Repository.text(of: $0 + path) }.first { !$0.isEmpty } ?? ""
  }

  // MARK: Files

  static let paths = Set(lines.flatMap { $0.code }.compactMap(path)).sorted()

  @Test func `there are files to look for`() {
    #expect(Self.paths.count > 100)
  }

  @Test(arguments: paths)
  func `a file that is named exists`(path: String) {
    #expect(Self.roots.contains { Repository.exists($0 + path) })
  }

  /// A function that a line names behind a file.
  struct Mention: Sendable, CustomTestStringConvertible {
    let file: String
    let function: String
    var testDescription: String { "\(function) in \(file)" }
  }

  static let mentions = lines.flatMap { line in
    var file: String?
    return line.code.compactMap { code -> Mention? in
      if let path = path(code) {
        file = path
        return nil
      }
      let isFunction = code.wholeMatch(of: /\w+\([\w:]*\)|lrs_\w+/) != nil
      return isFunction ? file.map { Mention(file: $0, function: code) } : nil
    }
  }

  @Test func `there are functions to look for`() {
    #expect(Self.mentions.count > 50)
  }

  @Test(arguments: mentions)
  func `a function that is named is in the file before it`(mention: Mention) throws {
    let text = Self.text(of: mention.file)
    let parts = mention.function.split(separator: "(")
    let name = try #require(parts.first)
    let isKeyword = name == "init" || name == "subscript"
    let start = mention.file.hasSuffix(".c") || isKeyword ? String(name) : "func \(name)"
    let isThere = ["(", "<"].contains { text.contains(start + $0) }
    #expect(isThere)
    for label in (parts.dropFirst().first ?? "").split(separator: ":") where label != ")" {
      let isLabel = label == "_" || [":", " "].contains { text.contains(label + $0) }
      #expect(isLabel, "\(label)")
    }
  }

  // MARK: Quotations

  private static let quotations = MarkdownBlock.all(in: page).filter(\.isQuotation)

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
      let isThere = Self.text(of: file).filter { !$0.isWhitespace }.contains(code)
      #expect(isThere, "\(code) in \(file)")
    }
  }

  @Test func `there is code that is quoted`() {
    #expect(Self.quotations.count >= 5)
  }

  // MARK: Layers

  private static let layers = Repository.text(of: "scripts/layers").split(separator: "\n")

  /// The code in the first column of a table, by row.
  private static func firstColumn(under heading: String) -> [[String]] {
    lines.drop { $0.text != heading }.dropFirst(2).prefix { $0.text.hasPrefix("|") }.map { line in
      let cell = line.text.dropFirst().prefix { $0 != "|" }
      return cell.matches(of: /`([^`]+)`/).map { String($0.1) }
    }
  }

  @Test func `the folders are those that the layers declare, in their order`() {
    let declared = Self.layers.filter { $0.hasPrefix("  ") }
      .map { $0.split(separator: " ").map(String.init) }
    #expect(declared.count > 10)
    #expect(Self.firstColumn(under: "| folder | holds |") == declared)
  }

  @Test func `the targets are those that the layers declare, and Lua`() {
    let declared = Self.layers.filter { $0.hasPrefix("target ") }
      .compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
    #expect(declared.count > 10)
    let told = Self.firstColumn(under: "| target | is |").flatMap(\.self)
    #expect(told.sorted() == (declared + ["CLua54"]).sorted())
  }

  // MARK: Examples

  /// The rule of a journey: the code on the page that begins with a text.
  private static func rule(beginning start: String) throws -> String {
    let code = try #require(lines.flatMap { $0.code }.first { $0.hasPrefix(start) })
    return "return {{ key = 'fancyColor', \(code) }}"
  }

  private func color(_ rule: String) throws -> Color {
    var context = RuleContext(try RuleModel(text: rule))
    context.todo = Todo(title: "Buy beer", priority: "low")
    return try context.value(for: \.fancyColor)
  }

  @Test func `the rules of the journeys go the ways that are told`() throws {
    let planned = try Self.rule(beginning: "when = { todo")
    let byLua = try Self.rule(beginning: "value = function(c) return c.todo")
    _ = try RuleModel(sources: [RuleSource(text: planned, accept: .nativeOnly)])
    let error = try #require(throws: RuleError.self) {
      try RuleModel(sources: [RuleSource(text: byLua, accept: .nativeOnly)])
    }
    #expect(error.code == .needsLua)
    #expect(try color(planned) == .gray)
    #expect(try color(byLua) == .gray)
  }

  @Test func `the check that is shown finds what it is said to find`() throws {
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
