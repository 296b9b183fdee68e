import LuaRules
import Testing

struct PatternTests {
  /// Patterns, contexts, and whether they hold.
  static let cases: [(pattern: String, context: String, holds: Bool)] = [
    ("a = 1", #"{"a": 1}"#, true), ("a = 1", #"{"a": 1.0}"#, true),
    ("a = 1", #"{"a": "1"}"#, false),
    ("a = 1.0", #"{"a": 1}"#, true), ("a = '1'", #"{"a": "1"}"#, true),
    ("a = true", #"{"a": true}"#, true), ("a = false", #"{"a": false}"#, true),
    ("a = false", #"{"a": null}"#, false), ("a = true", #"{"a": 1}"#, false),
    ("a = null", #"{"a": null}"#, true), ("a = null", #"{"a": 0}"#, false),
    ("a = { 1, 2 }", #"{"a": 2}"#, true), ("a = { 1, 2 }", #"{"a": 3}"#, false),
    ("a = { 'x', null }", #"{"a": null}"#, true), ("a = { null, false }", #"{"a": false}"#, true),
    ("a = 1, b = 2", #"{"a": 1, "b": 2}"#, true), ("a = 1, b = 2", #"{"a": 1, "b": 1}"#, false),
    ("a = { b = { c = 1 } }", #"{"a": {"b": {"c": 1}}}"#, true),
    ("a = { ['b.c'] = 1 }", #"{"a": {"b": {"c": 1}}}"#, true),
    ("['a.b.c'] = 1", #"{"a": {"b": {"c": 1}}}"#, true),
    ("['a.b'] = { c = { 1, 2 } }", #"{"a": {"b": {"c": 2}}}"#, true),
    ("a = { b = { c = 1 } }", #"{"a": {"b": {}}}"#, false),
    ("a = { b = { c = 1 } }", #"{"a": {}}"#, false),
    ("a = { b = { c = 1 } }", #"{"a": null}"#, false),
    ("a = { b = { c = null } }", #"{"a": null}"#, true),
    ("a = { b = { c = null } }", #"{"a": {"b": null}}"#, true),
    ("a = 9007199254740993", #"{"a": 9007199254740992}"#, false),
    ("a = 9007199254740993", #"{"a": 9007199254740992.0}"#, false),
    ("a = 0/0", #"{"a": 1}"#, false), ("a = -0.0", #"{"a": 0}"#, true),
    ("a = 'ä'", #"{"a": "ä"}"#, true), ("a = 'a\\u{308}'", #"{"a": "ä"}"#, false),
  ]

  @Test(arguments: cases)
  func `a pattern holds when all its leaves are equal`(
    pattern: String, context: String, holds: Bool
  ) {
    let rules = """
      return { { key = "answer", when = { \(pattern) }, value = true },
        { key = "answer", value = false } }
      """
    let question = Question(pattern, rules, with: context, gives: "\(holds)")
    #expect(question.outcome == question.expected)
  }

  static let errors: [Question] = [
    Question(
      "entries are tested in byte order of their paths",
      "return {\n  { key = 'answer', when = { b = 1, a = 1, B = 1 }, value = 1 } }",
      with: #"{"b": 1, "a": 1}"#,
      gives: "rules.lua:2: error: unknown key `B` [unknown-key]\n  hint: did you mean `b`?"),
    Question(
      "an entry that does not hold ends the test",
      "return {\n  { key = 'answer', when = { b = 1, a = 2 }, value = 1 } }",
      with: #"{"a": 1}"#, gives: "null"),
    Question(
      "a path is sorted as it is written with dots",
      "return {\n  { key = 'answer', when = { a = { z = 1 }, ['a-b'] = 2 }, value = 1 } }",
      with: #"{"a-b": 1}"#, gives: "null"),
    Question(
      "a member of a string",
      "return {\n  { key = 'answer', when = { a = { b = 1 } }, value = 1 } }", with: #"{"a": "x"}"#,
      gives: "null"),
    Question(
      "an empty pattern", "return {\n  { key = 'answer', when = {}, value = 1 } }",
      gives: "rules.lua:2: error: the pattern is empty; expected names with values [bad-pattern]\n"
        + "  hint: leave `when` out for a rule that always holds"),
    Question(
      "an empty part", "return {\n  { key = 'answer', when = { a = {} }, value = 1 } }",
      gives: "rules.lua:2: error: `a` in the pattern is empty; expected names with values "
        + "[bad-pattern]\n  hint: leave `when` out for a rule that always holds"),
    Question(
      "a mix of a list and names",
      "return {\n  { key = 'answer', when = { a = { 1, b = 2 } }, value = 1 } }",
      gives: "rules.lua:2: error: `a` in the pattern mixes a list with names [bad-pattern]"),
    Question(
      "a list", "return {\n  { key = 'answer', when = { 'a' }, value = 1 } }",
      gives: "rules.lua:2: error: a pattern is a list; expected names with values [bad-pattern]\n"
        + "  hint: write `when = { priority = { \"low\", \"normal\" } }`"),
    Question(
      "a list of tables", "return {\n  { key = 'answer', when = { a = { {} } }, value = 1 } }",
      gives:
        "rules.lua:2: error: `a` in the pattern is a list of tables; expected constants or conditions "
        + "[bad-pattern]"),
    Question(
      "a function", "return {\n  { key = 'answer', when = { a = type }, value = 1 } }",
      gives:
        "rules.lua:2: error: `a` in the pattern is a function; expected a constant or a condition "
        + "[bad-pattern]\n  hint: write `when = function(c) return … end` for a test of your own"),
    Question(
      "a path with a hole", "return {\n  { key = 'answer', when = { ['a..b'] = 1 }, value = 1 } }",
      gives: "rules.lua:2: error: \"a..b\" in the pattern is not a path [bad-pattern]"),
  ]

  @Test(arguments: errors)
  func `patterns are read and tested in one order`(question: Question) {
    #expect(question.outcome == question.expected)
  }

  @Test(arguments: [
    ("a = 1", #"{"a": 1}"#, 1), ("a = 1, b = 2", #"{"a": 1, "b": 2}"#, 2),
    ("a = { b = 1, c = { d = 2 } }", #"{"a": {"b": 1, "c": {"d": 2}}}"#, 2),
    ("a = { 1, 2, 3 }", #"{"a": 3}"#, 1),
    ("['a.b'] = 1, a = { c = 1 }, d = null", #"{"a": {"b": 1, "c": 1}, "d": null}"#, 3),
  ])
  func `the complexity is the number of leaves`(
    pattern: String, context: String, complexity: Int
  ) throws {
    for (other, winner) in [(complexity - 1, "pattern"), (complexity, "other")] {
      let question = Question(
        pattern,
        """
        return { { key = "answer", when = true, complexity = \(other), value = "other" },
          { key = "answer", when = { \(pattern) }, value = "pattern" } }
        """, with: context, gives: "\"\(winner)\"")
      #expect(question.outcome == question.expected)
    }
  }
}
