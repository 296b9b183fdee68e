import LuaRules
import Testing

// The Swift of environments.md; see ReadmeCode.swift.

struct LanguageKey: DynamicEnvironmentKey { static let defaultValue = "en" }
struct GreetingKey: DynamicEnvironmentKey { static let defaultValue = "Hello" }
struct LogKey: DynamicEnvironmentKey { static let defaultValue = "main" }
struct AuditLogKey: DynamicEnvironmentKey { static let defaultValue = "audit" }

extension DynamicEnvironmentPaths {
  var language: String {
    get { self[dynamic: LanguageKey.self] }
    set { self[dynamic: LanguageKey.self] = newValue }
  }
  var greeting: String { self[dynamic: GreetingKey.self] }
  var log: String {
    get { self[dynamic: LogKey.self] }
    set { self[dynamic: LogKey.self] = newValue }
  }
  var auditLog: String {
    get { self[dynamic: AuditLogKey.self] }
    set { self[dynamic: AuditLogKey.self] = newValue }
  }
}

func greet() -> String {
  RuleContext.current.greeting
}

func greetings(_ model: RuleModel) async -> [String] {
  await withRuleContext(RuleContext(model)) {
    async let german = withRuleValue(\.language, "de") { greet() }
    let french = withRuleValue(\.language, "fr") { greet() }
    return [greet(), await german, french]
  }
}

struct Header {
  @DynamicEnvironment(\.greeting) var title: String
}

final class AppEnvironment: RuleEnvironment, @unchecked Sendable {
  @Derived var settings: PageEnvironment
  @Derived(aliases: { $0.aliasing(\.log, to: \.auditLog) }) var payments: PageEnvironment
}

final class PageEnvironment: RuleEnvironment, @unchecked Sendable {
  @DynamicEnvironment(\.greeting) var title: String
}

func titles(_ model: RuleModel) -> [String] {
  let app = AppEnvironment(model)
  app.language = "de"
  let inherited = app.settings.title
  app.settings.language = "fr"
  app.language = "en"
  return [inherited, app.settings.title, app.payments.title]  // Guten Tag, Bonjour, Hello
}

func follow(_ page: PageEnvironment) async {
  for await (greeting, language) in page.values(of: \.greeting, \.language) {
    print(greeting, language)
  }
}

/// What the guide to environments shows, run.
@Suite struct EnvironmentsTests {
  private static func model() throws -> RuleModel {
    let block = MarkdownBlock.all(in: Guide.file("environments"), of: "lua").first
    return try RuleModel(text: try #require(block).text)
  }

  @Test func `the current context is that of the body that runs`() async throws {
    #expect(await greetings(try Self.model()) == ["Hello", "Guten Tag", "Bonjour"])
    #expect(greet() == "Hello")
    let title = withRuleContext(RuleContext(try Self.model()).with(\.language, "fr")) {
      Header().title
    }
    #expect(title == "Bonjour")
  }

  @Test func `a node inherits until it has a value of its own`() throws {
    #expect(titles(try Self.model()) == ["Guten Tag", "Bonjour", "Hello"])
  }

  @Test func `the loops over values end with their tasks`() async throws {
    let page = PageEnvironment(try Self.model())
    let live = try LiveRuleModel(sources: [RuleSource(text: "return {}")])
    async let following: Void = follow(live, in: RuleContext(live))
    live.stop()
    await following
    let task = Task { await follow(page) }
    task.cancel()
    await task.value
  }

  @Test func `an alias is one value under two names`() throws {
    let app = AppEnvironment()
    app.payments[\.log] = "ledger"
    #expect(app.payments[\.auditLog] == "ledger")
    #expect(app[\.log] == "main" && app[\.auditLog] == "audit")
  }
}
