import LuaRules
import Testing

struct RuleFormTests {
  static let forms: [Question] = [
    Question("a constant", "return { { key = 'answer', value = 'x' } }", gives: #""x""#),
    Question(
      "a table as a constant", "return { { key = 'answer', value = { 1, { a = 2 } } } }",
      gives: #"[1,{"a":2}]"#),
    Question(
      "a function", "return { { key = 'answer', value = function(c) return 1 end } }", gives: "1"),
    Question(
      "a library function as value", "return { { key = 'answer', value = type } }",
      gives: #""table""#),
    Question(
      "several assignments under one predicate",
      "return { { when = { a = 1 }, set = { answer = 2, other = function(c) return c.answer end } } }",
      with: #"{"a": 1}"#, key: "other", gives: "2"),
    Question(
      "a path in `set`", "return { { set = { ['a.b'] = 1 } } }", key: "a.b", gives: "1"),
    Question(
      "true as predicate", "return { { key = 'answer', when = true, value = 1 } }", gives: "1"),
    Question(
      "false as predicate",
      "return { { key = 'answer', when = false, value = 1 }, { key = 'answer', value = 2 } }",
      gives: "2"),
    Question(
      "a complexity of its own",
      """
      return { { key = 'answer', when = { a = 1, b = 1 }, value = 1 },
        { key = 'answer', when = { a = 1 }, complexity = 3, value = 2 } }
      """, with: #"{"a": 1, "b": 1}"#, gives: "2"),
    Question(
      "a complexity of 0",
      """
      return { { key = 'answer', when = { a = 1 }, complexity = 0, value = 1 },
        { key = 'answer', when = { a = 1 }, value = 2 } }
      """, with: #"{"a": 1}"#, gives: "2"),
    Question(
      "a name and a doc",
      "return { { key = 'answer', value = 1, name = 'one', doc = 'why' } }", gives: "1"),
    Question(
      "nested rules inherit key and priority",
      """
      return { { key = 'answer', value = 1 },
        { key = 'answer', priority = 'high', rules = { { value = 2 } } } }
      """, gives: "2"),
    Question(
      "a nested rule has a key and a priority of its own",
      """
      return { { key = 'answer', value = 1 },
        { key = 'other', priority = 'high', rules = {
          { key = 'answer', priority = 'low', value = 2 }, { value = 3 } } } }
      """, gives: "1"),
    Question(
      "a nested rule holds when its group does",
      """
      return { { when = { a = 1 }, rules = { { key = 'answer', when = { b = 1 }, value = 1 } } },
        { key = 'answer', value = 2 } }
      """, with: #"{"a": 2, "b": 1}"#, gives: "2"),
    Question(
      "a nested rule counts the conditions of its group",
      """
      return { { key = 'answer', when = { a = 1, b = 1 }, value = 1 },
        { when = function(c) return c.a == 1 and c.b == 1 end,
          rules = { { key = 'answer', when = function(c) return c.d end, value = 2 } } } }
      """, with: #"{"a": 1, "b": 1, "d": true}"#, gives: "2"),
    Question(
      "`complexity` of a group replaces the number of its own predicate only",
      """
      return { { key = 'answer', when = { a = 1, b = 1 }, value = 1 },
        { when = { a = 1, b = 1 }, complexity = 0,
          rules = { { key = 'answer', when = { a = 1 }, value = 2 } } } }
      """, with: #"{"a": 1, "b": 1}"#, gives: "1"),
    Question(
      "a group that never holds",
      "return { when = false, rules = { { key = 'answer', value = 1 } } }", gives: "null"),
    Question(
      "groups in groups",
      """
      return { { key = 'answer', rules = { { when = { a = 1 }, rules = {
        { when = { b = 2 }, value = 'x' }, { rules = {} } } } } } }
      """, with: #"{"a": 1, "b": 2}"#, gives: #""x""#),
    Question(
      "a group as the result of a file",
      """
      return { name = 'n', doc = 'd', priority = 'low', when = { a = 1 }, key = 'answer',
        rules = { { value = 1 } } }
      """, with: #"{"a": 1}"#, gives: "1"),
    Question("no rules", "return {}", with: #"{"answer": 1}"#, gives: "1"),
    Question(
      "one table that is several rules",
      "local r = { key = 'answer', value = 1 } return { r, r, { rules = { r } } }", gives: "1"),
    Question(
      "rules that a loop makes",
      """
      local rules = {}
      for i = 1, 3 do
        rules[i] = { key = 'answer', when = { a = i }, value = function(c) return i * 10 end }
      end
      return rules
      """, with: #"{"a": 3}"#, gives: "30"),
    Question(
      "names with spaces, quotes and other letters",
      "return { { key = 'größe \"x\"', value = 1 } }", key: "größe \"x\"", gives: "1"),
    Question(
      "a key like a word of Lua", "return { { key = 'end', value = 1 } }", key: "end", gives: "1"),
  ]

  @Test(arguments: forms)
  func `every form of a rule is read`(question: Question) {
    #expect(question.outcome == question.expected)
  }

  /// Errors in `return { … }`, with the rule on line 2.
  static let mistakes: [(rule: String, expected: String)] = [
    ("5", "2: error: rule 1 of the list is an integer; expected a table [bad-rule]"),
    ("\"x\"", "2: error: rule 1 of the list is a string; expected a table [bad-rule]"),
    (
      "{ key = 'a' }",
      "2: error: the rule for `a` has no `value` [bad-rule]\n"
        + "  hint: write `value = null` when it should give nothing"
    ),
    (
      "{ value = 1 }",
      "2: error: a rule without `key` [bad-rule]\n"
        + "  hint: write `key = \"…\"`, or `set = { … }` for several keys"
    ),
    ("{ key = 5, value = 1 }", "2: error: `key` is 5; expected a string [bad-rule]"),
    (
      "{ key = '', value = 1 }",
      "2: error: \"\" is not a key; expected a name, or names with dots between [bad-rule]"
    ),
    (
      "{ key = 'a..b', value = 1 }",
      "2: error: \"a..b\" is not a key; expected a name, or names with dots between [bad-rule]"
    ),
    ("{ key = 'a', value = 1, name = 5 }", "2: error: `name` is 5; expected a string [bad-rule]"),
    (
      "{ key = 'a', value = 1, doc = {} }",
      "2: error: `doc` is a table; expected a string [bad-rule]"
    ),
    (
      "{ key = 'a', value = 1, complexity = -1 }",
      "2: error: `complexity` is -1; expected an integer from 0 on [bad-rule]"
    ),
    (
      "{ key = 'a', value = 1, complexity = '2' }",
      "2: error: `complexity` is \"2\"; expected an integer from 0 on [bad-rule]"
    ),
    (
      "{ set = {} }",
      "2: error: `set` is a table; expected keys with values [bad-rule]\n"
        + "  hint: write `set = { title = \"Hello\", color = \"red\" }`"
    ),
    (
      "{ key = 'a', value = 1, rules = {} }",
      "2: error: a rule with `rules` has no `value` [bad-rule]"
    ),
    ("{ rules = 5 }", "2: error: `rules` is an integer; expected a list of rules [bad-rule]"),
    (
      "{ rules = { key = 'a', value = 1 } }",
      "2: error: `rules` is a table; expected a list of rules [bad-rule]"
    ),
    (
      "{ key = 'a', rules = { { value = 1 }, 7 } }",
      "2: error: rule 2 of the list is an integer; expected a table [bad-rule]"
    ),
    (
      "{ key = 'a', value = 1, 7 }",
      "2: error: a rule has named fields only, this one has values without a name [bad-rule]\n"
        + "  hint: nested rules go into `rules = { … }`"
    ),
    (
      "{ key = 'a', prioriy = 1, value = 1 }",
      "2: error: unknown field `prioriy` [unknown-field]\n  hint: did you mean `priority`?"
    ),
    (
      "{ key = 'a', vlaue = 1 }",
      "2: error: unknown field `vlaue` [unknown-field]\n  hint: did you mean `value`?"
    ),
    (
      "{ key = 'a', value = 1, colour = 1 }",
      "2: error: unknown field `colour` [unknown-field]\n  hint: rules have `complexity`, `doc`, "
        + "`key`, `name`, `priority`, `rules`, `set`, `value`, `when`"
    ),
    (
      "{ key = 'a', value = 1, condition = { b = 1 } }",
      "2: error: unknown field `condition` [unknown-field]\n"
        + "  hint: the condition of a rule is called `when`"
    ),
    (
      "{ key = 'a', result = 1 }",
      "2: error: unknown field `result` [unknown-field]\n"
        + "  hint: what a rule gives is called `value`"
    ),
    (
      "{ key = 'a', value = 1, Description = 'b' }",
      "2: error: unknown field `Description` [unknown-field]\n"
        + "  hint: the description of a rule is called `doc`"
    ),
    (
      "{ key = 'a', value = 1, salience = 5 }",
      "2: error: unknown field `salience` [unknown-field]\n"
        + "  hint: the priority of a rule is called `priority`"
    ),
    (
      "{ key = 'a', set = { b = 1 } }",
      "2: error: a rule with `set` has no `key` [bad-rule]\n"
        + "  hint: write either `key` and `value`, or `set = { … }` with all keys and their values"
    ),
    (
      "{ key = 'a', value = 1, when = 5 }",
      "2: error: `when` is 5; expected a function or a pattern [bad-rule]\n"
        + "  hint: write `when = function(c) return … end` or `when = { key = value }`"
    ),
    (
      "{ key = 'a', value = { f = function(c) return 1 end } }",
      "2: error: the value of `a` is a table with a function inside [bad-rule]\n"
        + "  hint: write `value = function(c) return { … } end`"
    ),
    (
      "{ key = 'a', when = function(c) local x = c.b end, value = 1 }",
      "2: error: the `when` function never returns anything [no-return]\n"
        + "  hint: write `return` before the expression"
    ),
    (
      "{ key = 'a', value = function(c) end }",
      "2: error: the `value` function never returns anything [no-return]\n"
        + "  hint: write `return` before the expression"
    ),
  ]

  @Test(arguments: mistakes)
  func `a rule that is none is told with its line`(rule: String, expected: String) {
    // The next rule is there because Lua gives a last scalar the line of the closing brace.
    let next = "\n  { key = 'z', value = 1 },\n}"
    #expect(loading("return {\n  \(rule)," + next) == "rules.lua:" + expected)
    let moved = expected.replacing(/^2/, with: "4").replacing("rule 1 of", with: "rule 2 of")
    #expect(
      loading("return {\n  { key = 'x', value = 1,\n  },\n  \(rule)," + next) == "rules.lua:"
        + moved)
  }

  static let results: [(String, String)] = [
    (
      "",
      "the file returns nothing [no-rules]\n  hint: a rule file ends with its rules: `return { … }`"
    ),
    (
      "-- only a comment\n",
      "the file returns nothing [no-rules]\n  hint: a rule file ends with its rules: `return { … }`"
    ),
    ("return nil", "the file returns nil; expected a list of rules [no-rules]"),
    ("return null", "the file returns null; expected a list of rules [no-rules]"),
    ("return 5", "the file returns an integer; expected a list of rules [no-rules]"),
    (
      "return function(c) return 1 end",
      "the file returns a function; expected a list of rules [no-rules]"
    ),
    (
      "return { {}, nil, {} }",
      "a list with holes cannot become a value: 2 of 3 positions are there [wrong-type]"
    ),
    ("return { [0] = {} }", "a table with the position 0 cannot become a value [wrong-type]"),
    ("return { [{}] = 1 }", "a table with a table as key cannot become a value [wrong-type]"),
    (
      "return { ['\\xff'] = 1 }",
      "a table with a key that is not UTF-8 cannot become a value [wrong-type]"
    ),
    (
      "local r = {} r.rules = { r } return r",
      "a table that contains itself cannot become a value [wrong-type]"
    ),
    (
      "local r = {} for i = 1, 40 do r = { r, r } end return r",
      "more than 64 MiB of memory were used [budget]"
    ),
    (
      "local r = {} for i = 1, 9999 do r = { rules = { r } } end return r",
      "a value nested deeper than 100 levels cannot come out of the rules [budget]"
    ),
  ]

  @Test(arguments: results)
  func `a file that gives no rules is told by its name`(text: String, expected: String) {
    #expect(loading(text, name: "some/file.lua") == "some/file.lua: error: " + expected)
  }

  @Test(arguments: [
    "\u{FEFF}return { { key = 'a', prio = 1, value = 1 } }",
    "#!/usr/bin/env lua\nreturn { { key = 'a', prio = 1, value = 1 } }",
    "\u{FEFF}#!/usr/bin/env lua\r\nreturn { { key = 'a', prio = 1, value = 1 } }",
  ])
  func `a byte order mark and a shebang line are no Lua`(text: String) {
    let line = text.contains("#") ? 2 : 1
    #expect(loading(text).hasPrefix("rules.lua:\(line): error: unknown field `prio`"))
    #expect(loading(text.replacing(" prio = 1,", with: "")) == "1 rules")
  }

  @Test func `one load tells of all that is wrong`() throws {
    let error = #expect(throws: RuleError.self) {
      try RuleModel(
        text: "return {\n  { ke = 'a' },\n  5,\n  { key = 'a', value = 1, priority = {} },\n}")
    }
    #expect(error?.location?.line == 2)
    #expect(error?.others.map(\.location?.line) == [3, 4])
    #expect(error?.others.map(\.code) == [.badRule, .badPriority])
  }

  @Test func `a chunk that was compiled before is refused`() {
    #expect(loading("\u{1B}Lua").contains("[syntax]"))
  }
}
