import Foundation
import Testing

@testable import DecisionImport

/// Decision tables and folders of imported models.
struct ImportDMNTablesTests {
  /// A table about an age, with the rows `>= 18` and `>= 65`.
  private static func table(
    _ policy: String, _ outputs: String = "<output/>", _ first: String = "10",
    _ second: String = "20", type: String = ""
  ) -> String {
    let rows = [(">= 18", first), (">= 65", second)].map { test, value in
      """
          <rule><inputEntry><text>\(test.escaped)</text></inputEntry><outputEntry><text>\(value.escaped)</text></outputEntry></rule>

      """
    }
    return DMN.model(
      """
        <itemDefinition name="tLevel"><typeRef>string</typeRef>
          <allowedValues><text>"high", "low"</text></allowedValues></itemDefinition>
        <inputData id="age" name="Age of applicant"><variable name="Age of applicant" typeRef="number"/></inputData>
        <decision id="d" name="d"><variable name="d"\(type.isEmpty ? "" : " typeRef=\"\(type)\"")/>
          <informationRequirement><requiredInput href="#age"/></informationRequirement>
          <decisionTable \(policy)>
          <input><inputExpression><text>Age of applicant</text></inputExpression></input>
          \(outputs)
      \(rows.joined())    </decisionTable>
        </decision>

      """)
  }

  static let levels = "<output><outputValues><text>\"high\", \"low\"</text></outputValues></output>"

  /// Tables, with the answers for no age, 5, 20 and 70.
  static let policies: [(name: String, model: String, answers: [String])] = [
    (
      "any", table(#"hitPolicy="ANY""#, "<output/>", "10", "10"),
      ["null", "null", "10", "10"]
    ),
    ("first", table(#"hitPolicy="FIRST""#), ["null", "null", "10", "10"]),
    ("rule order", table(#"hitPolicy="RULE ORDER""#), ["null", "null", "[10]", "[10,20]"]),
    ("collect", table(#"hitPolicy="COLLECT""#), ["null", "null", "[10]", "[10,20]"]),
    (
      "sum", table(#"hitPolicy="COLLECT" aggregation="SUM""#, type: "number"),
      ["null", "null", "10", "30"]
    ),
    (
      "minimum", table(#"hitPolicy="COLLECT" aggregation="MIN""#),
      ["null", "null", "10", "10"]
    ),
    (
      "maximum", table(#"hitPolicy="COLLECT" aggregation="MAX""#),
      ["null", "null", "10", "20"]
    ),
    ("count", table(#"hitPolicy="COLLECT" aggregation="COUNT""#), ["0", "0", "1", "2"]),
    (
      "priority", table(#"hitPolicy="PRIORITY""#, levels, "\"low\"", "\"high\""),
      ["null", "null", "\"low\"", "\"high\""]
    ),
    (
      "priority by the values of a type",
      table(#"hitPolicy="PRIORITY""#, "<output/>", "\"low\"", "\"high\"", type: "tLevel"),
      ["null", "null", "\"low\"", "\"high\""]
    ),
    (
      "output order", table(#"hitPolicy="OUTPUT ORDER""#, levels, "\"low\"", "\"high\""),
      ["null", "null", "[\"low\"]", "[\"high\",\"low\"]"]
    ),
    (
      "default",
      table(
        #"hitPolicy="FIRST""#,
        "<output><defaultOutputEntry><text>0</text></defaultOutputEntry></output>"),
      ["0", "0", "10", "10"]
    ),
    (
      "a calculated output", table(#"hitPolicy="FIRST""#, "<output/>", "Age of applicant + 1"),
      ["null", "null", "21", "71"]
    ),
    (
      "priority of a calculated output",
      table(
        #"hitPolicy="PRIORITY""#, levels, "\"low\"",
        #"if Age of applicant > 100 then "low" else "high""#),
      ["null", "null", "\"low\"", "\"high\""]
    ),
    (
      "output order of a calculated output",
      table(
        #"hitPolicy="OUTPUT ORDER""#, levels, "\"low\"",
        #"if Age of applicant > 100 then "low" else "high""#),
      ["null", "null", "[\"low\"]", "[\"high\",\"low\"]"]
    ),
    (
      "another type", table(#"hitPolicy="FIRST""#, type: "string"),
      ["null", "null", "null", "null"]
    ),
  ]

  @Test(arguments: policies)
  func `a table answers by its hit policy`(name: String, model: String, answers: [String]) throws {
    let files = try TemporaryFolder()
    _ = try files.file("m.dmn", model)
    let run = try CommandRun(["import", "m.dmn", "--output", "out"], in: files.url)
    try #require(run.status == 0, "\(run.errors)")
    _ = try files.file(
      "c.jsonl", #"{}\#n{"ageOfApplicant":5}\#n{"ageOfApplicant":20}\#n{"ageOfApplicant":70}\#n"#)
    let eval = try CommandRun(
      [
        "eval", "out", "--schema", "out/m.schema.json", "--contexts", "c.jsonl", "--key", "d",
      ], in: files.url)
    #expect(eval.output == answers.map { "\($0)\n" }.joined(), "\(eval.errors)")
  }

  @Test func `two rows of a unique table are an error`() throws {
    let files = try TemporaryFolder()
    _ = try files.file("m.dmn", Self.table(""))
    let run = try CommandRun(["import", "m.dmn", "--output", "out"], in: files.url)
    try #require(run.status == 0, "\(run.errors)")
    let eval = try CommandRun(
      ["eval", "out", "--schema", "out/m.schema.json", "--key", "d", "--set", "ageOfApplicant=70"],
      in: files.url)
    #expect(eval.status == 1 && eval.errors.contains("its hit policy is unique"))
  }

  /// Cells of a numeric input, as cells of a table in Lua.
  static let cells: [(cell: String, lua: String)] = [
    ("-", "\"-\""), ("", "\"-\""), ("5", "5"), ("-5.5", "-5.5"), ("null", "null"),
    (">= 5", "at_least(5)"), ("[1..5)", "between(1, 5, \"[)\")"),
    ("]1..5]", "between(1, 5, \"(]\")"),
    ("1, 2", "{ 1, 2 }"), ("< 1, > 5", "{ less_than(1), more_than(5) }"),
    ("not(5)", "{ null, is_not(5) }"), ("not(1, 2)", "{ null, none_of { 1, 2 } }"),
  ]

  @Test(arguments: cells)
  func `a cell of constants is a cell in Lua`(cell: String, lua: String) throws {
    let model = Self.table(#"hitPolicy="FIRST""#).replacing(">= 18".escaped, with: cell.escaped)
    let text = try DMNConversion(model).lua(importedFrom: "m.dmn")
    #expect(text.contains("    { \(lua), 10 },"), "\(text)")
    #expect(!text.contains("require"))
  }

  static let conditions: [(cell: String, lua: String)] = [
    (
      "? > 5 and odd(?)",
      "c.ageOfApplicant ~= nil and c.ageOfApplicant > 5 and feel.odd(c.ageOfApplicant)"
    ),
    ("2 + 3", "feel.within(c.ageOfApplicant, feel.add(2, 3))"),
    ("not(< 5)", "feel.negate(feel.less(c.ageOfApplicant, 5))"),
  ]

  @Test(arguments: conditions)
  func `another cell is a condition`(cell: String, lua: String) throws {
    let model = Self.table(#"hitPolicy="FIRST""#).replacing(">= 18".escaped, with: cell.escaped)
    let text = try DMNConversion(model).lua(importedFrom: "m.dmn")
    #expect(text.contains("  { \(lua), function() return 10 end },"), "\(text)")
  }

  static let faults: [(old: String, new: String, fault: String)] = [
    ("FIRST", "LAST", "8 decision `d`: `LAST` is no hit policy"),
    (">= 18".escaped, ">=", "11 decision `d`: the expression ends too early, in `>=` at 3"),
    ("<output/>", "<output/><output/>", "10 decision `d`: an output has no name"),
    ("<output/>", "", "8 decision `d`: the table has no output"),
    (
      "FIRST", "PRIORITY",
      "8 decision `d`: the policy priority requires the values of the output, in their order"
    ),
    (
      "#age", "#other",
      "6 decision `d`: it requires `other`, which is not in this model"
    ),
  ]

  @Test(arguments: faults)
  func `a table that is not understood is refused with its line`(
    old: String, new: String, fault: String
  ) throws {
    let model = Self.table(#"hitPolicy="FIRST""#).replacing(old, with: new)
    let conversion = try DMNConversion(model)
    #expect(conversion.faults.map { "\($0.line) \($0.message)" } == [fault])
  }

  // MARK: Folders

  private static let loan = DMN.model(
    """
      <itemDefinition name="tLoan">
        <itemComponent name="amount"><typeRef>number</typeRef></itemComponent>
        <itemComponent name="interest rate"><typeRef>number</typeRef></itemComponent>
      </itemDefinition>
      <inputData id="loan" name="Loan"><variable name="Loan" typeRef="tLoan"/></inputData>
      <businessKnowledgeModel id="interest" name="Yearly interest">
        <encapsulatedLogic>
          <formalParameter name="amount" typeRef="number"/><formalParameter name="rate" typeRef="number"/>
          <literalExpression><text>amount * rate</text></literalExpression>
        </encapsulatedLogic>
      </businessKnowledgeModel>
      <decision id="monthly" name="Monthly interest"><variable name="Monthly interest" typeRef="number"/>
        <informationRequirement><requiredInput href="#loan"/></informationRequirement>
        <knowledgeRequirement><requiredKnowledge href="#interest"/></knowledgeRequirement>
        <context>
          <contextEntry><variable name="yearly"/>
            <invocation><literalExpression><text>Yearly interest</text></literalExpression>
              <binding><parameter name="rate"/><literalExpression><text>Loan.interest rate</text></literalExpression></binding>
              <binding><parameter name="amount"/><literalExpression><text>Loan.amount</text></literalExpression></binding>
            </invocation></contextEntry>
          <contextEntry><literalExpression><text>yearly / 12</text></literalExpression></contextEntry>
        </context>
      </decision>
      <decision id="risk" name="Risk"><variable name="Risk" typeRef="string"/>
        <informationRequirement><requiredDecision href="#monthly"/></informationRequirement>
        <decisionTable hitPolicy="UNIQUE">
          <input><inputExpression><text>Monthly interest</text></inputExpression></input>
          <output/>
          <rule><description>small</description><inputEntry><text>&lt; 100</text></inputEntry><outputEntry><text>"low"</text></outputEntry></rule>
          <rule><inputEntry><text>&gt;= 100</text></inputEntry><outputEntry><text>"high"</text></outputEntry></rule>
        </decisionTable>
      </decision>

    """)

  @Test func `a folder gets rules, a schema, the module and tests that pass`() throws {
    let files = try TemporaryFolder()
    _ = try files.file("loan.dmn", Self.loan)
    let run = try CommandRun(["import", "loan.dmn", "--output", "rules"], in: files.url)
    #expect(
      run.output
        == "rules/loan.lua\nrules/loan.schema.json\nrules/lib/feel.lua\nrules/loan.test.lua\n")
    #expect(run.errors == "" && run.status == 0)
    let schema = ["--schema", "rules/loan.schema.json"]
    let tests = try CommandRun(["test", "rules"] + schema, in: files.url)
    #expect(tests.status == 0, "\(tests.output)\(tests.errors)")
    #expect(tests.output.contains("2 tests, all passed"), "\(tests.output)")
    let check = try CommandRun(["check", "rules"] + schema, in: files.url)
    #expect(check.status == 0, "\(check.output)\(check.errors)")
    let eval = try CommandRun(
      ["eval", "rules", "--set", #"Loan={"amount":24000,"interest rate":0.06}"#] + schema,
      in: files.url)
    #expect(eval.output == "{\"Risk\":\"high\",\"monthlyInterest\":120}\n", "\(eval.errors)")
    let printed = try CommandRun(["import", "loan.dmn"], in: files.url)
    #expect(
      printed.output
        == (try String(contentsOf: files.url.appending(path: "rules/loan.lua"), encoding: .utf8)))
  }

  @Test func `a decision that cannot be converted is left out only if that is asked for`() throws {
    let files = try TemporaryFolder()
    _ = try files.file(
      "m.dmn",
      DMN.model(
        DMN.decision("good", "1 + 1") + DMN.decision("bad", "now()")
          + """
            <decision id="c" name="c"><informationRequirement><requiredDecision href="#_bad"/></informationRequirement>
              <literalExpression><text>bad</text></literalExpression></decision>
          """))
    let strict = try CommandRun(["import", "m.dmn", "--output", "out"], in: files.url)
    #expect(strict.status == 1 && strict.output == "")
    #expect(
      strict.errors.contains(
        "m.dmn:6: error: decision `bad`: the function `now` cannot be converted"),
      "\(strict.errors)")
    let partial = try CommandRun(
      ["import", "m.dmn", "--partial", "--output", "out"], in: files.url)
    #expect(partial.status == 0, "\(partial.errors)")
    #expect(
      partial.errors.contains(
        "m.dmn:6: warning: decision `bad`: the function `now` cannot be converted")
        && partial.errors.contains(
          "m.dmn:8: warning: decision `c`: `bad` could not be converted"),
      "\(partial.errors)")
    let eval = try CommandRun(["eval", "out", "--schema", "out/m.schema.json"], in: files.url)
    #expect(eval.output == "{\"good\":2}\n", "\(eval.errors)")
  }

  @Test func `the module is formatted like other Lua`() throws {
    let files = try TemporaryFolder()
    _ = try files.file("feel.lua", FEELModule.text)
    let run = try CommandRun(["fmt", "--check", "feel.lua"], in: files.url)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }
}
