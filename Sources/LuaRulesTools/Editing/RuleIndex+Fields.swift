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

  /// The fields of a file of rule tests, and of a test, with their meanings.
  static let testFields: [(name: String, doc: String)] = [
    ("cases", "Tests that share the fields beside them; with `given`, rows of values."),
    ("context", "The values that are set."),
    ("errors", "The errors that are expected: for each key a code, or a part of the message."),
    (
      "expect", "The answers that are expected, by key; with `given`, the keys of the last columns."
    ),
    ("fallback", "The rule files that are asked after `rules`."),
    ("given", "The names of the values in the rows of `cases`."),
    ("host", "The functions of the program, or substitutes for them."),
    ("rules", "The rule files that are tested; by default those beside the test."),
    ("skip", "Why the test does not run."),
  ]

  /// The names of priorities with their numbers.
  static let priorities: [(name: String, number: Int)] = [
    ("important", 1000), ("very high", 200), ("high", 150), ("normal", 100), ("low", 50),
    ("very low", 5), ("fallback", 0),
  ]
}
