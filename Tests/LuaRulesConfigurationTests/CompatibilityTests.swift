#if Configuration
  import ConfigurationTesting
  import LuaRules
  import LuaRulesConfiguration
  import Testing

  /// What swift-configuration asks of every provider.
  struct CompatibilityTests {
    /// How the rules name the keys that are asked.
    enum Naming: CaseIterable {
      case paths, camelCase, members
    }

    private static let values = [
      ("string", "'Hello'", "'Other Hello'"), ("int", "42", "24"), ("double", "3.14", "2.72"),
      ("bool", "true", "false"), ("bytes", "'magic'", "'magic2'"),
      ("stringy.array", "{ 'Hello', 'World' }", "{ 'Hello', 'Swift' }"),
      ("inty.array", "{ 42, 24 }", "{ 16, 32 }"),
      ("doubly.array", "{ 3.14, 2.72 }", "{ 0.9, 1.8 }"),
      ("booly.array", "{ true, false }", "{ false, true, true }"),
      ("byteChunky.array", "{ 'magic', 'magic2' }", "{ 'magic', 'magic2', 'magic' }"),
    ]

    /// The rules for the values of the test.
    private static func rules(_ naming: Naming) -> String {
      func rule(_ key: String, _ value: String) -> String {
        "{ key = '\(key)', value = \(value) },\n"
      }
      func camelCase(_ path: String) -> String {
        let words = path.split(separator: ".")
        return words[0]
          + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      }
      var text = ""
      var members = ""
      for (key, value, other) in values {
        switch naming {
        case .paths: text += rule(key, value) + rule("other.\(key)", other)
        case .camelCase:
          text += rule(camelCase(key), value) + rule(camelCase("other.\(key)"), other)
        case .members:
          let path = key.split(separator: ".")
          func nested(_ value: String) -> String {
            path.count == 2 ? "{ array = \(value) }" : value
          }
          text += rule(String(path[0]), "function() return \(nested(value)) end")
          members += "\(path[0]) = \(nested(other)), "
        }
      }
      return "return {\n\(text)\(members.isEmpty ? "" : rule("other", "{ \(members) }"))}"
    }

    @Test(arguments: Naming.allCases)
    func `a model is a provider`(naming: Naming) async throws {
      let model = try RuleModel(text: Self.rules(naming))
      try await ProviderCompatTest(provider: RuleConfigProvider(model)).runTest()
    }

    @Test(arguments: Naming.allCases)
    func `a live model is a provider`(naming: Naming) async throws {
      let live = try LiveRuleModel(sources: [RuleSource(text: Self.rules(naming))])
      try await ProviderCompatTest(provider: RuleConfigProvider(live)).runTest()
    }
  }
#endif
