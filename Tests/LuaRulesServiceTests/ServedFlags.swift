#if Service
  import LuaRules

  @testable import LuaRulesService

  /// The rules that the tests serve.
  enum ServedFlags {
    static let rules = """
      return {
        { key = "flag", value = true },
        { key = "color", name = "urgent", when = { todo = { priority = "high" } }, value = "red" },
        { key = "color", value = "black" },
        { key = "count", value = 3 },
        { key = "whole", value = 2 },
        { key = "config", value = { a = { 1, 2 } } },
        { key = "none", value = null },
        { key = "greeting", value = function(c) return "hello " .. c.targetingKey end },
        { key = "missing", value = function(c) return c.platform end },
        { key = "broken", value = function(c) return {} .. "" end },
        { key = "endless", value = function(c) while true do end end },
        { key = "person.status", value = "busy" },
        { key = "two words", value = "yes" },
        { key = "token", value = "t-1" },
        { key = "account", value = { name = "a", pin = "1234" } },
      }
      """

    static let schema = """
      {
        "properties": {
          "todo": {
            "type": "object", "additionalProperties": false,
            "properties": {
              "priority": { "type": "string", "enum": ["low", "high"] },
              "pin": { "type": "string", "writeOnly": true }
            }
          },
          "flag": { "type": "boolean" },
          "color": { "type": "string", "default": "gray" },
          "size": { "type": "integer", "default": 4 },
          "unused": { "type": "string" },
          "whole": { "type": "number" },
          "platform": { "type": "string" },
          "token": { "type": "string", "writeOnly": true },
          "password": { "type": "string", "writeOnly": true },
          "account": {
            "type": "object",
            "properties": {
              "name": { "type": "string" }, "pin": { "type": "string", "writeOnly": true }
            }
          }
        }
      }
      """

    /// A live model of rules.
    static func live(
      _ text: String = rules, schema: String = schema, initialModel: RuleModel? = nil
    ) throws -> LiveRuleModel {
      var options = RuleOptions(unusedKeys: .warn)
      options.budget.instructions = 100_000
      options.suspension = .never
      return try LiveRuleModel(
        sources: [RuleSource(text: text, name: "flags.lua")],
        schema: try RuleSchema(json: schema), initialModel: initialModel, options: options,
        live: .silent)
    }

    /// A service of rules.
    static func service(
      _ text: String = rules, schema: String = schema,
      _ change: (inout RuleServiceOptions) -> Void = { _ in }
    ) throws -> RuleService {
      var options = RuleServiceOptions()
      change(&options)
      return RuleService(try live(text, schema: schema), options: options)
    }
  }

  extension LiveRuleOptions {
    /// Without a logger that prints.
    static var silent: LiveRuleOptions {
      var options = LiveRuleOptions()
      options.logger.logLevel = .critical
      return options
    }
  }

  extension ServiceAnswer {
    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
  }
#endif
