import LuaRules
import LuaRulesTools
import Testing

/// What classic rules become.
struct DirectToWebImportTests {
  struct Translation: CustomTestStringConvertible, Sendable {
    let classic: String
    /// The rule without the file around it, and without its indentation.
    let lua: String

    init(_ classic: String, _ lua: String) {
      self.classic = classic
      self.lua = lua
    }

    var testDescription: String { classic }
  }

  /// The rules that a file returns, without the file around them.
  private static func rules(from text: String) throws -> String {
    let file = try DirectToWebImport.lua(from: text, name: "test.rules")
    #expect(file.hasPrefix("--- Imported from test.rules.\n\n"))
    _ = try RuleModel(text: file)
    let start = try #require(file.firstRange(of: "return {\n"))
    return file[start.upperBound...].dropLast(2).split(separator: "\n")
      .map { $0.dropFirst(2) }.joined(separator: "\n")
  }

  @Test(arguments: [
    // Conditions that ask for values are patterns.
    Translation("a = 'x' => k = 1", #"{ key = "k", when = { a = "x" }, value = 1 },"#),
    Translation("*true* => k = 'v'", #"{ key = "k", value = "v" },"#),
    Translation("*TRUE* => k = 'v'", #"{ key = "k", value = "v" },"#),
    Translation("true => k = 'v'", #"{ key = "k", value = "v" },"#),
    Translation("*false* => k = 1", #"{ key = "k", when = false, value = 1 },"#),
    Translation(
      "a.b = 'x' AND a.c = YES and d = 3 => k = 1",
      #"{ key = "k", when = { a = { b = "x", c = true }, d = 3 }, value = 1 },"#),
    Translation("*true* and a = 1 => k = 1", #"{ key = "k", when = { a = 1 }, value = 1 },"#),
    Translation("a = nil => k = nil", #"{ key = "k", when = { a = null }, value = null },"#),
    Translation(
      "a IN ('x', 'y') => k = 1", #"{ key = "k", when = { a = { "x", "y" } }, value = 1 },"#),
    Translation(
      "a in {1, nil} => k = 1", #"{ key = "k", when = { a = { 1, null } }, value = 1 },"#),
    // Others are functions.
    Translation(
      "a != 1 => k = 1", #"{ key = "k", when = function(c) return c.a ~= 1 end, value = 1 },"#),
    Translation(
      "a <> 1 => k = 1", #"{ key = "k", when = function(c) return c.a ~= 1 end, value = 1 },"#),
    Translation(
      "not a = 1 => k = 1", #"{ key = "k", when = function(c) return c.a ~= 1 end, value = 1 },"#),
    Translation(
      "a = b => k = 1", #"{ key = "k", when = function(c) return c.a == c.b end, value = 1 },"#),
    Translation("isOld => k = 1", #"{ key = "k", when = { isOld = true }, value = 1 },"#),
    Translation(
      "a in () => k = 1", #"{ key = "k", when = function(c) return false end, value = 1 },"#),
    Translation(
      "a = 1 or b = 2 and c = 3 => k = 1",
      #"{ key = "k", when = function(c) return c.a == 1 or c.b == 2 and c.c == 3 end, value = 1 },"#
    ),
    Translation(
      "(a = 1 || b = 2) && ! (c = 3 Or d = 4) => k = 1",
      """
      {
        key = "k",
        when = function(c) return (c.a == 1 or c.b == 2) and not (c.c == 3 or c.d == 4) end,
        value = 1,
      },
      """),
    Translation(
      "a = 1 and a = 2 => k = 1",
      #"{ key = "k", when = function(c) return c.a == 1 and c.a == 2 end, value = 1 },"#),
    Translation(
      "a like 'x' => k = 1", #"{ key = "k", when = function(c) return c.a == "x" end, value = 1 },"#
    ),
    Translation(
      "a LIKE '*x.y*' => k = 1",
      #"{ key = "k", when = function(c) return like(c.a, "x%.y") end, value = 1 },"#),
    Translation(
      "a like 'x?' => k = 1",
      """
      {
        key = "k",
        when = function(c) return like(c.a, "^x" .. utf8.charpattern .. "$") end,
        value = 1,
      },
      """),
    Translation(
      "a caseInsensitiveLike 'X*' => k = 1",
      #"{ key = "k", when = function(c) return like_in_any_case(c.a, "^x") end, value = 1 },"#),
    Translation(
      "a in list => k = 1",
      #"{ key = "k", when = function(c) return is_in(c.a, c.list) end, value = 1 },"#),
    // Care for what is not there does not count.
    Translation(
      "a > 1 => k = 1",
      #"{ key = "k", when = function(c) return c.a and c.a > 1 end, value = 1, complexity = 1 },"#),
    Translation(
      "a.b != 1 => k = 1",
      #"{ key = "k", when = function(c) return (c.a and c.a.b) ~= 1 end, value = 1, complexity = 1 },"#
    ),
    // Values.
    Translation(
      "*true* => k = (a, 'b c', (1, 2.5), ())",
      #"{ key = "k", value = { "a", "b c", { 1, 2.5 }, {} } },"#),
    Translation(
      "*true* => k = { a = 1; 'b c' = x; }", #"{ key = "k", value = { a = 1, ["b c"] = "x" } },"#),
    Translation(
      #"*true* => k = "a \"b\" \\ \t \u00e9 \101""#, #"{ key = "k", value = "a \"b\" \\ \t é A" },"#
    ),
    Translation("*true* => k = -9223372036854775808", #"{ key = "k", value = math.mininteger },"#),
    Translation("*true* => k = -1.5e3", #"{ key = "k", value = -1500.0 },"#),
    Translation(
      "*true* => k = a.end",
      #"{ key = "k", value = function(c) return or_null(c.a and c.a["end"]) end },"#),
    Translation("*true* => a.b = 1", #"{ key = "a.b", value = 1 },"#),
    // Assignment classes.
    Translation("*true* => k = 'v' [Assignment]", #"{ key = "k", value = "v" },"#),
    Translation(
      "*true* => k = \"true\" [com.webobjects.directtoweb.BooleanAssignment]",
      #"{ key = "k", value = true },"#),
    Translation("*true* => k = 0 [WO:BooleanAssignment]", #"{ key = "k", value = false },"#),
    Translation(
      "*true* => k = 'other' [DelayedKeyValueAssignment]",
      #"{ key = "k", value = function(c) return or_null(c.other) end },"#),
    // Priorities.
    Translation("100: *true* => k = 1", #"{ key = "k", value = 1 },"#),
    Translation("-7 : *true* => k = 1", #"{ key = "k", value = 1, priority = -7 },"#),
    Translation("*true* => k = 1; high", #"{ key = "k", value = 1, priority = "high" },"#),
    Translation("*true* => k = 1; Very Low", #"{ key = "k", value = 1, priority = "very low" },"#),
    Translation("*true* => k = 1;", #"{ key = "k", value = 1 },"#),
    Translation("*true* => k = 1; 42", #"{ key = "k", value = 1, priority = 42 },"#),
    // Several rules, and comments.
    Translation(
      "*true* => k = 1; a = 1 => k = 2; low\n2: *true* => k = 3",
      """
      { key = "k", value = 1 },
      { key = "k", when = { a = 1 }, value = 2, priority = "low" },
      { key = "k", value = 3, priority = 2 },
      """),
    Translation(
      "// first\n*true* => k = 1 # its own\n/* second\n * line */\n*true*\n => k = 2\n# end",
      """
      -- first
      -- its own
      { key = "k", value = 1 },
      -- second
      -- line
      { key = "k", value = 2 },
      -- end
      """),
  ])
  func `a classic rule becomes Lua`(_ translation: Translation) throws {
    #expect(try Self.rules(from: translation.classic) == translation.lua)
  }

  @Test(arguments: [
    (
      "a likes 'x' => k = 1",
      "1: error: column 3: unknown operator `likes` [syntax]\n  hint: did you mean `like`?"
    ),
    ("a = 1 => k", "1: error: column 11: expected `=`, found the end of the text [syntax]"),
    (
      "a = 1\n  => = 2",
      "2: error: column 6: expected the key that the rule assigns, found `=` [syntax]"
    ),
    ("a = => k = 1", "1: error: column 5: expected a value, found `=>` [syntax]"),
    ("(a = 1 => k = 1", "1: error: column 8: expected `)`, AND, or OR, found `=>` [syntax]"),
    (
      "a = 'x => k = 1",
      "1: error: column 5: the string has no end [syntax]\n  hint: close it with ' on its line"
    ),
    (
      "a = '\\q' => k = 1",
      "1: error: column 6: unknown escape `\\q` [syntax]\n  hint: a backslash itself is written `\\\\`"
    ),
    (
      "a = $x => k = 1",
      "1: error: column 5: unexpected character `$` [syntax]\n  hint: variables of the program have no equivalent in a rule file"
    ),
    (
      "*treu* => k = 1",
      "1: error: column 1: there is no constant `*treu*` [syntax]\n  hint: write `*true*` or `*false*`"
    ),
    ("a = 1x => k = 1", "1: error: column 5: `1x` is no number [syntax]"),
    (
      "a = 9223372036854775808 => k = 1",
      "1: error: column 5: the integer `9223372036854775808` does not fit into 64 bits [syntax]"
    ),
    (
      "a..b = 1 => k = 1",
      "1: error: column 1: `a..b` is no path [syntax]\n  hint: names have one dot between them"
    ),
    (
      "list.@count = 1 => k = 1",
      "1: error: column 1: `list.@count`: operators in paths have no equivalent [syntax]\n  hint: write the rule by hand"
    ),
    (
      "a < nil => k = 1",
      "1: error: column 5: expected a number, a string or a key, found `nil` [syntax]"
    ),
    (
      "/* a => k = 1",
      "1: error: column 1: the comment has no end [syntax]\n  hint: close it with `*/`"
    ),
    (
      "*true* => k = 1 [BoolAssignmnt]",
      "1: error: column 18: the assignment class `BoolAssignmnt` has no equivalent [syntax]\n  hint: did you mean `BoolAssignment`?"
    ),
    (
      "*true* => k = 'x' [BooleanAssignment]",
      "1: error: column 20: this assignment class takes true or false [syntax]"
    ),
    (
      "*true* => k = 1; hihg",
      "1: error: column 18: unknown priority `hihg` [syntax]\n  hint: did you mean `high`?"
    ),
    (
      "40000: *true* => k = 1",
      "1: error: column 1: the priority 40000 is out of range [syntax]\n  hint: it goes from -32768 to 32767"
    ),
    (
      "1: *true* => k = 1; 2",
      "1: error: column 21: the rule has two priorities [syntax]\n  hint: write it before the condition, or behind `;`"
    ),
    (
      "*true* => k = 1 j = 2",
      "1: error: column 17: expected `;` or the end of the line, found `j` [syntax]"
    ),
    (
      "*true* => k = { a = 1; a = 2; }", "1: error: column 24: the name `a` is there twice [syntax]"
    ),
  ])
  func `what is no rule is told with line and column`(text: String, error: String) throws {
    let thrown = try #require(throws: RuleError.self) {
      try DirectToWebImport.lua(from: text, name: "t")
    }
    #expect(thrown.description == "t:\(error)")
  }

  @Test func `all bad rules are told at once`() throws {
    let text = "a likes 'x' => k = 1\n*true* => k = 2\nb = => k = 3\n*true* => k = 4 [X]\n"
    let error = try #require(throws: RuleError.self) { try DirectToWebImport.lua(from: text) }
    #expect(([error] + error.others).map(\.location?.line) == [1, 3, 4])
  }

  private static func lines(ofMistakesIn text: String) -> [Int?] {
    do throws(RuleError) {
      _ = try DirectToWebImport.lua(from: text)
      return []
    } catch {
      return ([error] + error.others).map(\.location?.line)
    }
  }

  @Test func `mistakes in words, texts and numbers are told with all others`() {
    let text = """
      a = 'x => k = 1
      *true* => k = 2
      a = $b => k = 3
      a likes 1 => k = 4
      a = 'q\\q' => k = '\\z' ; hihg
      a = 9223372036854775808 => k = 5
      a = 1 ~ => k = 6
      *true* => k = 7; hihg
      a = 1 => k = 2 /* and on
      """
    #expect(Self.lines(ofMistakesIn: text) == [1, 3, 4, 5, 5, 6, 7, 8, 9])
  }

  @Test(arguments: ["veryhihg", "12345678901", "very high"])
  func `a mistake behind a bad priority is told`(priority: String) {
    let text = "1 : a = 1 => b = 2; \(priority)\n=> k = 1\n*true* => k = 2\n"
    #expect(Self.lines(ofMistakesIn: text) == [1, 2])
  }

  @Test func `more mistakes than anybody wants to count are told`() {
    let text = String(repeating: "a likes 1 => k = 1\n", count: 200)
    #expect(Self.lines(ofMistakesIn: text) == Array(1...200))
  }

  @Test(arguments: [
    "a = 1", "a = 1 =>", "a = 1 => k", "a = 1 => k =", "(a = 1", "a in ('x', 'y'",
    "a = 1 => k = (1", "a = 1 => k = 1 [", "a = 1 => k = 1 [Assignment", "a =", "a like",
  ])
  func `what is missing is told at the end of its own line`(_ broken: String) throws {
    for rest in ["", "\n\n", "\n// a comment\n", "\nb = 1 => k = 2\n*true* => k = 3\n"] {
      let text = "*true* => k = 0\n\(broken)\(rest)"
      let error = try #require(throws: RuleError.self) { try DirectToWebImport.lua(from: text) }
      #expect(error.location?.line == 2, "\(text)\n\(error)")
      #expect(error.others.isEmpty, "\(text)\n\(error)")
    }
  }

  @Test(arguments: ["(", "! ", "a = ("])
  func `nesting has an end`(_ text: String) throws {
    let nested = String(repeating: text, count: 100_000) + "a = 1"
    let error = try #require(throws: RuleError.self) { try DirectToWebImport.lua(from: nested) }
    #expect(error.code == .syntax)
  }

  static let longPaths = [
    "true => k = 1;\n%@ = 'x' => k = 1;", "\na = 'x' and b in %@ => k = 1;",
    "true => k = 1;\ntrue => k = %@;", "\ntrue => %@ = 1;",
  ]

  @Test(.timeLimit(.minutes(15)), arguments: longPaths, [33, 2400, 100_000])
  func `a path of too many names is told with its line`(_ text: String, _ count: Int) {
    let path = Array(repeating: "a", count: count).joined(separator: ".")
    let error = #expect(throws: RuleError.self) {
      try DirectToWebImport.lua(from: text.replacing("%@", with: path), name: "test.rules")
    }
    #expect(error?.location?.line == 2)
    #expect(
      error?.message.hasSuffix(
        "`a.a.a…` is no path: it \(count > 500 ? "is longer than 1000 bytes" : "has more than 32 names")"
      ) == true)
  }

  @Test func `a path of as many names as can be read is imported`() throws {
    let path = Array(repeating: "a", count: 32).joined(separator: ".")
    for text in ["\(path) = 'x' => k = 1;", "\(path) != 'x' => k = \(path);"] {
      _ = try Self.rules(from: text)
    }
  }

  @Test(.timeLimit(.minutes(15))) func `many members of one object are imported`() throws {
    let parts = (0..<20_000).map { "a.b\($0) = 1" }.joined(separator: " and ")
    #expect(try Self.rules(from: "\(parts) => k = 1;").utf8.count > 20_000)
  }

  @Test func `an empty text is an empty file`() throws {
    #expect(try Self.rules(from: "\u{FEFF} \n") == "")
  }

  @Test func `a thousand rules are imported`() throws {
    let text = (0..<1000).map { "a.b > \($0) and c = '\($0)' => k = \($0); \($0)\n" }.joined()
    #expect(try RuleModel(text: DirectToWebImport.lua(from: text)).ruleCount == 1000)
  }
}
