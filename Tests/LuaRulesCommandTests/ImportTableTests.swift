import Foundation
import Testing

@testable import DecisionImport

/// Decision tables of spreadsheets.
struct ImportTableTests {
  static let cells: [(cell: String, lua: String)] = [
    ("", "\"-\""), ("-", "\"-\""), ("18", "18"), (" 18 ", "18"), ("1.50", "1.50"), ("-3", "-3"),
    ("007", "\"007\""), ("free", "\"free\""), ("\"18\"", "\"18\""), ("TRUE", "true"),
    ("null", "null"),
    ("a \"b\"", #""a \"b\"""#), (#"C:\x"#, #""C:\\x""#),
    ("–", "\"-\""), ("NULL", "null"), ("\"-\"", "one_of { \"-\" }"), ("not (a)", "is_not(\"a\")"),
    ("> \"b\"", "more_than(\"b\")"), (">= 18", "at_least(18)"), (">18", "more_than(18)"),
    ("<= 2.5", "at_most(2.5)"),
    ("< 5", "less_than(5)"), ("= 5", "5"), ("!= free", "is_not(\"free\")"), ("<> 5", "is_not(5)"),
    ("[1..5]", "between(1, 5)"), ("[1..5)", "between(1, 5, \"[)\")"),
    ("(1..5]", "between(1, 5, \"(]\")"),
    ("]1..5[", "between(1, 5, \"()\")"), ("1..5", "between(1, 5)"),
    ("[ -1 .. 2.5 ]", "between(-1, 2.5)"),
    ("a, b", "{ \"a\", \"b\" }"), ("\"a\",\"b\"", "{ \"a\", \"b\" }"), ("\"a, b\"", "\"a, b\""),
    ("< 3, > 5", "{ less_than(3), more_than(5) }"), ("1, [5..7]", "{ 1, between(5, 7) }"),
    ("not(a)", "is_not(\"a\")"), ("not(\"a\", \"b\")", "none_of { \"a\", \"b\" }"),
    ("not(> 5)", "at_most(5)"), ("not(<5)", "at_least(5)"),
    ("< 2026-02-01", "before(\"2026-02-01\")"), ("<= 2026-02-28", "before(\"2026-03-01\")"),
    ("> 2026-02-01", "after(\"2026-02-01\")"), (">= 2026-03-01", "after(\"2026-02-28\")"),
    ("[2026-01-01..2026-01-31]", "all_of { after(\"2025-12-31\"), before(\"2026-02-01\") }"),
    ("[2024-02-28..2024-03-01)", "all_of { after(\"2024-02-27\"), before(\"2024-03-01\") }"),
  ]

  @Test(arguments: cells)
  func `a cell becomes what a person would write`(cell: String, lua: String) throws {
    #expect(try InputCell(cell, nil).lua == lua)
  }

  static let faults: [(cell: String, type: ColumnType?, message: String)] = [
    ("x", .integer, "`x` is not an integer"), ("1.5", .integer, "`1.5` is not an integer"),
    ("yes", .boolean, "`yes` is not true or false"),
    ("> true", nil, "`true` in `> true` has no order"),
    ("[1..", nil, "`[1..` opens with a bracket, and does not close with one"),
    ("[1..x]", nil, "`[1..x]` is not a range of numbers, dates or texts"),
    ("gold", .enumeration(["free", "team"]), "`gold` is not one of free, team"),
    ("2026-02-30", .date, "`2026-02-30` is not a date such as 2026-01-31"),
    (">=", nil, "`>=` is not a value"),
    (
      "not(< 5, > 7)", nil,
      "`not(< 5, > 7)` has several conditions; write them in rows of their own"
    ),
    (
      "1,5", nil,
      "`1,5` may be one number or two; write a point in a number, and a space behind other commas"
    ),
  ]

  @Test(arguments: faults)
  func `a cell that is not understood is refused`(cell: String, type: ColumnType?, message: String)
  {
    let fault = #expect(throws: CellFault.self) { try InputCell(cell, type) }
    #expect(fault?.message == message)
  }

  @Test func `names, types and roles are read from the header`() throws {
    let table = try CSVReader.table(
      from: "in Customer.Age;Order total : number;In valid;out Price;out note\n1;2;true;3;-\n")
    #expect(table.inputs.map(\.name) == ["Customer.Age", "orderTotal", "inValid"])
    #expect(table.inputs.map(\.type) == [.integer, .number, .boolean])
    #expect(table.outputs.map(\.name) == ["Price", "note"])
    #expect(table.policy == .firstDeclared)
    let unmarked = try CSVReader.table(from: "\u{FEFF}policy\tC+\na\tb\n1\t2\n")
    #expect(unmarked.outputs.map(\.name) == ["b"] && unmarked.policy == .sum)
  }

  static let headers: [(text: String, fault: String)] = [
    ("", "1 there is no header"), ("a,b\n", "1 the table has no rows"),
    ("policy,frist\na,b\n1,2\n", "1 `frist` is no hit policy"),
    ("a : int4,b\n1,2\n", "1 `int4` in the header is no type"),
    ("1a,b\n1,2\n", "1 column 1 has no name that a rule can read"),
    ("end,b\n1,2\n", "1 column 1 has no name that a rule can read"),
    ("a,out b,out b\n1,2,3\n", "1 the output `b` has two columns"),
    ("a,a,b\n1,2,3\n", "1 the input `a` has two columns"),
    ("out b\n1\n", "1 the header has no input"),
    ("a,a.x,b\n1,2,3\n", "1 `a` cannot be a column beside its member `a.x`"),
    ("Größe,b\n1,2\n", "1 column 1 has no name that a rule can read"),
    ("zip,b\n10115,1\n01067,2\n", "1 the column `zip` has texts and 10115"),
    ("policy,P\na,b\n1,x\n", "2 the policy priority requires the order of the values of `b`"),
    ("policy,C+\na,b\n1,x\n", "2 `b` has no numbers, of which the policy is sum"),
    (
      "a;b\n1;2,75\n",
      "2 in the column `b`, `2,75` may be a number with a comma; write a point, or quotation marks around a text"
    ),
    ("a,out a\n1,2\n", "1 `a` is both an input and an output"),
    ("in a,in b\n1,2\n", "1 the header has no output"),
    ("a,b\n\n1,\"2\n", "3 quotation marks are not closed, or not doubled"),
    ("a,b\n1,2,3\n", "2 the row has more cells than the header has columns"),
  ]

  @Test(arguments: headers)
  func `a table that is not understood is refused with its line`(text: String, fault: String) {
    let faults = #expect(throws: DecisionTableFaults.self) { try CSVReader.table(from: text) }
    #expect(faults.map { "\($0.first.line) \($0.first.message)" } == fault)
  }

  @Test func `a folder gets rules, a schema and tests that pass`() throws {
    let files = try TemporaryFolder()
    _ = try files.file(
      "tariff.csv",
      """
      policy,unique
      age,plan : free|team|pro,customer.since,out discount,out label
      >= 65,free,,20,senior
      "[18..65)","team, pro",>= 2026-01-01,10,
      < 18,not(pro),-,5.25,"a ""b"" c"
      """)
    let run = try CommandRun(["import", "tariff.csv", "--output", "rules"], in: files.url)
    #expect(run.output == "rules/tariff.lua\nrules/tariff.schema.json\nrules/tariff.test.lua\n")
    #expect(run.errors == "" && run.status == 0)
    let schema = ["--schema", "rules/tariff.schema.json"]
    let tests = try CommandRun(["test", "rules"] + schema, in: files.url)
    #expect(tests.status == 0, "\(tests.output)\(tests.errors)")
    #expect(tests.output.contains("3 tests, all passed"), "\(tests.output)")
    let check = try CommandRun(["check", "rules"] + schema, in: files.url)
    #expect(check.status == 0, "\(check.output)\(check.errors)")
    let answer = try CommandRun(
      [
        "eval", "rules/tariff.lua", "--key", "discount", "--set", "age=40", "--set", "plan=pro",
        "--set", #"customer={"since":"2026-05-01"}"#,
      ] + schema, in: files.url)
    #expect(answer.output == "10\n", "\(answer.errors)")
  }

  @Test func `an option for tables is refused for other files`() throws {
    let files = try TemporaryFolder()
    _ = try files.file("old.rules", "*true* => k = 1")
    let run = try CommandRun(["import", "old.rules", "--output", "rules"], in: files.url)
    #expect(run.status == 64 && run.errors.contains("--output is for .csv and .dmn files"))
  }
}
