import Foundation
import Testing

@testable import DecisionImport

/// Decision models of DMN.
struct ImportDMNTests {
  // MARK: Expressions

  /// Expressions of FEEL, and their values as JSON.
  static let expressions: [(text: String, json: String)] = [
    // Arithmetic
    ("7 + 5 * 2", "17"), ("(7 + 5) * 2", "24"), ("9 / 3", "3"), ("7 / 2", "3.5"),
    ("0.1 + 0.7", "0.8"), ("-2 ** 2", "4"), ("2 ** -1", "0.5"), ("1 - -1", "2"), ("4 / 0", "null"),
    ("null + 4", "null"), (#""4" + 4"#, "null"), (#""a" + "b""#, #""ab""#), ("[6] * 7", "null"),
    // Comparison
    ("2 < 3", "true"), (#"2 < "3""#, "null"), (#"2 = "2""#, "null"), ("2 = 2.0", "true"),
    ("null = null", "true"), ("2 = null", "false"), ("2 != null", "true"),
    (#""a" < "b""#, "true"), ("[1, [2]] = [1, [2]]", "true"),
    (#"{a: 1, b: "x"} = {b: "x", a: 1}"#, "true"), ("4 between 4 and 6", "true"),
    ("4 between null and 6", "null"), ("true < false", "null"),
    // Durations
    (#"duration("P2Y") = duration("P24M")"#, "true"),
    (#"duration("P1Y") = duration("P366D")"#, "null"), (#"duration("P1D") = null"#, "false"),
    (#"duration("-P1DT2H") < duration("-PT25H")"#, "true"),
    (#"duration("PT1.5S") > @"PT1S""#, "true"),
    (#"duration("P3D") between duration("P2D") and duration("PT72H")"#, "true"),
    (#"duration("P3M") in [duration("P1M")..duration("P2M")]"#, "false"),
    (#"duration("P3M") in (duration("P5M"), >= duration("P3M"))"#, "true"),
    (#"duration("P3M") in [duration("P1Y"), duration("P3M")]"#, "true"),
    (#"duration("P3D") in duration("P4D")"#, "false"), (#"duration("P0D") = 0"#, "null"),
    (#"duration("P14M")[1] = duration("P1Y2M")"#, "true"),
    (#"duration("-P1Y2M")"#, #""-P1Y2M""#), (#"@"P3DT4H5M6.5S""#, #""P3DT4H5M6.5S""#),
    (#"@"PT0.00S""#, #""PT0S""#), (#"duration(from: "PT49H90M")"#, #""P2DT2H30M""#),
    (#"duration("-P100M")"#, #""-P8Y4M""#), (#"duration("P1Y1D")"#, "null"),
    (#"duration("PT61.500S")"#, #""PT1M1.5S""#), ("duration(null)", "null"),
    (#"date("2026-05-04").weekday"#, "1"), (#"@"2024-02-29T10:00:00".weekday"#, "4"),
    (#"date("2027-01-31").weekday"#, "7"), (#"time("10:00:00").time offset"#, "null"),
    ("duration([])", "null"), ("date()", "null"), ("date(2026, null, 1)", "null"),
    ("time(null)", "null"), (#"date and time(date("2026-01-31"), null)"#, "null"),
    (#"duration("P14M").years"#, "1"),
    (#"duration("P14M").days"#, "null"), (#"duration("-PT25H").hours"#, "-1"),
    (#"duration("PT61.5S").seconds"#, "1.5"), (#"@"P1D".minutes"#, "0"),
    (#"date(from: "2026-01-31")"#, #""2026-01-31""#), (#"[@"P1Y", @"PT1M"]"#, #"["P1Y","PT1M"]"#),
    // Logic
    ("true and null", "null"), ("false and null", "false"), ("true or null", "true"),
    ("false or null", "null"), ("not(null)", "null"), ("not(1 > 2)", "true"),
    ("true and 1", "null"), ("if null then 1 else 2", "2"),
    (#"if 3 > 2 then "yes" else "no""#, #""yes""#),
    // Ranges and tests
    ("3 in [3..5]", "true"), ("3 in (3..5]", "false"), ("5 in [3..5[", "false"),
    ("5 in (< 2, > 4)", "true"), ("5 in [4, 5]", "true"), ("5 in [[1..2], [4..6]]", "true"),
    ("[3..5].end", "5"), ("5 in > 5", "false"), ("4 in range(\"[2..4)\")", "false"),
    ("before([1..3], 4)", "true"), ("meets([1..3], [3..4])", "true"),
    ("includes([1..9], [2..9])", "true"), ("overlaps([1..3], [4..5])", "false"),
    // Lists
    ("[4, 5, 6][1]", "4"), ("[4, 5, 6][-1]", "6"), ("[4, 5, 6][9]", "null"), ("7[1]", "7"),
    ("[4, 5, 6][item > 4]", "[5,6]"), ("[{n: 1}, {n: 3}][n > 2]", #"[{"n":3}]"#),
    ("[{n: 1}, {n: 3}].n", "[1,3]"),
    ("[{n: 1, m: 9}][n = [{n: 4, k: 1}][n = 4].k[1]].m", "[9]"),
    ("{l: [{n: 4, k: 1}], r: [{n: 1, m: 9}][n = l[n = 4].k[1]].m}.r", "[9]"),
    ("for x in [2, 3] return x * x", "[4,9]"),
    ("for x in 3..1 return x", "[3,2,1]"),
    ("for x in [1, 2], y in [10, 20] return x + y", "[11,21,12,22]"),
    ("for x in 1..3 return x + sum(partial)", "[null,null,null]"),
    ("some x in [1, 5] satisfies x > 4", "true"), ("every x in [] satisfies x > 4", "true"),
    ("count([1, null])", "2"), ("sum(4, 5)", "9"), ("sum([])", "null"), ("max([2, 7, 3])", "7"),
    ("mean([1, 2])", "1.5"), ("median([5, 1, 3])", "3"), ("mode([2, 1, 2])", "[2]"),
    ("sublist([1, 2, 3], 2)", "[2,3]"), ("append([1], 2, 3)", "[1,2,3]"),
    ("concatenate([1], [2])", "[1,2]"), ("insert before([2], 1, 1)", "[1,2]"),
    ("remove([7, 8], 1)", "[8]"), ("reverse([1, 2])", "[2,1]"), ("index of([3, 4, 3], 3)", "[1,3]"),
    ("union([1, 2], [2, 3])", "[1,2,3]"), ("distinct values([1, 1])", "[1]"),
    ("flatten([1, [2, [3]]])", "[1,2,3]"),
    ("sort([2, 3, 1], function(a, b) a > b)", "[3,2,1]"),
    ("list contains([1, null], null)", "true"),
    ("list replace([1, 2], 2, 9)", "[1,9]"), ("all([true, null])", "null"),
    // Numbers
    ("decimal(2.345, 2)", "2.34"), ("decimal(2.5, 0)", "2"), ("floor(-2.5)", "-3"),
    ("ceiling(2.15, 1)", "2.2"), ("round up(-1.1, 0)", "-2"), ("round down(-1.9, 0)", "-1"),
    ("round half up(2.5, 0)", "3"), ("round half down(2.5, 0)", "2"), ("modulo(-7, 4)", "1"),
    ("modulo(7, 0)", "null"), ("sqrt(81)", "9"), ("sqrt(-1)", "null"), ("odd(3)", "true"),
    ("abs(-3)", "3"), ("abs()", "null"), ("abs(n: -4)", "4"), ("abs(m: -4)", "null"),
    // Texts
    (#"string length("größe")"#, "5"), (#"upper case("größe")"#, #""GRÖSSE""#),
    (#"lower case("ÄÖ")"#, #""äö""#), (#"substring("größe", 3)"#, #""öße""#),
    (#"substring("abcd", -2, 1)"#, #""c""#), (#"substring before("a-b", "-")"#, #""a""#),
    (#"substring after("a-b", "-")"#, #""b""#), (#"contains("abc", "bc")"#, "true"),
    (#"starts with("abc", "b")"#, "false"), (#"ends with("abc", "bc")"#, "true"),
    (#"string join(["a", null, "b"], "+")"#, #""a+b""#), ("string(12.50)", #""12.5""#),
    (#"string([1, "a"])"#, #""[1, \"a\"]""#), (#"number("2.500,75", ".", ",")"#, "2500.75"),
    (#"number("x", null, null)"#, "null"), (#""A\n\u00e4""#, #""A\nä""#),
    // Patterns
    (#"matches("order 66", "\d{2}$")"#, "true"), (#"matches("ORDER", "^o", "i")"#, "true"),
    (#"matches("x", "(")"#, "null"), (#"matches("aXb", "a[^a-z]b")"#, "true"),
    (#"matches("abab", "^(ab)\1$")"#, "true"), (#"matches("e", "[a-z-[aeiou]]")"#, "false"),
    (#"replace("2026-05-04", "(\d+)-(\d+)-(\d+)", "$3.$2.$1")"#, #""04.05.2026""#),
    (#"replace("banana", "a.*?n", "_")"#, #""b__a""#), (#"replace("x", "y*", "z")"#, "null"),
    (#"split("a1b22c", "\d+")"#, #"["a","b","c"]"#),
    // Contexts and functions
    ("{a: 2, b: a * 3}", #"{"a":2,"b":6}"#), ("{a: 2}.b", "null"), ("{a b: 2}.a b", "2"),
    ("get value({a: 2}, \"a\")", "2"), ("get entries({a: 2})", #"[{"key":"a","value":2}]"#),
    ("context put({a: 2}, \"b\", 3)", #"{"a":2,"b":3}"#),
    ("context merge([{a: 1}, {a: 2, b: 3}])", #"{"a":2,"b":3}"#),
    (#"context([{key: "a", value: 1}])"#, #"{"a":1}"#),
    ("(function(x, y) x - y)(y: 1, x: 5)", "4"),
    ("{fact: function(n) if n < 2 then 1 else n * fact(n - 1), r: fact(5)}.r", "120"),
    // Types
    ("2 instance of number", "true"), ("null instance of number", "false"),
    (#"[1, "a"] instance of list<number>"#, "false"),
    ("{a: 1} instance of context<a: number>", "true"),
    (#""2026-05-04" instance of date"#, "false"),
    // Dates as constants
    (#"date("2026-05-04") < date("2026-05-05")"#, "true"),
    (#"date("2026-05-04")"#, #""2026-05-04""#),
    (#"date("2026-05-04") in [date("2026-05-01")..date("2026-05-04"))"#, "false"),
    (#"modulo(duration("P1D"), 4)"#, "null"), (#"date("2026-05-04") + 1"#, "null"),
    (#"date("2026-05-04") < 1"#, "null"),
    (#"date("2026-05-04").year"#, "2026"), (#"@"10:30:00" < @"10:31:00""#, "true"),
    (#"time("10:30:00") = null"#, "false"),
    (#"duration("P2D") instance of days and time duration"#, "true"),
    // Comments and spaces
    ("1 /* one */ + // and\n2", "3"),
  ]

  /// The expressions as decisions with their numbers as names.
  private static func model(_ texts: [String]) -> String {
    let decisions = texts.enumerated().map { index, text in
      """
        <decision id="_\(index)" name="d\(index)"><variable name="d\(index)"/>
          <literalExpression><text>\(text.escaped)</text></literalExpression>
        </decision>

      """
    }
    return DMN.model(decisions.joined())
  }

  @Test func `expressions have the values of FEEL`() throws {
    let files = try TemporaryFolder()
    _ = try files.file("m.dmn", Self.model(Self.expressions.map(\.text)))
    let run = try CommandRun(["import", "m.dmn", "--output", "out"], in: files.url)
    try #require(run.status == 0, "\(run.errors)")
    let answers = try CommandRun(
      ["eval", "out", "--schema", "out/m.schema.json"], in: files.url)
    #expect(answers.errors == "")
    let values = try JSONDecoder().decode([String: JSON].self, from: Data(answers.output.utf8))
    for (index, expression) in Self.expressions.enumerated() {
      let expected = try JSONDecoder().decode(JSON.self, from: Data(expression.json.utf8))
      #expect(values["d\(index)"] == expected, "\(expression.text)")
    }
  }

  static let refusals: [(text: String, message: String)] = [
    ("now()", "the function `now` cannot be converted"),
    (#"date("2026-05")"#, "the function `date` cannot be converted"),
    (
      #"@"2026-05-04T10:00:00Z""#,
      "`@` with a date, a time or a duration of this form cannot be converted"
    ),
    (
      #"date("2026-05-04").quarter"#,
      "what is done with a value of the type date cannot be converted"
    ),
    (
      #"string(duration("P2D"))"#,
      "what is done with a value of the type days and time duration cannot be converted"
    ),
    ("1 + x", "`x` is no name here"), ("1 +", "the expression ends too early, in `1 +` at 4"),
    ("\"abc", "a text is not closed, in `\"abc` at 1"),
    (
      "function(a) external {}",
      "an external function cannot be converted, in `function(a) external {}` at 13"
    ),
    (#"if "a" then 1 else 2"#, "the condition after `if` is neither true nor false"),
    ("{a: 1, a: 2}", "the context has `a` twice, in `{a: 1, a: 2}` at 11"),
    ("function(a) a", "a decision that gives a function cannot be converted"),
    (
      String(repeating: "(", count: 200),
      "the expression is nested too deeply, in `\(String(repeating: "(", count: 80))` at 41"
    ),
    (
      String(repeating: "-", count: 200) + "1",
      "the expression has too many operators, in `\(String(repeating: "-", count: 80))` at 152"
    ),
    (
      Array(repeating: "1", count: 200).joined(separator: "+"),
      "the expression has too many operators, in `\(Array(repeating: "1", count: 40).joined(separator: "+"))+` at 302"
    ),
  ]

  @Test(arguments: refusals)
  func `what cannot be converted is refused with its line`(text: String, message: String) throws {
    let conversion = try DMNConversion(Self.model(["1", text]))
    #expect(
      conversion.faults.map { "\($0.line) \($0.message)" } == ["7 decision `d1`: \(message)"])
    #expect(conversion.refusedDecisions == ["d1"])
  }

  @Test func `decisions that require each other are refused, whichever comes first`() throws {
    let decisions = [("a", "b"), ("b", "a")].map { name, other in
      """
      <decision id="\(name)" name="\(name)">
      <informationRequirement><requiredDecision href="#\(other)"/></informationRequirement>
      <literalExpression><text>\(other)</text></literalExpression></decision>
      """
    }
    let conversion = try DMNConversion(
      "<definitions name=\"m\">\n\(decisions.joined(separator: "\n"))\n</definitions>")
    #expect(
      conversion.faults.map(\.message) == [
        "decision `a`: `b` could not be converted",
        "decision `b`: `a` requires this decision, directly or not",
      ])
  }

  // MARK: XML

  static let hostile: [(text: String, fault: String)] = [
    ("", "1 the XML is not well-formed"), ("<definitions>", "1 the XML is not well-formed"),
    ("\n<html/>", "2 the file is no decision model; its element is `html`"),
    ("<definitions/>", "1 the model has no decision"),
    (
      """
      <?xml version="1.0"?>
      <!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>
      <definitions>&b;</definitions>
      """, "2 a model must not declare a document type"
    ),
    (
      "<definitions>\n" + String(repeating: "<a>", count: 10_000),
      "2 elements are nested too deeply"
    ),
  ]

  @Test(arguments: hostile)
  func `XML that is no model is refused`(text: String, fault: String) {
    let faults = #expect(throws: DecisionTableFaults.self) { try DMNConversion(text) }
    let message = faults.map { "\($0.first.line) \($0.first.message)" }
    #expect(message?.hasPrefix(fault) == true, "\(message ?? "")")
  }

  @Test func `types that contain themselves do not`() throws {
    let conversion = try DMNConversion(
      DMN.model(
        """
          <itemDefinition name="a"><itemComponent name="b"><typeRef>a</typeRef></itemComponent></itemDefinition>
          <inputData id="i" name="i"><variable name="i" typeRef="a"/></inputData>
        """ + DMN.decision("d", "i.b.b", requires: "i")))
    #expect(conversion.faults.isEmpty)
    #expect(conversion.lua(importedFrom: "m.dmn").contains(#"feel.get(feel.get(c.i, "b"), "b")"#))
  }

  @Test func `a constant of another type than the decision is null`() throws {
    let conversion = try DMNConversion(
      DMN.model(
        """
          <decision id="a" name="a"><variable name="a" typeRef="number"/>
            <literalExpression><text>"many"</text></literalExpression></decision>
          <decision id="b" name="b"><variable name="b" typeRef="number"/>
            <literalExpression><text>7</text></literalExpression></decision>
        """))
    let lua = conversion.lua(importedFrom: "m.dmn")
    #expect(lua.contains("function(c)\nreturn feel.conform(\"many\", \"number\")"))
    #expect(lua.contains(#"{ key = "b", value = 7 }"#))
  }

  @Test func `only what a decision requires of this model is in scope`() throws {
    let conversion = try DMNConversion(
      """
      <definitions namespace="https://example.com/here">
        <knowledgeSource id="law" name="Law"/>
        <decision id="a" name="a"><authorityRequirement><requiredAuthority href="#law"/></authorityRequirement>
          <literalExpression><text>1</text></literalExpression></decision>
        <decision id="b" name="b">
          <informationRequirement><requiredDecision href="https://example.com/here#a"/></informationRequirement>
          <literalExpression><text>a + 1</text></literalExpression></decision>
        <decision id="c" name="c">
          <informationRequirement><requiredDecision href="https://example.com/there#a"/></informationRequirement>
          <literalExpression><text>a + 1</text></literalExpression></decision>
      </definitions>
      """)
    #expect(
      conversion.faults.map(\.message) == [
        "decision `c`: it requires `https://example.com/there#a`, which is not in this model"
      ])
  }

  @Test func `durations that are given are compared by their length`() throws {
    let files = try TemporaryFolder()
    _ = try files.file(
      "m.dmn",
      DMN.model(
        """
          <inputData id="rest" name="rest"><variable name="rest" typeRef="days and time duration"/></inputData>
          <inputData id="term" name="term"><variable name="term" typeRef="yearMonthDuration"/></inputData>
        """ + DMN.decision("long", #"rest > duration("P1DT12H")"#, requires: "rest")
          + DMN.decision("tier", #"if term < @"P1Y" then 1 else 2"#, requires: "term")))
    let run = try CommandRun(["import", "m.dmn", "--output", "out"], in: files.url)
    try #require(run.status == 0, "\(run.errors)")
    _ = try files.file(
      "c.jsonl",
      """
      {"rest": "PT37H", "term": "P11M"}
      {"rest": "P1D", "term": "P1Y1M"}
      {"rest": "PT40H30M0.5S", "term": "-P2Y"}
      {"rest": "soon", "term": "P13M1Y"}
      {}

      """)
    let eval = try CommandRun(
      ["eval", "out", "--schema", "out/m.schema.json", "--contexts", "c.jsonl"], in: files.url)
    #expect(
      eval.output == """
        {"long":true,"tier":1}
        {"long":false,"tier":2}
        {"long":true,"tier":1}
        {"long":null,"tier":2}
        {"long":null,"tier":2}

        """, "\(eval.errors)")
  }

  @Test func `decisions that require each other are refused`() throws {
    let conversion = try DMNConversion(
      DMN.model(
        """
          <decision id="a" name="a"><informationRequirement><requiredDecision href="#b"/></informationRequirement>
            <literalExpression><text>b</text></literalExpression></decision>
          <decision id="b" name="b"><informationRequirement><requiredDecision href="#a"/></informationRequirement>
            <literalExpression><text>a</text></literalExpression></decision>
        """))
    #expect(conversion.faults.count == 2 && !conversion.hasRules)
  }
}

/// Parts of models.
enum DMN {
  static func model(_ elements: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" name="model">
    \(elements)</definitions>

    """
  }

  /// A decision by an expression, which requires inputs.
  static func decision(_ name: String, _ text: String, requires inputs: String...) -> String {
    let requirements = inputs.map {
      "<informationRequirement><requiredInput href=\"#\($0)\"/></informationRequirement>"
    }
    return """
      <decision id="_\(name)" name="\(name)"><variable name="\(name)"/>\(requirements.joined())
        <literalExpression><text>\(text.escaped)</text></literalExpression></decision>

      """
  }
}

extension String {
  /// The text in XML.
  var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

/// A value of JSON.
private enum JSON: Decodable, Equatable {
  case null, boolean(Bool), number(Double), text(String), list([JSON]), object([String: JSON])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .boolean(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([JSON].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }
}
