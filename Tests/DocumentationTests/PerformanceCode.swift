import LuaRules
import Testing

// The Swift of performance.md; see ReadmeCode.swift.

func remembered(_ rules: LiveRuleModel, _ todo: Todo) -> RuleContext {
  RuleContext(rules).with(\.todo, todo).memoized()
}

/// What the guide to performance says needs Lua, and what does not.
@Suite struct PerformanceTests {
  /// The code of the table of what needs no Lua.
  private static let native = Repository.text(of: Guide.file("performance"))
    .split(separator: "\n", omittingEmptySubsequences: false)
    .drop { $0 != "| needs no Lua | |" }.dropFirst(2).prefix { $0.hasPrefix("|") }
    .flatMap { $0.split(separator: "|")[1].matches(of: /`([^`]+)`/).map { String($0.1) } }

  /// Loads a rule that has the code, where no Lua is accepted.
  private static func load(_ code: String) throws(RuleError) {
    let rule =
      switch true {
      case code.hasPrefix("when"): "\(code), value = 1"
      case code.hasPrefix("value"): code
      case code.hasPrefix("if"): "value = function(c) \(code) end"
      default: "value = function(c) return \(code) end"
      }
    _ = try RuleModel(
      sources: [
        RuleSource(
          text: """
            local colors = { low = "gray", high = "red" }
            local function isUrgent(todo) return todo.priority == "high" and todo.tries > 3 end
            return { { key = "k", \(rule) } }
            """, accept: .luaFree)
      ], host: ["card": .function { (_: RuleContext) in 1 }])
  }

  @Test(arguments: native)
  func `what needs no Lua is accepted without`(code: String) throws {
    try Self.load(code)
  }

  @Test(arguments: [
    "c.title:upper()", "math.max(c.a, c.b)", "{ c.a }", "host.card(c)",
    "(function() for i = 1, c.a do end return 1 end)()",
  ])
  func `what needs Lua is refused without`(code: String) throws {
    let error = try #require(throws: RuleError.self) { try Self.load(code) }
    #expect(error.code == .needsLua)
  }

  @Test func `there is something to try`() {
    #expect(Self.native.count >= 9)
  }
}
