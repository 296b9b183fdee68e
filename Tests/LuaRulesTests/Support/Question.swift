import LuaRules

/// Rules, a context and a key: a line of a table of cases.
struct Question: Sendable, CustomStringConvertible {
  var description: String
  var rules: String
  var context = "{}"
  var key = "answer"
  var schema: RuleSchema?
  /// The answer as JSON, or the whole error text.
  var expected: String

  /// Creates a case; the expected text is JSON, or an error as its reader sees it.
  init(
    _ description: String, _ rules: String, with context: String = "{}", key: String = "answer",
    schema: RuleSchema? = nil, gives expected: String
  ) {
    self.description = description
    self.rules = rules
    self.context = context
    self.key = key
    self.schema = schema
    self.expected = expected
  }

  /// What comes out: JSON, or an error text.
  var outcome: String {
    do {
      var context = RuleContext(try RuleModel(text: rules, schema: schema ?? RuleSchema()))
      try context.setValues(json: self.context)
      return try context.json(at: key)
    } catch {
      return "\(error)"
    }
  }
}

/// The JSON of an answer, or the text of its error.
func outcome(_ key: String = "answer", in context: RuleContext) -> String {
  do {
    return try context.json(at: key)
  } catch {
    return "\(error)"
  }
}

/// The text of the error that loading ends with, or how many rules there are.
func loading(
  _ rules: String, name: String = "rules.lua", schema: RuleSchema = RuleSchema(),
  host: HostFunctions = [:]
) -> String {
  do {
    var budget = Budget.loading
    budget.time = budget.time.map { $0 * slowdown }
    let model = try RuleModel(
      sources: [RuleSource(text: rules, name: name)], schema: schema, host: host,
      options: RuleOptions(loadingBudget: budget))
    return "\(model.ruleCount) rules"
  } catch {
    return "\(error)"
  }
}

/// A model of the rules between the braces of `return { … }`.
func model(
  _ rules: String, schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
  budget: Budget = Budget()
) throws -> RuleModel {
  try RuleModel(
    text: "return {\n\(rules)\n}", schema: schema, host: host, options: RuleOptions(budget: budget))
}
