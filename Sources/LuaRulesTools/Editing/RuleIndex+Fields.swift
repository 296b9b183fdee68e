import LuaRules

extension RuleIndex {
  /// The fields of a rule with their meanings.
  static let fields: [(name: String, doc: String)] = [
    ("complexity", "Replaces the number of conditions that is counted in `when`."),
    ("doc", "What the rule is for."),
    ("key", "The name that the rule answers for; with dots, a path."),
    ("name", "What the rule is called."),
    ("priority", "The higher, the earlier the rule is asked; `normal`, 100, by default."),
    ("rules", "Nested rules, which inherit `key`, `priority` and this `when`."),
    ("set", "Several keys with their values, instead of `key` and `value`."),
    ("value", "The answer, or the function that gives it; `nil` declines."),
    ("when", "The condition: a function or a pattern. Without it the rule always holds."),
  ]

  /// The names of priorities with their numbers.
  static let priorities: [(name: String, number: Int)] = [
    ("important", 1000), ("very high", 200), ("high", 150), ("normal", 100), ("low", 50),
    ("very low", 5), ("fallback", 0),
  ]
}
