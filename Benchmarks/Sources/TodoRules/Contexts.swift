import LuaRules

/// The contexts that are asked.
public enum Contexts {
  /// Three rules for one key, and a chain of two keys over a member.
  static let rules = """
    return {
      { key = "fancyColor", when = function(c) return c.todo.priority == "low" end, value = "gray" },
      { key = "fancyColor", when = function(c) return c.todo.priority == "high" end, value = "red" },
      { key = "fancyColor", when = function(c) return c.todo.priority == "normal" end, value = "black" },
      { key = "title", value = function(c) return c.todo.title end },
      { key = "navigationBarTitle", value = function(c) return c.title end },
    }
    """

  private static func live() throws -> LiveRuleModel {
    try LiveRuleModel(sources: [RuleSource(rules, name: "todo.lua")], schema: .todo)
  }

  /// A live model and a `RuleObject` struct.
  public static func todo(_ priority: Priority) throws -> RuleContext {
    var context = RuleContext(try live())
    context.todo = Todo(title: "Buy beer", priority: priority)
    return context
  }

  /// The same with a value from JSON.
  public static func json(_ priority: Priority) throws -> RuleContext {
    var context = RuleContext(try live())
    try context.setValues(
      json: #"{"todo": {"title": "Buy beer", "priority": "\#(priority.rawValue)"}}"#)
    return context
  }

  /// A context whose value for the key that is asked is set.
  public static func set() throws -> RuleContext {
    var context = try todo(.low)
    context.fancyColor = .red
    return context
  }
}
