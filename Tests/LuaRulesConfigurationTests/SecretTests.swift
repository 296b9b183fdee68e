#if Configuration
  import Configuration
  import LuaRules
  import LuaRulesConfiguration
  import Testing

  /// What is secret for rules is secret for readers.
  struct SecretTests {
    private static let schema = RuleSchema(
      RuleKey("db.password", default: "", isSecret: true),
      RuleKey("token", default: "", isSecret: true), RuleKey("level", default: "info"))

    private static let rules = """
      { key = "db.password", value = "open sesame" },
      { key = "token", value = function(c) return "t-" .. c.level end },
      { key = "dbUrl", value = function(c) return "postgres://ada:" .. c.db.password .. "@db" end },
      { key = "words", value = function(c) return { "a", c.db.password } end },
      { key = "level", value = "debug" },
      """

    @Test(
      arguments: [
        ("db.password", ConfigType.string, true), ("token", .string, true),
        ("level", .string, false),
        // The text of a secret makes a text secret.
        ("db.url", .string, true), ("words", .stringArray, true), ("db.url", .bytes, true),
      ])
    func `a value knows whether it is secret`(
      key: String, type: ConfigType, isSecret: Bool
    ) throws {
      let provider = try RuleConfigProvider(rules: Self.rules, schema: Self.schema)
      let value = try #require(try provider.ask(key, type).value)
      #expect(value.isSecret == isSecret)
      #expect("\(value)".contains("sesame") == false)
      #expect(try provider.snapshot().ask(key, type).value == value)
    }

    @Test func `members of a secret, and what was set as one, are secret`() throws {
      let provider = try RuleConfigProvider(rules: "") { context in
        context[dynamic: RuleKey("login", default: [String: String](), isSecret: true)] = [
          "name": "ada"
        ]
      }
      #expect(try provider.ask("login.name", .string).value?.isSecret == true)
    }

    @Test func `an error does not tell a secret`() throws {
      let provider = try RuleConfigProvider(rules: Self.rules, schema: Self.schema)
      #expect(
        provider.outcome("db.password", .int)
          == .error(
            "app.lua:1: error: rule for `db.password` gives •••; expected an integer [wrong-type]"))
      let url = try #require(throws: RuleError.self) { try provider.ask("db.url", .int) }
      #expect(!"\(url)".contains("sesame"))
      #expect(!"\(provider)".contains("sesame"))
    }
  }
#endif
