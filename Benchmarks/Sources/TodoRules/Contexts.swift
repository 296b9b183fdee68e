import LuaRules

/// The contexts that are asked.
public enum Contexts {
  private static func live(
    _ rules: String, usesPlans: Bool = true, isArmed: Bool = true
  ) throws -> LiveRuleModel {
    try live(RuleSource(text: rules, name: "todo.lua"), usesPlans: usesPlans, isArmed: isArmed)
  }

  private static func live(
    _ source: RuleSource, usesPlans: Bool = true, isArmed: Bool = true
  ) throws -> LiveRuleModel {
    var options = RuleOptions()
    options.usesPlans = usesPlans
    if !isArmed {
      options.budget.instructions = .max
      options.budget.time = nil
    }
    // The largest case is beyond what is read, and run, without asking for more.
    options.budget.memory = 1 << 30
    options.loadingBudget.fileSize = 64 << 20
    options.loadingBudget.instructions = .max
    options.loadingBudget.time = nil
    return try LiveRuleModel(
      sources: [source], schema: .todo, options: options)
  }

  /// A live model and a `RuleObject` struct.
  public static func todo(
    _ priority: Priority, rules: String = RuleTexts.fancy, usesPlans: Bool = true,
    title: String = "Buy beer", rank: Int = 0, isArmed: Bool = true
  ) throws -> RuleContext {
    var context = RuleContext(try live(rules, usesPlans: usesPlans, isArmed: isArmed))
    var todo = Todo(title: title, priority: priority)
    todo.rank = rank
    context.todo = todo
    return context
  }

  /// The same with rules in Swift.
  public static func swift(_ priority: Priority) throws -> RuleContext {
    let rules: RuleModel = [
      \.todo?.priority == .low => \.fancyColor <= .gray,
      \.todo?.priority == .high => \.fancyColor <= .red,
      \.todo?.priority == .normal => \.fancyColor <= .black,
    ]
    var context = RuleContext(try live(.rules(rules)))
    context.todo = Todo(title: "Buy beer", priority: priority)
    return context
  }

  /// The same with a value from JSON.
  public static func json(_ priority: Priority) throws -> RuleContext {
    var context = RuleContext(try live(RuleTexts.fancy))
    try context.setValues(
      json:
        #"{"todo": {"title": "Buy beer", "priority": "\#(priority.rawValue)", "rank": 0}}"#)
    return context
  }

  /// A context whose value for the key that is asked is set.
  public static func set() throws -> RuleContext {
    var context = try todo(.low)
    context.fancyColor = .red
    return context
  }

  /// So many rules that compare one member with a string each, of which the last holds.
  public static func equal(_ count: Int) throws -> RuleContext {
    try todo(.low, rules: RuleTexts.equal(count), title: RuleTexts.title(count))
  }

  /// So many rules over a range of numbers each, of which the last holds.
  public static func range(_ count: Int) throws -> RuleContext {
    try todo(.low, rules: RuleTexts.range(count), rank: 10 * count + 5)
  }

  /// A decision table with so many rows, of which the last holds.
  public static func table(_ count: Int) throws -> RuleContext {
    try todo(
      [.low, .normal, .high][count % 3], rules: RuleTexts.table(count),
      title: RuleTexts.title(count / 60), rank: 10 * (count / 3 % 20) + 5)
  }

  /// So many rules that only Lua can decide, of which the last holds.
  public static func opaque(_ count: Int) throws -> RuleContext {
    try todo(.low, rules: RuleTexts.opaque(count))
  }
}
