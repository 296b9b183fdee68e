import LuaRules
import Testing

private enum Color: String, Sendable { case gray, red, black }
private struct FancyColorKey: DynamicEnvironmentKey { static let defaultValue = Color.black }
private struct RetriesKey: DynamicEnvironmentKey { static let defaultValue = 3 }
private struct Todo: RuleObject, Sendable {
  static let ruleMembers: RuleMembers<Todo> = [
    .init("title") { _ in "Buy beer" }, .init("priority") { _ in "low" },
  ]
}
private struct TodoKey: DynamicEnvironmentKey { static let defaultValue: Todo? = Todo() }

/// What somebody writes in the first hour, and what is answered.
struct FirstHourTests {
  private static let schema = RuleSchema(
    keys: FancyColorKey.self, RetriesKey.self, TodoKey.self)
  private static let host: HostFunctions = [
    "FinishedView": .function { (_: RuleContext) in "view" }
  ]

  /// The answer for `answer` where a rule on line 2 of `todo.lua` is as given.
  private func text(_ rule: String) -> String {
    whole("return {\n  \(rule)\n}")
  }

  private func whole(_ file: String) -> String {
    do {
      let rules = try RuleModel(text: file, name: "todo.lua", schema: Self.schema, host: Self.host)
      return try RuleContext(rules).json(at: "answer")
    } catch {
      return "\(error)"
    }
  }

  static let names: [(rule: String, expected: String)] = [
    (
      #"{ key = "answer", value = gray },"#,
      "todo.lua:2: error: undefined global `gray` [undefined-global]\n"
        + "  hint: did you mean \"gray\"?"
    ),
    (
      #"{ key = "answer", value = function(c) return gray end },"#,
      "todo.lua:2: error: undefined global `gray` [undefined-global]\n"
        + "  hint: did you mean \"gray\" or `c.gray`?"
    ),
    (
      #"{ key = "answer", value = None },"#,
      "todo.lua:2: error: undefined global `None` [undefined-global]\n"
        + "  hint: did you mean `null`?"
    ),
    (
      #"{ key = "answer", when = c.todo, value = 1 },"#,
      "todo.lua:2: error: `c` is used outside a function [undefined-global]\n"
        + "  hint: write `when = function(c) return … end`"
    ),
    (
      #"{ key = "answer", when = function() return c.todo end, value = 1 },"#,
      "todo.lua:2: error: the function has no parameter `c` [undefined-global]\n"
        + "  hint: write `function(c) return … end`"
    ),
    (
      #"{ key = "answer", value = function(c) return c.tood.title end },"#,
      "todo.lua:2: error: unknown key `tood` [unknown-key]\n  hint: did you mean `todo`?"
    ),
    (
      #"{ key = "answer", when = { tood = 1 }, value = 1 },"#,
      "todo.lua:2: error: unknown key `tood` [unknown-key]\n  hint: did you mean `todo`?"
    ),
    (
      #"{ key = "answer", value = function(c) return c.todo.titel end },"#,
      "todo.lua:2: error: unknown member `titel` [unknown-member]\n"
        + "  hint: did you mean `title`?"
    ),
    (
      #"{ key = "answer", when = { todo = { titel = "x" } }, value = 1 },"#,
      "todo.lua:2: error: unknown member `titel` [unknown-member]\n"
        + "  hint: did you mean `title`?"
    ),
    (
      #"{ key = "answer", vale = 1 },"#,
      "todo.lua:2: error: unknown field `vale` [unknown-field]\n  hint: did you mean `value`?"
    ),
    (
      #"{ key = "answer", value = host.FinishdView },"#,
      "todo.lua:2: error: the host has no function `FinishdView` [unknown-host-function]\n"
        + "  hint: did you mean `host.FinishedView`?"
    ),
    (
      #"{ key = "answer", value = function(c) return host.FinishdView(c) end },"#,
      "todo.lua:2: error: the host has no function `FinishdView` [unknown-host-function]\n"
        + "  hint: did you mean `host.FinishedView`?"
    ),
    (
      #"{ key = "answer", value = host.FinishedView() },"#,
      "todo.lua:2: error: `host.FinishedView` is called while the file is loading [bad-rule]\n"
        + "  hint: write `value = host.FinishedView` or "
        + "`value = function(c) return host.FinishedView(c) end`"
    ),
    (
      #"{ key = "answer", value = function(c) return os.time() end },"#,
      "todo.lua:2: error: `os` is not available in rule files [undefined-global]\n"
        + "  hint: rules have no clock; let the program set the time"
    ),
    (
      #"{ key = "answer", value = c.todo.title, when = function(c) return true end },"#,
      "todo.lua:2: error: `c` is used outside a function [undefined-global]\n"
        + "  hint: write `value = function(c) return … end`"
    ),
    (
      #"{ key = "answer", when = todo.priority == "low", value = 1 },"#,
      "todo.lua:2: error: undefined global `todo` [undefined-global]\n"
        + "  hint: a key is read in a function: "
        + "`when = function(c) return c.todo.priority … end`"
    ),
    (
      #"{ key = "answer", when = platform == "watch", value = 1 },"#,
      "todo.lua:2: error: undefined global `platform` [undefined-global]\n"
        + "  hint: a key is read in a function: `when = function(c) return c.platform … end`"
    ),
    (
      #"{ key = "answer", when = { todo = gray }, value = gray },"#,
      "todo.lua:2: error: undefined global `gray` [undefined-global]\n"
        + "  hint: did you mean \"gray\"?"
    ),
    (
      #"{ key = "answer", value = function(c) return upper(c.todo.title) end },"#,
      "todo.lua:2: error: undefined global `upper` [undefined-global]\n"
        + "  hint: did you mean `string.upper` or \"upper\" or `c.upper`?"
    ),
    (
      #"{ key = "answer", value = function(c) return c.todo ~= nill end },"#,
      "todo.lua:2: error: undefined global `nill` [undefined-global]\n"
        + "  hint: did you mean `nil`?"
    ),
    (
      #"{ key = "answer", value = function(c) return string.uper("x") end },"#,
      "todo.lua:2: error: `string.uper` is not available in rule files [undefined-global]\n"
        + "  hint: did you mean `string.upper`?"
    ),
  ]

  @Test func `a string that is read by a number is told`() {
    #expect(
      text(#"{ key = "answer", value = function(c) return c.todo.title[1] end },"#)
        == "todo.lua:2: error: a string has no member that is read by a number [undefined-global]\n"
        + "  hint: `text:sub(i, i)` gives the character at a position")
  }

  static let fields: [(value: String, field: String, hint: String?)] = [
    ("math.pow(2, 3)", "math.pow", "write `x ^ y`"),
    ("math.round(2.5)", "math.round", "write `math.floor(x + 0.5)`"),
    ("c.todo.title.count", "string.count", "the length is `#text`"),
    ("c.todo.title:uppercased()", "string.uppercased", "write `text:upper()`"),
    ("math.flor(2.5)", "math.flor", "did you mean `math.floor`?"),
    ("string.fromat(c.todo.title)", "string.fromat", "did you mean `string.format`?"),
    ("math.gcd(4, 6)", "math.gcd", nil),
  ]

  @Test(arguments: fields)
  func `a function that no library has is told with what there is`(
    value: String, field: String, hint: String?
  ) {
    #expect(
      text(#"{ key = "answer", value = function(c) return \#(value) end },"#)
        == "todo.lua:2: error: `\(field)` is not available in rule files [undefined-global]"
        + (hint.map { "\n  hint: \($0)" } ?? ""))
  }

  @Test func `a method that is called without its text is told`() {
    #expect(
      text(#"{ key = "answer", value = function(c) return c.todo.title.upper() end },"#)
        == "todo.lua:2: error: bad argument #1 to 'upper' (string expected, got no value) "
        + "[runtime]\n  hint: a method is called with `:`, as in `c.title:upper()`")
  }

  @Test(arguments: names)
  func `a name that is none is told with what was meant`(rule: String, expected: String) {
    #expect(text(rule) == expected)
  }

  static let returns: [(rule: String, expected: String)] = [
    (
      #"{ key = "answer", when = function(c) local t = c.todo end, value = 1 },"#,
      "the `when` function never returns anything [no-return]"
    ),
    (
      #"{ key = "answer", value = function(c) if c.todo then local x = 1 end end },"#,
      "the `value` function never returns anything [no-return]"
    ),
    (
      #"{ key = "answer", when = function(c) c.todo.done == true end, value = 1 },"#,
      "syntax error near '==' [syntax]"
    ),
    (
      #"{ key = "answer", value = function(c) c.todo.title end },"#,
      "syntax error near 'end' [syntax]"
    ),
    (
      #"{ key = "answer", value = function(c) "x" end },"#,
      "unexpected symbol near '\"x\"' [syntax]"
    ),
    (#"{ key = "answer", value = function(c) 1 end },"#, "unexpected symbol near '1' [syntax]"),
    (
      #"{ key = "answer", when = function(c) not c.todo end, value = 1 },"#,
      "unexpected symbol near 'not' [syntax]"
    ),
  ]

  @Test(arguments: returns)
  func `a function without return is told`(rule: String, expected: String) {
    #expect(
      text(rule) == "todo.lua:2: error: \(expected)\n"
        + "  hint: write `return` before the expression")
  }

  @Test(arguments: [
    (
      "{\n  { key = \"answer\", value = 1 },\n}",
      "todo.lua:1: error: unexpected symbol near '{' [syntax]\n"
        + "  hint: a rule file begins with `return`: `return { … }`"
    ),
    (
      "local rules = {\n  { key = \"answer\", value = 1 },\n}",
      "todo.lua: error: the file returns nothing [no-rules]\n"
        + "  hint: a rule file ends with its rules: `return { … }`"
    ),
    (
      "return [\n  { key = \"answer\", value = 1 },\n]",
      "todo.lua:1: error: unexpected symbol near '[' [syntax]\n"
        + "  hint: lists are written with braces: `{ 1, 2 }`"
    ),
    (
      "return {\n  { key = \"answer\", value = 1 },\n",
      "todo.lua:3: error: unexpected symbol "
        + "near <eof> [syntax]\n  hint: a brace is not closed"
    ),
    (
      "return {\n  -- {\n  { key = \"answer\", when = { a = { \"{\" }, value = 1 }, -- {\n\n"
        + "  { key = \"b\", value = 2 },\n}",
      "todo.lua:6: error: '}' expected (to close '{' at line 1) near <eof> [syntax]\n"
        + "  hint: a brace is not closed, it seems in line 3"
    ),
    (
      "return {\n  { key = \"answer\", value = function(c)\n    if c.a then return 1\n"
        + "    else if c.b then return 2 end\n  end },\n}",
      "todo.lua:5: error: unexpected symbol near '}' [syntax]\n"
        + "  hint: write `elseif`; the `if` in `else if` needs an `end` of its own"
    ),
    (
      "return {\n  { key = \"answer\", value = 1 }\n  { key = \"b\", value = 2 },\n}",
      "todo.lua:3: error: '}' expected (to close '{' at line 1) near '{' [syntax]\n"
        + "  hint: is a comma missing before `{`?"
    ),
  ])
  func `a file that is no list of rules is told`(file: String, expected: String) {
    #expect(whole(file) == expected)
  }

  @Test(arguments: [
    ("loacl limit = 1", "local"), ("fucntion limit() return 1 end", "function"),
    ("return { { key = \"answer\", value = fucntion(c) return 1 end } }", "function"),
    ("lcoal function f() end", "local"),
    ("local function f(c) if c.a them return 1 end end", "then"),
    ("local function f(c) if c.a then return 1 elsif c.b then return 2 end end", "elseif"),
    ("local function f(c) if c.a then return 1 esle return 2 end end", "else"),
    ("local function f(c) return 1 edn", "end"), ("local function f(c) retrun c.a end", "return"),
    ("local function f(c) wihle c.a do end end", "while"),
    ("local function f(c) return c.a adn c.b end", "and"), ("local a = fales", "false"),
    ("local function f(c) if c.a then\n elsif (#(c.b) > 1) then return 2 end end", "elseif"),
    ("retrun { }", "return"),
  ])
  func `a keyword with a slip is told`(code: String, keyword: String) {
    #expect(whole("\(code)\nreturn {}").contains("did you mean `\(keyword)`"))
  }

  @Test(arguments: [
    "{ key = \"answer\", when function(c) return true end, value = 1 },",
    "{ key = \"answer\", value = c.unit 1 },", "{ key = \"answer\" when = true, value = 1 },",
    "{ key = \"answer\", value = function(c) return whole(c) c end },",
  ])
  func `a name that resembles a keyword is no slip where it belongs`(rule: String) {
    #expect(!text(rule).contains("did you mean `"))
  }

  /// Mistakes in `{ key = "answer", when = function(c) return … end, value = 1 }`.
  static let operators: [(condition: String, expected: String, hint: String)] = [
    (#"c.todo.title != "x""#, "'end' expected near '!'", "not equal is written `~=`"),
    (#"c.todo.title !== "x""#, "'end' expected near '!'", "not equal is written `~=`"),
    ("c.todo && c.retries", "unexpected symbol near '&'", "write `and`"),
    ("c.todo || c.retries", "unexpected symbol near '|'", "write `or`"),
    (#"c.todo.title === "x""#, "unexpected symbol near '='", "equality is written `==`"),
    (#"c.todo.title = "x""#, "'end' expected near '='", "equality is written `==`"),
    ("!c.todo", "unexpected symbol near '!'", "write `not`"),
    ("c.todo ? 1 : 2", "'end' expected near '?'", "write `condition and one or other`"),
    ("c.todo ?? 2", "'end' expected near '?'", "write `or`"),
    (
      "c.todo?.title", "'end' expected near '?'",
      "what may be nil is tested first: `c.todo and c.todo.title`"
    ),
    (
      "c:todo.title", "function arguments expected near '.'",
      "members are read with `.`, as in `c.title`; `:` calls a method"
    ),
  ]

  @Test(arguments: operators)
  func `an operator of another language is told`(
    condition: String, expected: String, hint: String
  ) {
    // Not where it stands in a string or a comment.
    let quoted = condition.filter { $0 != "\"" }
    for after in ["", #" -- "!=" && ||"#] {
      let rule = #"{ key = "answer", when = function(c) return \#(condition) end, value = 1 },"#
      #expect(text(rule + after) == "todo.lua:2: error: \(expected) [syntax]\n  hint: \(hint)")
    }
    #expect(text(#"{ key = "answer", value = "\#(quoted)" }, -- \#(quoted)"#) == "\"\(quoted)\"")
  }

  static let tables: [(rule: String, expected: String, hint: String)] = [
    (
      #"{ key: "answer", value: 1 },"#, "<name> expected near '\"answer\"'",
      "fields are written with `=`: `key = \"title\"`"
    ),
    (
      #"{ "key": "answer", "value": 1 },"#, "'}' expected near ':'",
      "fields are written with `=`: `key = \"title\"`"
    ),
    (
      #"{ "key" = "answer", value = 1 },"#, "'}' expected near '='",
      "names of fields have no quotes: `key = \"title\"`"
    ),
    (
      #"{ key = "answer", value = [ 1, 2 ] },"#, "unexpected symbol near '['",
      "lists are written with braces: `{ 1, 2 }`"
    ),
    (
      #"{ key = "answer", when = c => c.todo, value = 1 },"#, "'}' expected near '='",
      "write `function(c) return … end` for a function, `=` for a field"
    ),
    (
      #"{ "key" => "answer", "value" => 1 },"#, "'}' expected near '='",
      "write `function(c) return … end` for a function, `=` for a field"
    ),
    (
      #"{ key = "answer" value = 1 },"#, "'}' expected near 'value'",
      "is a comma missing before `value`?"
    ),
    (
      #"{ key = "answer", when = { todo.done = true }, value = 1 },"#, "'}' expected near '='",
      "a path is written `[\"todo.done\"] = true`, or `todo = { done = true }`"
    ),
    (
      #"{ key = "answer", if = true, value = 1 },"#, "unexpected symbol near 'if'",
      "the predicate of a rule is called `when`"
    ),
    (
      #"{ key = "answer", when = function(c) { return c.todo }, value = 1 },"#,
      "unexpected symbol near '{'", "a function has no braces: `function(c) return … end`"
    ),
    (
      #"{ key = "answer", when = function(c) return c.todo, value = 1 },"#,
      "'end' expected near '='", "a function is closed with `end`: `function(c) return … end`"
    ),
    (
      #"{ key = "answer, value = "low" },"#, "'}' expected near 'low'",
      "is a quote missing before `\"low`?"
    ),
    (
      #"{ key = "answer", value = function(c) return "a" . c.retries end },"#,
      "'end' expected near '.'", "strings are joined with `..`"
    ),
    (
      #"{ key = "answer", value = function(c) return c.retries . "a" end },"#,
      "<name> expected near '\"a\"'", "strings are joined with `..`"
    ),
    (
      #"{ key = "answer", value = function(c) if c.todo return 1 end end },"#,
      "'then' expected near 'return'", "a condition ends with `then`: `if … then … end`"
    ),
    (
      #"{ key = "answer", value = function(c) if c.a then return 1 else if c.b then return 2 end end },"#,
      "unexpected symbol near '}'",
      "write `elseif`; the `if` in `else if` needs an `end` of its own"
    ),
    (
      #"// { key = "answer", value = 1 },"#, "unexpected symbol near '//'",
      "comments begin with `--`"
    ),
  ]

  @Test(arguments: tables)
  func `a table of another language is told`(rule: String, expected: String, hint: String) {
    #expect(text(rule) == "todo.lua:2: error: \(expected) [syntax]\n  hint: \(hint)")
  }

  private static let priorities =
    "expected an integer from -32768 to 32767, or one of important, very high, high, normal, "
    + "default, low, very low, fallback [bad-priority]"

  static let values: [(rule: String, expected: String)] = [
    (
      #"{ key = "fancyColor", value = "grey" },"#,
      "rule for `fancyColor` gives \"grey\"; expected one of gray, red, black [wrong-value]\n"
        + "  hint: did you mean \"gray\"?"
    ),
    (
      #"{ key = "retries", value = "three" },"#,
      "rule for `retries` gives \"three\"; expected an integer [wrong-type]"
    ),
    (
      #"{ key = "retries", value = 2.5 },"#,
      "rule for `retries` gives 2.5; expected an integer [wrong-value]"
    ),
    (
      #"{ key = "answer", priority = "hihg", value = 1 },"#,
      "`priority` is \"hihg\"; \(priorities)\n  hint: did you mean \"high\"?"
    ),
    (#"{ key = "answer", priority = 40000, value = 1 },"#, "`priority` is 40000; \(priorities)"),
    (#"{ key = "answer", priority = 1.5, value = 1 },"#, "`priority` is 1.5; \(priorities)"),
  ]

  @Test(arguments: values)
  func `a constant that does not fit is told with its line`(rule: String, expected: String) {
    #expect(text(rule) == "todo.lua:2: error: \(expected)")
  }
}
