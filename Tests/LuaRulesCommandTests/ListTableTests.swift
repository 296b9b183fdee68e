import Foundation
import Testing

@testable import DecisionImport

/// Rules that are written back as a decision table.
struct ListTableTests {
  // MARK: Cells

  @Test(arguments: ImportTableTests.cells)
  func `a cell that is written means what it meant`(cell: String, lua: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("t.csv", "policy,first-declared\nin a,out b\n\(quoted(cell)),1\n-,2\n")
    let first = try CommandRun(["import", "t.csv"], in: folder.url)
    // Some cells need the type of their column.
    guard first.status == 0 else { return }
    _ = try folder.file("t.lua", first.output)
    let list = try CommandRun(["list", "t.lua", "--format", "csv"], in: folder.url)
    #expect(list.errors == "" && list.status == 0, "\(first.output)")
    _ = try folder.file("t.csv", list.output)
    let second = try CommandRun(["import", "t.csv"], in: folder.url)
    // A number has as many digits as it needs, and its column the width of that.
    let expected = first.output.replacing("1.50", with: "1.5")
    #expect(words(second.output) == words(expected), "\(list.output)")
  }

  private func words(_ text: String) -> [Substring] { text.split(separator: " ") }

  private func quoted(_ cell: String) -> String {
    "\"\(cell.replacing("\"", with: "\"\""))\""
  }

  static let conditions: [(conditions: [CellCondition], type: ColumnType?, text: String?)] = [
    ([], nil, "-"), ([.equal(.text("free"))], nil, "free"), ([.equal(.text("18"))], nil, "\"18\""),
    ([.equal(.text("-"))], nil, "\"-\""), ([.equal(.text("null"))], nil, "\"null\""),
    ([.equal(.text("not (a)"))], nil, "\"not (a)\""), ([.equal(.null)], nil, "null"),
    ([.equal(.text("a, b")), .equal(.text("c"))], nil, "\"a, b\", c"),
    ([.equal(.text("a")), .equal(.text("1,2"))], nil, nil),
    ([.equal(.text("a")), .equal(.text("1,2"))], .text, "a, \"1,2\""),
    ([.equal(.text("a \"b\""))], nil, "\"a \"\"b\"\"\""), ([.equal(.text(""))], nil, "\"\""),
    ([.equal(.text(" a "))], nil, "\" a \""), ([.equal(.text("a\nb"))], nil, "\"a\nb\""),
    ([.none([.text("a"), .text("b c")])], nil, "not(a, b c)"),
    ([.none([.text("a)")])], nil, "not(\"a)\")"), ([.none([.text("< 5")])], nil, "not(\"< 5\")"),
    ([.comparison(.moreThan, .text("b"))], nil, "> \"b\""),
    ([.comparison(.lessThan, .text("2026-01-31"))], nil, nil),
    ([.range(.text("a"), isLeastInside: true, .text("c"), isMostInside: false)], nil, nil),
    (
      [.range(.text("a"), isLeastInside: true, .text("c"), isMostInside: false)], .text,
      "[\"a\"..\"c\")"
    ),
    ([.between(after: "2025-12-31", before: "2026-02-01")], nil, "[2026-01-01..2026-01-31]"),
    ([.between(after: "2026-01-01", before: "2026-01-02")], nil, "(2026-01-01..2026-01-02)"),
    ([.before("2026-02-01T10:00:00Z")], nil, nil),
    ([.equal(.integer(.min))], nil, "-9223372036854775808"),
    ([.equal(.number("1e+16"))], nil, "1e+16"),
    ([.comparison(.lessThan, .integer(3)), .none([.integer(9)])], nil, "< 3, not(9)"),
    ([.equal(.text("x"))], .enumeration(["free", "pro"]), nil),
    ([.equal(.text("pay-as-you-go"))], .enumeration(["free", "pay-as-you-go"]), "pay-as-you-go"),
  ]

  @Test(arguments: conditions)
  func `conditions are written if a cell can say them`(
    conditions: [CellCondition], type: ColumnType?, text: String?
  ) {
    #expect(InputCell.text(of: conditions, type) == text)
  }

  // MARK: Generated tables

  @Test(arguments: 20...34)
  func `a table that is written and read again is the same Lua`(seed: Int) throws {
    var random = Seeded(state: UInt64(seed))
    let folder = try TemporaryFolder()
    let csv = GeneratedTable.csv(&random)
    _ = try folder.file("t.csv", csv)
    let made = try CommandRun(["import", "t.csv", "--output", "first"], in: folder.url)
    try #require(made.status == 0, "\(csv)\n\(made.errors)")
    let lua = try text("first/t.lua", in: folder)
    let list = try CommandRun(
      ["list", "first/t.lua", "--schema", "first/t.schema.json", "--format", "csv"], in: folder.url)
    #expect(list.errors == "" && list.status == 0, "\(csv)\(list.errors)")
    _ = try folder.file("t.csv", list.output)
    let again = try CommandRun(["import", "t.csv", "--output", "second"], in: folder.url)
    #expect(again.status == 0, "\(list.output)\(again.errors)")
    #expect(try text("second/t.lua", in: folder) == lua, "\(csv)\n\(list.output)")
    // If no row has an answer, there are no tests.
    let tests = ["first", "second"].map { try? text("\($0)/t.test.lua", in: folder) }
    #expect(tests[0] == tests[1])
  }

  private func text(_ path: String, in folder: TemporaryFolder) throws -> String {
    try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
  }

  @Test(arguments: ["first", "collect", "first-declared", "unique", "sum", "count"], 1...2)
  func `rules with ranks give the same answers as their table`(policy: String, seed: Int) throws {
    var random = Seeded(state: UInt64(seed * 100 + policy.count))
    let folder = try TemporaryFolder()
    let type =
      policy == "collect" ? #""type":"array","items":{"type":"integer"}"# : #""type":"integer""#
    _ = try folder.file(
      "rules.schema.json",
      """
      { "properties": { "n": { \(type), "x-hit-policy": "\(policy)" },
        "age": { "type": ["integer", "null"] }, "plan": { "enum": ["free", "pro", null] } } }
      """)
    _ = try folder.file("rules.lua", GeneratedTable.rules(&random))
    let list = try CommandRun(
      ["list", "rules.lua", "--schema", "rules.schema.json", "--format", "csv"], in: folder.url)
    #expect(list.errors == "" && list.status == 0, "\(list.errors)")
    _ = try folder.file("t.csv", list.output)
    let again = try CommandRun(["import", "t.csv", "--output", "made"], in: folder.url)
    try #require(again.status == 0, "\(list.output)\(again.errors)")
    var contexts = ""
    for age in ["null", "1", "3", "5", "7", "9"] {
      for plan in ["null", #""free""#, #""pro""#] {
        contexts += #"{"age":\#(age),"plan":\#(plan)}"# + "\n"
      }
    }
    _ = try folder.file("contexts", contexts)
    func answers(_ rules: String, _ schema: String) throws -> String {
      let run = try CommandRun(
        ["eval", rules, "--schema", schema, "--contexts", "contexts", "--key", "n"], in: folder.url)
      // An error names its line, which differs.
      return run.output + "status \(run.status)"
    }
    let expected = try answers("rules.lua", "rules.schema.json")
    // Two rules that answer where one must are an error, and the last line.
    #expect(policy == "unique" || expected.split(separator: "\n").count == 19, "\(expected)")
    let rules = try text("rules.lua", in: folder)
    #expect(
      try answers("made/t.lua", "made/t.schema.json") == expected, "\(rules)\n\(list.output)")
  }

  // MARK: Rules beside the table

  @Test func `rules that no cells state are named with their line and the reason`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file(
      "r.lua",
      #"""
      return {
        { key = "a", name = "old", doc = "for all, \"really\"", when = { age = at_least(65) }, value = 1 },
        { key = "a", when = function(c) return c.age == 3 end, value = 2 },
        { key = "a", when = { age = at_most(3) }, value = function(c) return c.age end },
        { key = "a", when = { plan = starts_with("p") }, value = 3 },
        { key = "a", when = { age = "x" }, value = 4 },
        { key = "a", when = { ["two words"] = 1 }, value = 5 },
        { key = "a", when = { age = 3 }, value = { 1, 2 } },
        { key = "a", when = false, value = 6 },
        { key = "pin", when = { age = 3 }, value = 7 },
        { key = "a", when = { pin = 3 }, value = 8 },
        { when = { plan = "pro" }, rules = { { key = "a", when = { age = { 1, 2 } }, value = 9 } } },
        { key = "a", value = 0 },
      }
      """#)
    _ = try folder.file(
      "s.json", #"{"properties":{"pin":{"type":"integer","writeOnly":true},"a":{}}}"#)
    let run = try CommandRun(
      ["list", "r.lua", "--schema", "s.json", "--format", "csv", "--unused-keys", "allow"],
      in: folder.url)
    #expect(
      run.output == #"""
        policy,first-declared
        plan,age,out a,# name,# doc
        pro,"1, 2",9,,
        -,>= 65,1,old,"for all, ""really"""
        -,-,0,,

        """#)
    #expect(
      run.errors == """
        r.lua:3: note: the rule for `a` is not in the table: its condition is a function
        r.lua:4: note: the rule for `a` is not in the table: its value is a function
        r.lua:5: note: the rule for `a` is not in the table: no cell can say `starts_with("p")`, which it requires of `plan`
        r.lua:6: note: the rule for `a` is not in the table: its text in the column `age` is beside numbers
        r.lua:7: note: the rule for `a` is not in the table: no column can be named `two words`
        r.lua:8: note: the rule for `a` is not in the table: no cell can give a table to `a`
        r.lua:9: note: the rule for `a` is not in the table: it never applies
        r.lua:10: note: the rule for `pin` is not in the table: the key is secret
        r.lua:11: note: the rule for `a` is not in the table: it tests `pin`, which is secret

        """)
    #expect(run.status == 0)
  }

  @Test func `several tables are told apart by a key`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file(
      "r.lua",
      """
      return {
        { when = { age = 1 }, set = { b = 1, a = 2 } },
        { key = "c", when = { age = 1 }, value = 3 },
        { key = "d", value = function(c) return c.age end },
      }
      """)
    func list(_ arguments: String...) throws -> CommandRun {
      try CommandRun(["list", "r.lua", "--format", "csv"] + arguments, in: folder.url)
    }
    let several = try list()
    #expect(
      several.errors == """
        error: the rules are 2 tables, of the keys a, b; c [bad-table]
          hint: choose one with --key a

        """)
    #expect(several.status == 1 && several.output == "")
    #expect(try list("--key", "b").output == "policy,first-declared\nage,out a,out b\n1,2,1\n")
    #expect(try list("--key", "c").output == "policy,first-declared\nage,out c\n1,3\n")
    let function = try list("--key", "d")
    #expect(function.errors.contains("error: no rule of `d` is a row of a table [bad-table]"))
    #expect(try list("--key", "e").errors == "error: no rule assigns `e` [bad-table]\n")
    let text = try CommandRun(["list", "r.lua", "--key", "a"], in: folder.url)
    #expect(text.status == 64 && text.errors.contains("--key is for --format csv"))
  }

  @Test func `keys with other hit policies are other tables, and a fallback comes last`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file(
      "r.lua",
      """
      return table {
        inputs = { "plan", "age", "unused" }, outputs = { "b", "a" },
        rows = { { "pro", 3, "-", 1, 2 }, { "-", 3, "-", 3, "-" } },
      }
      """)
    _ = try folder.file(
      "base.lua", "return {{ key = 'b', when = { age = 3, plan = 'free' }, value = 4 }}")
    _ = try folder.file(
      "s.json",
      #"{"properties":{"a":{"x-hit-policy":"any"},"b":{"type":"integer"},"plan":{"enum":["free","pro"]}}}"#
    )
    let run = try CommandRun(
      [
        "list", "r.lua", "--fallback", "base.lua", "--schema", "s.json", "--format", "csv", "--key",
        "b",
      ],
      in: folder.url)
    #expect(
      run.output
        == "policy,first-declared\nplan : free|pro,age,unused,out b : integer\npro,3,-,1\n-,3,-,3\nfree,3,-,4\n",
      "\(run.errors)")
  }
}

/// Tables and rules made up of random parts.
private enum GeneratedTable {
  /// Forms of the cells of a column.
  private struct Column {
    let title: String
    let cells: [String]
  }

  private static let inputs = [
    Column(
      title: "age : integer",
      cells: ["18", ">= 65", "< 18", "[18..65)", "1, 2, 3", "not(5)", "(0..4]", "null", "< 3, > 9"]),
    Column(
      title: "weight",
      cells: ["0.5", "<= 2.5", "(0.5..5]", "> 5", "1.25, 2.75", "not(0.5, 1.5)"]),
    Column(
      title: "customer.plan : free|team|pro",
      cells: ["free", "team, pro", "not(free)", "not(free, team)"]),
    Column(
      title: "note",
      cells: [
        "plain", "two words", "\"a, b\"", "\"5\"", "\"true\", x", "\"-\"", "\"say \"\"hi\"\"\"",
        "\"1,2\"", "> \"m\"", "not(\"<5\")", "\"\"", "null", "é", "\"x\"\"\", y",
      ]),
    Column(title: "active", cells: ["true", "false", "not(true)", "null"]),
    Column(
      title: "since : date",
      cells: [
        "2026-01-31", "< 2026-02-01", "> 2026-02-01", "[2026-01-01..2026-01-31]",
        "(2026-03-01..2026-03-02)", "not(2026-05-05)", "null",
      ]),
  ]

  private static let numbers = ["0", "-3", "20", "9223372036854775807"]
  private static let texts = [
    "senior", "\"a \"\"b\"\" c\"", "\"true\"", "two words", "\"1,2\"", "x-y", "\"=5\"", "null",
  ]

  /// A table whose order of rows decides, or does not matter.
  static func csv(_ random: inout Seeded) -> String {
    let policies: [(word: String, outputs: [(title: String, cells: [String])])] = [
      ("first-declared", [("out price : integer", numbers), ("out label", texts)]),
      ("unique", [("out label", texts)]), ("any", [("out ok", ["true", "false", "null"])]),
      ("collect-declared", [("out label", texts.dropLast()), ("out price", numbers)]),
      ("sum", [("out price", ["1.5", "2", "-0.25"])]), ("count", [("out label", texts)]),
      ("priority", [("out level : low|high|very high", ["low", "high", "very high"])]),
      ("output-order", [("out level : low|high", ["low", "high"])]),
    ]
    let policy = policies[Int(random.next() % UInt64(policies.count))]
    let columns = inputs.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
    let hasDocs = Bool.random(using: &random)
    var rows = [columns.map(\.title) + policy.outputs.map(\.title) + (hasDocs ? ["# why"] : [])]
    for row in 0..<Int.random(in: 1...8, using: &random) {
      var cells = columns.map { column in
        Int.random(in: 0..<3, using: &random) == 0
          ? "-" : column.cells.randomElement(using: &random) ?? ""
      }
      for output in policy.outputs {
        // Each row gives something.
        let isEmpty = row > 0 && output.title != policy.outputs[0].title
        cells.append(
          isEmpty && Bool.random(using: &random)
            ? "-" : output.cells.randomElement(using: &random) ?? "")
      }
      if hasDocs {
        cells.append(["", "why, \"so\"", "because"].randomElement(using: &random) ?? "")
      }
      rows.append(cells)
    }
    let lines = rows.map { row in
      row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
    }
    return "policy,\(policy.word)\n" + lines.joined(separator: "\n") + "\n"
  }

  /// Rules of the key `n` with priorities and complexities.
  static func rules(_ random: inout Seeded) -> String {
    var rules = ""
    for value in 1...Int.random(in: 2...8, using: &random) {
      var tests: [String] = []
      if Bool.random(using: &random) {
        let ages = ["3", "at_least(5)", "less_than(7)", "{ 1, 9 }", "between(3, 7)", "is_not(5)"]
        tests.append("age = \(ages.randomElement(using: &random) ?? "")")
      }
      if Bool.random(using: &random) {
        tests.append("plan = \(["\"free\"", "is_not(null)"].randomElement(using: &random) ?? "")")
      }
      let when = tests.isEmpty ? "" : " when = { \(tests.joined(separator: ", ")) },"
      let ranks = ["", "", " priority = \"high\",", " priority = \"low\",", " complexity = 5,"]
      let rank =
        when.isEmpty
        ? ranks[Int.random(in: 0..<4, using: &random)] : ranks.randomElement(using: &random) ?? ""
      rules += "  { key = \"n\",\(when)\(rank) value = \(value) },\n"
    }
    // A table needs an input.
    return
      "return {\n\(rules)  { key = \"n\", when = { age = 100, plan = \"pro\" }, value = 0 },\n}\n"
  }
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
