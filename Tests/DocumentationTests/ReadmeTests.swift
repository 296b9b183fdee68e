import Foundation
import LuaRules
import Testing

/// What the README shows, run.
@Suite struct ReadmeTests {
  private static let rules = MarkdownBlock.all(in: "README.md", of: "lua").first?.text ?? ""

  /// The text that follows the first block of Swift, and that which shows an error.
  private static let texts = MarkdownBlock.all(in: "README.md", of: "text").map(\.text)

  private static func model() throws -> RuleModel {
    try RuleModel(text: rules, name: "todo.lua", schema: .app)
  }

  @Test func `the first page does what it says`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.rules.write(to: folder.appending(path: "todo.lua"), atomically: true, encoding: .utf8)
    var printed = ""
    func print(_ items: Any...) {
      printed += items.map { "\($0)" }.joined(separator: " ") + "\n"
    }

    var context = RuleContext(try RuleModel(contentsOf: folder))
    context.todo = Todo(title: "Buy beer", priority: "low")
    print(context.fancyColor, try context.value(at: "navigationBarTitle", as: String.self))

    #expect(printed == Self.texts.first)
  }

  @Test func `the first page fits on a screen, and the whole on a few`() {
    let blocks = MarkdownBlock.all(in: "README.md")
    let output = blocks.first { $0.language == "text" }
    #expect((output?.line ?? 100) + 2 <= 41)
    #expect(
      Repository.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false)
        .count <= 150)
  }

  @Test func `the folders that are named exist`() throws {
    let page = Repository.text(of: Guide.file("architecture"))
    let section = try #require(page.components(separatedBy: "## Where things are\n").last)
    let map = try #require(section.components(separatedBy: "\n## ").first)
    let names = map.matches(of: /`([\w\/]+)`/).map { String($0.1) }
    let stages = names.filter { $0.first?.isUppercase == true && !$0.contains("/") }
    #expect(stages.count >= 8)
    for name in stages where name != "Benchmarks" {
      #expect(Repository.exists("Sources/LuaRules/\(name)"), "\(name)")
    }
    for name in names where name.hasPrefix("Sources/") {
      #expect(Repository.exists(name), "\(name)")
    }
  }

  @Test func `all ways of asking give the same`() throws {
    var context = RuleContext(try Self.model())
    context.todo = Todo(title: "Buy beer", priority: "high")
    #expect(try ask(context) == [.red, .red, .red, .red])
  }

  @Test func `members are those that the object lists`() throws {
    let rules = """
      return {{ key = "fancyColor", when = function(c) return c.todo.isUrgent end, value = "red" }}
      """
    var context = RuleContext(try RuleModel(text: rules))
    context.todo = Todo(title: "Buy beer", priority: "high")
    #expect(try context.value(for: \.fancyColor) == .red)
  }

  @Test func `host functions are called`() throws {
    let host: HostFunctions = [
      "greeting": .function { (c: RuleContext) in "Hello \(c.todo?.title ?? "you")" },
      "discounted": .function { (price: Int, percent: Int) in price * (100 - percent) / 100 },
    ]
    let block = try #require(
      MarkdownBlock.all(in: Guide.file("getting-started"), of: "lua")
        .first { $0.text.contains("host.greeting") })
    let context = RuleContext(try RuleModel(text: block.text, host: host))
    #expect(try context.value(at: "title", as: String.self) == "Hello you")
    #expect(try context.value(at: "price", as: Int.self) == 170)
  }

  @Test func `a wrong constant is told with its place`() throws {
    let rules = "return {\n{ key = \"fancyColor\", value = \"grey\" } }"
    let error = try #require(throws: RuleError.self) {
      try RuleModel(text: rules, name: "todo.lua", schema: .app)
    }
    #expect(error.description + "\n" == Self.texts.last)
  }

  @Test func `an environment answers for what is below it`() throws {
    #expect(colors(try Self.model(), Todo(title: "Tea", priority: "high")) == [.red, .red])
  }

  @Test func `a fallback answers for the rest`() throws {
    let ours = try RuleModel(text: "return {{ key = 'fancyColor', value = 'gray' }}")
    let context = RuleContext(withDefaults(try RuleModel(text: "return {}"), ours))
    #expect(context.fancyColor == .gray)
  }

  @Test func `a budget ends a loop`() throws {
    let model = try careful(
      "return {{ key = 'k', value = function(c) while true do end return 1 end }}")
    let error = try #require(throws: RuleError.self) {
      try RuleContext(model).value(at: "k", as: Int.self)
    }
    #expect(error.code == .budget)
  }

  @Test func `an exported schema says what rules may name`() throws {
    let schema = try RuleSchema(json: RuleSchema.app.json())
    #expect(schema.names == ["fancyColor", "todo"])
  }
}
