#if Configuration
  import Configuration
  import LuaRules
  import LuaRulesConfiguration
  import Synchronization
  import Testing

  // The Swift of configuration.md; see ReadmeCode.swift.

  func reader(_ rules: LiveRuleModel, environment: [String: String]) -> ConfigReader {
    var context = RuleContext(rules)
    context["env"] = environment
    return ConfigReader(providers: [
      EnvironmentVariablesProvider(environmentVariables: environment),
      RuleConfigProvider(context),
    ])
  }

  func logLevel(_ config: ConfigReader) -> String {
    config.string(forKey: "log.level", default: "info")
  }

  extension RuleSchema {
    static let settings = RuleSchema(
      RuleKey("env", default: [String: String]()), RuleKey("upstream", default: String?.none),
      RuleKey("stage", default: "development"), RuleKey("logLevel", default: "info"),
      RuleKey("http.timeout", default: 10.0), RuleKey("limits.connections", default: 10),
      RuleKey("dbPassword", default: "", isSecret: true))
  }

  func timeout(_ config: ConfigReader, of upstream: String) -> Double {
    config.double(
      forKey: ConfigKey("http.timeout", context: ["upstream": .string(upstream)]), default: 10)
  }

  func follow(_ config: ConfigReader) async throws {
    try await config.watchString(forKey: "log.level", default: "info") { levels in
      for try await level in levels { print(level) }
    }
  }

  func limits(_ config: ConfigReader) -> (connections: Int, timeout: Double) {
    let now = config.snapshot()
    return (
      now.int(forKey: "limits.connections", default: 10),
      now.double(forKey: "http.timeout", default: 10)
    )
  }

  /// What the levels that `follow` prints go to.
  private let printed = Printed()

  private func print(_ level: String) { printed.level(level) }

  private final class Printed: Sendable {
    private let stream = AsyncStream.makeStream(of: String.self)

    func level(_ text: String) { stream.continuation.yield(text) }

    var levels: AsyncStream<String> { stream.stream }
  }

  /// What the guide to configuration shows, run.
  struct ConfigurationGuideTests {
    private static let page = Guide.file("configuration")
    private static let rules = MarkdownBlock.all(in: page, of: "lua").first?.text ?? ""
    private static let production = ["STAGE": "production", "WORKERS": "8"]

    private static func live() throws -> LiveRuleModel {
      try LiveRuleModel(sources: [RuleSource(text: rules, name: "settings.lua")], schema: .settings)
    }

    @Test func `a variable comes first, then the rules`() throws {
      let live = try Self.live()
      #expect(logLevel(reader(live, environment: [:])) == "debug")
      #expect(logLevel(reader(live, environment: Self.production)) == "notice")
      let said = Self.production.merging(["LOG_LEVEL": "error"]) { $1 }
      #expect(logLevel(reader(live, environment: said)) == "error")
    }

    @Test func `rules see the context of the key, and one another`() throws {
      let config = reader(try Self.live(), environment: Self.production)
      #expect(timeout(config, of: "reports") == 60)
      #expect(timeout(config, of: "search") == 5)
      #expect(limits(config) == (200, 5))
    }

    @Test func `a reader follows the rules`() async throws {
      let live = try Self.live()
      let config = reader(live, environment: [:])
      let following = Task { try await follow(config) }
      var levels = printed.levels.makeAsyncIterator()
      #expect(await levels.next() == "debug")
      let louder = Self.rules.replacing("\"debug\"", with: "\"trace\"")
      try live.replace(with: try RuleModel(text: louder, schema: .settings))
      #expect(await levels.next() == "trace")
      following.cancel()
      try await following.value
    }

    @Test func `a value of another type is told with its place`() throws {
      let provider = RuleConfigProvider(
        try RuleModel(
          text: "return {\n  { key = 'http.timeout', value = '60' },\n}", name: "settings.lua"))
      let error = try #require(throws: RuleError.self) {
        try provider.value(forKey: ["http", "timeout"], type: .double)
      }
      let shown = try #require(MarkdownBlock.all(in: Self.page, of: "text").first).text
      #expect("\(error)\n" == shown)
    }
  }
#endif
