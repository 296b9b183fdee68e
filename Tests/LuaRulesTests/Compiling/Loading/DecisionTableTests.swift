import LuaRules
import Testing

struct DecisionTableTests {
  private static let table = """
    table {
      inputs = { "age", "customer.plan" },
      outputs = { "answer", "label" },
      rows = {
        { at_least(65), "free", 20, "senior" },
        { between(18, 65, "[)"), { "team", "pro" }, 10, "-" },
        { "-", "team", 7, null },
        { null, "-", 1, function(c) return c.customer.plan end, name = "nobody", priority = "low" },
      },
    }
    """

  @Test(arguments: [
    (#"{"age": 70, "customer": {"plan": "free"}}"#, "20", #""senior""#),
    (#"{"age": 64.5, "customer": {"plan": "pro"}}"#, "10", "null"),
    (#"{"age": 70, "customer": {"plan": "team"}}"#, "7", "null"),
    (#"{"age": null, "customer": {"plan": "pro"}}"#, "1", #""pro""#),
    (#"{"age": 3, "customer": {"plan": "pro"}}"#, "null", "null"),
  ])
  func `a row is a rule for each output`(context: String, answer: String, label: String) {
    for rules in ["return { \(Self.table) }", "return \(Self.table)"] {
      #expect(Question("", rules, with: context, gives: answer).outcome == answer)
      #expect(Question("", rules, with: context, key: "label", gives: label).outcome == label)
    }
  }

  @Test func `a row has its line, its name and its priority`() throws {
    var context = RuleContext(try RuleModel(text: "return {\n\(Self.table)\n}"))
    try context.setValues(json: #"{"age": null, "customer": {"plan": "pro"}}"#)
    let rule = try #require(context.explain(at: "answer").answer.rule)
    #expect(rule.location.line == 9 && rule.name == "nobody")
  }

  @Test func `a table shares a condition and a priority`() {
    let rules = """
      return {
        table { when = function(c) return c.isOn end, priority = "high", inputs = { "a" }, outputs = { "answer" },
          rows = { { "-", 1 }, { 3, 2 } } },
        { key = "answer", when = { a = 3, isOn = { true, false } }, value = 0 },
      }
      """
    #expect(Question("", rules, with: #"{"a": 3, "isOn": true}"#, gives: "").outcome == "2")
    #expect(Question("", rules, with: #"{"a": 4, "isOn": true}"#, gives: "").outcome == "1")
    #expect(Question("", rules, with: #"{"a": 3, "isOn": false}"#, gives: "").outcome == "0")
  }

  @Test func `the library keeps its functions`() {
    let rules = #"return { { key = "answer", value = table.concat({ "a", "b" }, "-") } }"#
    #expect(Question("", rules, gives: "").outcome == #""a-b""#)
  }

  static let errors: [(table: String, message: String)] = [
    (
      "rows = { { 1 } }, inputs = { 'x' }, outputs = { 'a' }",
      "row 1 of the table has 1 cell; expected 2: x, a [bad-table]"
    ),
    (
      "rows = { { 1, 2, 3 } }, inputs = { 'x' }, outputs = { 'a' }",
      "row 1 of the table has 3 cells; expected 2: x, a [bad-table]"
    ),
    (
      "rows = { at_least(3) }, inputs = { 'x' }, outputs = { 'a' }",
      "row 1 of the table is the condition `at_least`; expected a list of cells [bad-table]"
    ),
    (
      "rows = {}, inputs = { 'x' }, outputs = { 'a' }",
      "`rows` is a table; expected a list of rows [bad-table]"
    ),
    ("rows = { { 1, 2 } }, outputs = { 'a' }", "a decision table without `inputs` [bad-table]"),
    ("rows = { { 1, 2 } }, inputs = { 'x' }", "a decision table without `outputs` [bad-table]"),
    ("inputs = { 'x' }, outputs = { 'a' }", "a decision table without `rows` [bad-table]"),
    (
      "rows = { { 1, 2 } }, inputs = { 'x y..' }, outputs = { 'a' }",
      "\"x y..\" in `inputs` is not a path [bad-table]"
    ),
    (
      "rows = { { 1, 2 } }, inputs = { 3 }, outputs = { 'a' }",
      "`inputs` has 3; expected the name of a key [bad-table]"
    ),
    (
      "rows = { { 1, 2 } }, inputs = { 'x' }, outputs = { 'a' }, key = 'k'",
      "a decision table has no `key` [bad-table]"
    ),
    (
      "rows = { { 1, 2, when = true } }, inputs = { 'x' }, outputs = { 'a' }",
      "row 1 of the table has a field `when`; a row has `name`, `doc`, `priority` and `complexity` [bad-table]"
    ),
    (
      "rows = { { print, 2 } }, inputs = { 'x' }, outputs = { 'a' }",
      "`x` in the pattern is a function; expected a constant or a condition [bad-pattern]"
    ),
    (
      "rows = { { 1, at_least(3) } }, inputs = { 'x' }, outputs = { 'a' }",
      "the value of `a` is the condition `at_least`; expected a constant [bad-rule]"
    ),
  ]

  @Test(arguments: errors)
  func `a mistake in a table is told at its row`(table: String, message: String) {
    let text = loading("return {\n  table { \(table) },\n}")
    #expect(text.split(separator: "\n").first == "rules.lua:2: error: \(message)")
  }

  @Test func `mistakes in several rows are told together`() {
    let text = loading(
      """
      return table { inputs = { "x" }, outputs = { "a" }, rows = {
        { 1 },
        { 2, 3 },
        { 4, 5, 6 },
      } }
      """)
    #expect(
      text.contains("rules.lua:2: error: row 1") && text.contains("rules.lua:4: error: row 3"))
  }

  @Test func `table is called with one table, and not in a function`() {
    #expect(loading("return table()").contains("`table` requires one table"))
    let question = Question(
      "", "return { { key = 'answer', value = function(c) return table {} end } }", gives: "")
    #expect(question.outcome.contains("`table` makes a decision table, so it cannot be called"))
  }
}
