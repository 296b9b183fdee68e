public import LuaRules

/// A support desk as a program has it: live models and contexts in globals of a module.
public enum Desk {
  private static let rules = """
    return {
      { key = "queue", when = { ticket = { urgency = "high" } }, value = "urgent" },
      { key = "queue", when = { customer = { plan = "gold" } }, value = "gold" },
      { key = "queue", value = "normal" },
      { key = "subject", value = function(c) return c.ticket.title end },
      { key = "fee", value = function(c) return c.ticket.price * 2 end },
      { key = "notes", when = { ticket = { urgency = "high" } }, value = "call back" },
      { key = "notes", when = function(c) return c.customer.plan == "gold" end, value = "be kind" },
      { key = "notes", when = { customer = { plan = "none" } }, value = "sell a plan" },
      { key = "greeting", value = function(c) return "Dear " .. c.customer.name:upper() end },
      { key = "reply", value = function(c) return "Re: " .. c.ticket.title:upper() end },
    }
    """
  private static let rulesWithPathKey = rules.replacing(
    "return {", with: "return { { key = \"help.page\", value = \"/help\" },")
  private static let lower = """
    return {
      { key = "queue", value = "other" },
      { key = "footer", value = "Yours, Support" },
    }
    """

  private static let schema = RuleSchema(
    \.ticket, \.customer, \.queue, \.subject, \.fee, \.notes, \.greeting, \.footer, \.reply)
  private static let schemaWithSecrets = RuleSchema(
    \.ticket, \.customer, \.agent, \.queue, \.subject, \.fee, \.notes, \.greeting, \.footer, \.reply
  )

  private static func live(_ text: String, _ schema: RuleSchema) -> LiveRuleModel {
    do {
      return try LiveRuleModel(
        sources: [RuleSource(text: text, name: "desk.lua")], schema: schema)
    } catch {
      fatalError("\(error)")
    }
  }

  private static func context(_ model: RuleModel, agent: Agent? = nil) -> RuleContext {
    var context = RuleContext(model)
    context.ticket = .printer
    context.customer = .acme
    if let agent { context.agent = agent }
    return context
  }

  /// The rules alone.
  public static let model = live(rules, schema).model
  /// The rules, with a model that is asked where they have no answer.
  public static let modelWithFallback = model.fallback(live(lower, schema))
  /// The rules, with a secret in the schema.
  public static let modelWithSecret = live(rules, schemaWithSecrets).model
  /// The rules with both.
  public static let modelWithBoth = modelWithSecret.fallback(live(lower, schemaWithSecrets))

  /// The rules, with a path as a key that nothing else reads.
  public static let modelWithPathKey = live(rulesWithPathKey, schema).model
  /// The same, with a model that is asked where they have no answer.
  public static let modelWithPathKeyAndFallback = modelWithPathKey.fallback(live(lower, schema))

  /// A context of the rules alone.
  public static let context = context(model)
  /// The same, which remembers its answers.
  public static let memoized = context(model).memoized()
  /// A context with a fallback.
  public static let contextWithFallback = context(modelWithFallback)
  /// A context with a path as a key.
  public static let contextWithPathKey = context(modelWithPathKey)
  /// A context as a page has it that asks about one row after the other.
  public static let page = context(modelWithPathKeyAndFallback).memoized()
  /// A context with a secret.
  public static let contextWithSecret = context(modelWithSecret, agent: .ann)
  /// A context with both.
  public static let contextWithBoth = context(modelWithBoth, agent: .ann)
  /// The same, which remembers its answers.
  public static let memoizedWithBoth = context(modelWithBoth, agent: .ann).memoized()
}
