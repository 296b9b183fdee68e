import Foundation
import Testing

@testable import LuaRules

/// What the guides tell rule authors, run.
@Suite struct GuideTests {
  /// The pages whose Lua has no tests of its own.
  private static let files =
    ["README.md"] + Guide.landingPages
    + Guide.files.filter { !([TestingRulesTests.page] + CheckingRulesTests.pages).contains($0) }
  static let guide = Guide.file("writing-rules")
  static let blocks = files.flatMap { MarkdownBlock.all(in: $0, of: "lua") }

  /// The modules that blocks show, by name.
  private static let shownModules = Dictionary(
    uniqueKeysWithValues: blocks.compactMap { block -> (String, String)? in
      guard let path = block.firstLine.wholeMatch(of: /-- lib\/(\w+)\.lua/) else { return nil }
      return (String(path.1), block.text)
    })

  /// What blocks may require: what they show, and the modules of this package.
  private static let modules = shownModules.merging(ModulesTests.modules) { shown, _ in shown }

  /// The functions that the blocks call.
  private static let host: HostFunctions = [
    "greeting": .function { (_: RuleContext) in "Hello" },
    "TaskFinishedView": .function { (_: RuleContext) in "finished" },
    "discounted": .function { (_: RuleContext) in 0 },
  ]

  private static func load(_ text: String) throws(RuleError) -> RuleModel {
    try RuleModel(sources: [RuleSource(text: text, name: "todo.lua", modules: modules)], host: host)
  }

  @Test func `there is Lua to try`() {
    #expect(Self.blocks.count > 15)
  }

  @Test(arguments: blocks)
  func `a block of Lua does what the page says`(block: MarkdownBlock) throws {
    switch block.firstLine {
    case "-- part of a rule file":
      _ = try Self.load("return {\n\(block.text)}")
    case "-- refused":
      let error = try #require(throws: RuleError.self) { try Self.load(block.text) }
      #expect(error.description + "\n" == Self.text(after: block))
    case "-- with host functions of its own": break  // run by BridgingTypesTests
    case "-- refused under the grant", "-- refused by acceptedRules": break  // run by GrantsTests
    case "-- host.lua":
      _ = try RuleModel(
        sources: [], host: Self.host, options: RuleOptions(hostStubs: RuleSource(text: block.text)))
    case let line where line.hasPrefix("-- refused when asked for "):
      let parts = try #require(line.wholeMatch(of: /-- refused when asked for (\w+), with (.*)/))
      var context = RuleContext(try Self.load(block.text))
      try context.setValues(json: String(parts.2))
      let error = try #require(throws: RuleError.self) { try context.json(at: String(parts.1)) }
      #expect(error.description + "\n" == Self.text(after: block))
    case let line where line.hasPrefix("-- lib/"):
      _ = try Self.load(
        "require \"\(try #require(Self.shownModules.first { $0.value == block.text }).key)\" return {}"
      )
    case let line where line.hasPrefix("-- given "):
      let parts = try #require(line.wholeMatch(of: /-- given (\{.*\}), answers (\{.*\})/))
      let model = try Self.load(block.text)
      var context = RuleContext(model)
      try context.setValues(json: String(parts.1))
      let answers = try model.assignedKeys.sorted().map { "\"\($0)\":\(try context.json(at: $0))" }
      #expect("{\(answers.joined(separator: ","))}" == parts.2)
    default:
      #expect(try Self.load(block.text).ruleCount > 0)
    }
  }

  /// The block of plain text that follows a block.
  private static func text(after block: MarkdownBlock) -> String? {
    MarkdownBlock.all(in: block.file).first { $0.line > block.line && $0.language == "text" }?.text
  }

  // MARK: Tables

  /// The rows `| code | number |` of a table with this heading.
  private static func rows(under heading: String) -> [(code: String, number: Int)] {
    let lines = Repository.text(of: guide).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { $0 != heading }.dropFirst(2).prefix { $0.hasPrefix("|") }
      .compactMap { line in
        guard let match = line.wholeMatch(of: /\| `(.*)` \| (\d+) \|/) else { return nil }
        return Int(match.2).map { (String(match.1), $0) }
      }
  }

  /// Returns whether a rule with the condition is asked before one that stands above it
  /// and has a given complexity.
  private static func outranks(_ code: String, complexity: Int) throws -> Bool {
    let model = try load(
      """
      local function isUrgent(todo) return todo.title == "a" and todo.priority == "low" end
      return {
        { key = "k", when = true, complexity = \(complexity), value = "rival" },
        { key = "k", when = \(code), value = "rule" },
      }
      """)
    // Each condition of the table holds in one of them.
    return try [true, false].contains { isDone in
      var context = RuleContext(model)
      try context.setValues(
        json: """
          { "a": 1, "b": 2, "d": 3, "done": \(isDone), "platform": "watch", "list": [1, 2, 3, 4],
            "todo": { "title": "a", "priority": "low", "tries": 3, "done": \(isDone) } }
          """)
      return try context.value(at: "k", as: String.self) == "rule"
    }
  }

  @Test func `conditions are counted as the table says`() throws {
    let rows = Self.rows(under: "| `when` | complexity |")
    #expect(rows.count > 10)
    for (code, number) in rows where !code.contains("no `when`") {
      #expect(try !Self.outranks(code, complexity: number), "\(code)")
      #expect(try Self.outranks(code, complexity: number - 1), "\(code)")
    }
  }

  @Test func `the names of priorities are those of the table`() {
    let text = Repository.text(of: Self.guide)
    for (name, priority) in Priority.names where name != "normal" && name != "default" {
      #expect(text.contains("| `\(name)` | \(priority.rawValue) |"))
    }
  }

  @Test(arguments: [
    "assert", "error", "ipairs", "next", "pairs", "print", "require", "select", "tonumber",
    "tostring", "type", "string", "table", "math", "utf8", "null", "host",
  ])
  func `what the guide names is available`(name: String) throws {
    #expect(Repository.text(of: Self.guide).contains("`\(name)`"))
    _ = try Self.load("local known = \(name) return {{ key = 'k', value = 1 }}")
  }

  @Test(arguments: [
    "io", "os", "debug", "package", "coroutine", "load", "loadfile", "dofile", "collectgarbage",
    "pcall", "xpcall", "getmetatable", "setmetatable", "rawget", "rawset", "rawequal", "rawlen",
    "warn", "_G", "math.random", "math.randomseed", "string.dump",
  ])
  func `what the guide excludes is not available`(name: String) throws {
    #expect(Repository.text(of: Self.guide).contains("`\(name)`"))
    let error = try #require(throws: RuleError.self) {
      try Self.load("local known = \(name) return {{ key = 'k', value = 1 }}")
    }
    #expect(error.code == .undefinedGlobal)
  }

  @Test func `every code of an error that rules cause is explained`() {
    let text = Repository.text(of: Self.guide)
    let codes: [RuleError.Code] = [
      .syntax, .noRules, .unknownField, .badRule, .badPriority, .badPattern, .noReturn,
      .undefinedGlobal, .unknownKey, .unknownMember, .unknownHostFunction, .wrongType,
      .wrongValue, .cycle, .frozen, .budget, .module, .notGranted,
    ]
    for code in codes { #expect(text.contains("`\(code.rawValue)`"), "\(code.rawValue)") }
  }
}
