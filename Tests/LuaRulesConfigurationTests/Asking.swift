#if Configuration
  import Configuration
  import LuaRules
  import LuaRulesConfiguration

  extension RuleConfigProvider {
    /// Creates a provider of rules from the text of a list.
    init(
      rules: String, schema: RuleSchema = RuleSchema(), answersDefaults: Bool = false,
      set: (inout RuleContext) -> Void = { _ in }
    ) throws {
      // Nothing that a reader asks for is declared.
      let model = try RuleModel(
        text: "return { \(rules) }", name: "app.lua", schema: schema,
        options: RuleOptions(unusedKeys: .allow))
      var context = RuleContext(model)
      // What is reported is thrown, too.
      context.onError = { _ in }
      set(&context)
      self.init(context, answersDefaults: answersDefaults)
    }
  }

  extension ConfigSnapshot {
    /// Asks for a value by the text of its key.
    func ask(
      _ key: String, _ type: ConfigType, context: [String: ConfigContextValue] = [:]
    ) throws -> LookupResult {
      try value(forKey: AbsoluteConfigKey(ConfigKey(key, context: context)), type: type)
    }
  }

  extension ConfigProvider {
    /// Asks for a value by the text of its key.
    func ask(
      _ key: String, _ type: ConfigType, context: [String: ConfigContextValue] = [:]
    ) throws -> LookupResult {
      try value(forKey: AbsoluteConfigKey(ConfigKey(key, context: context)), type: type)
    }

    /// The content of a value, or the text of the error.
    func outcome(
      _ key: String, _ type: ConfigType, context: [String: ConfigContextValue] = [:]
    ) -> Outcome {
      do {
        return .content(try ask(key, type, context: context).value?.content)
      } catch {
        return .error("\(error)")
      }
    }
  }

  /// What a question ended with.
  enum Outcome: Equatable, Sendable {
    case content(ConfigContent?)
    case error(String)
  }
#endif
