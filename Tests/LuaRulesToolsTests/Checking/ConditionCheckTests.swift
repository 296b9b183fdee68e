import LuaBridge
import LuaRules
import LuaRulesTools
import Testing

/// What a check says of conditions in patterns and of decision tables.
struct ConditionCheckTests {
  private static let schema = """
    { "properties": {
      "a": { "type": ["integer", "null"], "minimum": 0, "maximum": 6 }, "b": { "enum": ["x", "y", "z"] },
      "d": { "type": "boolean" }, "t": { "type": "string" },
      "day": { "type": "string", "format": "date-time" },
      "k": { "type": "integer" }, "f": { "type": "integer", "x-hit-policy": "first-declared" },
      "u": { "type": "integer", "x-hit-policy": "unique" } } }
    """

  @Test(arguments: [
    (
      #"{ key = "k", when = { b = at_least(3) }, value = 1 }"#,
      ["2 impossible-comparison `b` is never at least 3"]
    ),
    (
      #"{ key = "k", when = { a = starts_with("x") }, value = 1 }"#,
      [#"2 impossible-comparison `a` is never a text that starts with "x""#]
    ),
    (
      #"{ key = "k", when = { b = none_of { "x", "w" } }, value = 1 }"#,
      [#"2 impossible-comparison `b` is never "w""#]
    ),
    (
      #"{ key = "k", when = { b = starts_with("w") }, value = 1 }"#,
      ["2 always-false the pattern can never match"]
    ),
    (#"{ key = "k", when = { t = starts_with("w"), day = after("2026-01-01") }, value = 1 }"#, []),
    (#"{ key = "k", when = { a = between(2, 4) }, value = 1 }"#, []),
    (
      #"{ key = "k", when = function(c) return c.a == at_least(3) end, value = 1 }"#,
      [
        "2 undefined-global `at_least` makes a condition of a pattern, so it cannot be called in a function of a rule"
      ]
    ),
    (
      #"{ key = "k", when = { c = at_least(2) }, value = 1 }"#,
      ["2 unknown-key the key `c` is neither declared nor assigned by a rule"]
    ),
    (
      """
      { key = "k", when = { a = at_least(2) }, value = 1 },
      { key = "k", when = { a = more_than(3) }, value = 2, priority = "low" }
      """,
      [
        "3 subsumed-rule the rule can never win: one that always holds when it does",
        "3 uncovered-value no rule for `k` covers 0, 1 of `a`",
      ]
    ),
    (
      """
      { key = "k", when = { a = at_least(2) }, value = 1 },
      { key = "k", when = { a = less_than(2) }, value = 2, priority = "low" },
      { key = "k", value = 3, priority = "very low" }
      """, []
    ),
    (
      """
      table { inputs = { "a", "b" }, outputs = { "f" }, rows = {
      { at_least(2), "-", 1 },
      { 3, "x", 2 },
      { "-", "y", 3 } } }
      """,
      [
        "4 subsumed-rule the rule can never win: one that always holds when it does",
        "5 uncovered-value no rule for `f` holds, for example, where `a` is 0 and `b` is \"x\"",
      ]
    ),
    (
      """
      { key = "u", when = { a = at_least(2) }, value = 1 },
      { key = "u", when = { a = at_most(2) }, value = 2 }
      """, ["3 overlap this rule and another one hold where `c.a` is 2, and `u` is unique"]
    ),
  ])
  func `conditions are known`(rules: String, expected: [String]) throws {
    let check = try CheckedText.check("return {\n\(rules),\n}", schema: Self.schema)
    let found = check.findings.filter { $0.severity != .info }
      .map { "\($0.location.line ?? 0) \($0.code.rawValue) \($0.message)" }
    #expect(found.count == expected.count, "\(found)")
    for (one, other) in zip(found, expected) { #expect(one.hasPrefix(other)) }
  }

  /// A generator of rules.
  private struct Random {
    var generator: SeededGenerator

    mutating func pick(_ choices: [String]) -> String {
      choices.randomElement(using: &generator) ?? ""
    }

    mutating func number(_ least: Int = 0) -> Int { Int.random(in: least...6, using: &generator) }

    mutating func cell(_ input: String) -> String {
      switch input {
      case "a":
        let low = number()
        return pick([
          "\"-\"", "\(low)", "at_least(\(low))", "less_than(\(low))", "between(\(low), 6)",
          "between(\(low), 6, \"()\")", "is_not(\(low))", "{ \(low), more_than(4) }", "null",
          "any_of { null, at_most(\(low)) }", "all_of { more_than(1), is_not(\(low)) }",
          "is_not(null)",
        ])
      case "b":
        return pick([
          "\"-\"", "\"x\"", "{ \"x\", \"y\" }", "none_of { \"z\" }", "is_not(\"x\")",
          "is_not(null)",
          "at_least(\"y\")", "matches(\"[xz]\")", "null",
        ])
      default: return pick(["\"-\"", "true", "false", "is_not(true)", "null"])
      }
    }
  }

  private static func contexts(isUnset: Bool) -> [String] {
    ["null", "0", "1", "2", "3", "4", "5", "6"].flatMap { a in
      ([#""x""#, #""y""#, #""z""#] + (isUnset ? ["null"] : [])).flatMap { b in
        (["true", "false"] + (isUnset ? ["null"] : [])).map {
          #"{"a": \#(a), "b": \#(b), "d": \#($0)}"#
        }
      }
    }
  }

  /// Every context of the declared types is tried.
  @Test(arguments: 0..<24)
  func `what is said of random tables is true`(seed: Int) throws {
    var random = Random(generator: SeededGenerator(seed: UInt64(seed)))
    for key in ["k", "f"] {
      let rows = (0..<7).map { row in
        "{ \(["a", "b", "d"].map { random.cell($0) }.joined(separator: ", ")), \(row) },"
      }
      let text = """
        return { table { inputs = { "a", "b", "d" }, outputs = { "\(key)" }, rows = {
        \(rows.joined(separator: "\n"))
        } } }
        """
      let model = try RuleModel(text: text, schema: try RuleSchema(json: Self.schema))
      func winners(isUnset: Bool) throws -> Set<String> {
        var winners: Set<String> = []
        for values in Self.contexts(isUnset: isUnset) {
          var context = RuleContext(model)
          try context.setValues(json: values)
          winners.insert(try context.json(at: key))
        }
        return winners
      }
      let (all, ofSet) = (try winners(isUnset: true), try winners(isUnset: false))
      for finding in try CheckedText.check(text, schema: Self.schema).findings {
        let row = (finding.location.line ?? 0) - 2
        guard
          ["can never win", "can never match", "contradict"].contains(where: {
            finding.message.contains($0)
          })
        else { continue }
        let winners = finding.message.contains("unset") ? ofSet : all
        #expect(!winners.contains("\(row)"), "\(finding.message)\n\(text)")
      }
    }
  }

  // MARK: Gaps

  /// The part of a context that a finding, or a note of it, says is left out.
  private static func leftOut(_ message: String) -> [String: String] {
    guard let start = message.range(of: "where ")?.upperBound else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: message[start...].split(separator: " and ").map { part in
        let words = part.split(separator: " is ")
        return (words[0].trimmingPrefix("`").dropLast().description, String(words[1]))
      })
  }

  /// Every context in which all inputs have a value is tried.
  @Test(arguments: 0..<40)
  func `what tables leave out is found, and is left out`(seed: Int) throws {
    var random = Random(generator: SeededGenerator(seed: UInt64(1000 + seed)))
    let rows = (0..<6).map { row in
      "{ \(["a", "b", "d"].map { random.cell($0) }.joined(separator: ", ")), \(row) },"
    }
    let text = """
      return { table { inputs = { "a", "b", "d" }, outputs = { "f" }, rows = {
      \(rows.joined(separator: "\n"))
      } } }
      """
    let model = try RuleModel(text: text, schema: try RuleSchema(json: Self.schema))
    var gaps: [[String: String]] = []
    for a in 0...6 {
      for b in [#""x""#, #""y""#, #""z""#] {
        for d in ["true", "false"] {
          var context = RuleContext(model)
          try context.setValues(json: #"{"a": \#(a), "b": \#(b), "d": \#(d)}"#)
          if try context.json(at: "f") == "null" { gaps.append(["a": "\(a)", "b": b, "d": d]) }
        }
      }
    }
    let findings = try CheckedText.check(text, schema: Self.schema).findings
      .filter { $0.message.hasPrefix("no rule for `f` holds, for example, where") }
    #expect(findings.isEmpty == gaps.isEmpty, "\(text)")
    for message in findings.flatMap({ [$0.message] + $0.related.map(\.message) }) {
      let part = Self.leftOut(message)
      let agreeing = gaps.filter { gap in part.allSatisfy { gap[$0.key] == $0.value } }
      let count = [("a", 7), ("b", 3), ("d", 2)].reduce(1) { part[$1.0] == nil ? $0 * $1.1 : $0 }
      #expect(agreeing.count == count, "\(message)\n\(text)")
      // Nothing of it can be left away.
      for name in part.keys {
        let rest = part.filter { $0.key != name }
        let others = gaps.filter { gap in rest.allSatisfy { gap[$0.key] == $0.value } }
        let all = [("a", 7), ("b", 3), ("d", 2)].reduce(1) { rest[$1.0] == nil ? $0 * $1.1 : $0 }
        #expect(others.count < all, "\(message)\n\(text)")
      }
    }
  }

  /// Tables that leave something out, or do not, with what a check says.
  @Test(arguments: [
    (
      #"{ at_most(2), "-", "-", 5, "light" }, { more_than(2.5), "-", "-", 9, "heavy" }"#,
      ["label where `weight` is 2.25", "price where `weight` is 2.25"]
    ),
    (
      #"""
      { at_most(2), "EU", "-", 5, "-" }, { at_most(2), is_not("EU"), "-", 7, "light" },
      { more_than(2), { "EU", "NZ" }, "-", 9, "-" }
      """#,
      [
        "label where `weight` is 3 and `zone` is \"other\"",
        "price where `weight` is 3 and `zone` is \"other\"",
      ]
    ),
    // A row that gives nothing is there; also where no row gives something to both.
    (
      #"{ less_than(3), "-", "-", 5, "-" }, { at_least(3), "-", "-", "-", "b" }"#, []
    ),
    // Days beside others.
    (
      #"{ "-", "-", before("2026-02-01"), 5, "-" }, { "-", "-", after("2026-02-01"), 7, "x" }"#,
      ["label where `day` is \"2026-02-01\"", "price where `day` is \"2026-02-01\""]
    ),
    (#"{ "-", "-", "2026-01-30", 5, "-" }, { "-", "-", is_not("2026-01-30"), 7, "x" }"#, []),
    // No value at hand fulfills the first condition.
    (#"{ "-", matches("^%a%a$"), "-", 5, "a" }, { at_least(3), "-", "-", 7, "x" }"#, []),
    (
      #"{ "-", "a", "-", 5, "a" }, { "-", at_least("b"), "-", 7, "x" }"#,
      ["label where `zone` is \"\"", "price where `zone` is \"\""]
    ),
  ])
  func `gaps are certain`(rows: String, expected: [String]) throws {
    let schema = """
      { "properties": {
        "weight": { "type": ["number", "null"], "minimum": 0 }, "zone": { "type": ["string", "null"] },
        "day": { "type": ["string", "null"] },
        "price": { "type": ["integer", "null"], "x-hit-policy": "first-declared" },
        "label": { "type": ["string", "null"], "x-hit-policy": "first-declared" } } }
      """
    let text = """
      return table {
        inputs = { "weight", "zone", "day" }, outputs = { "price", "label" }, rows = { \(rows) } }
      """
    let told = try CheckedText.check(text, schema: schema).findings.map(\.message)
      .filter { $0.contains("holds, for example,") }
    #expect(
      told
        == expected.map { part in
          let words = part.split(separator: " ", maxSplits: 1)
          return "no rule for `\(words[0])` holds, for example, \(words[1])"
        })
  }

  @Test(arguments: [
    // Limits of the schema, whose values no condition names.
    (
      #""w": { "type": "number", "minimum": 0 }"#, #"{ less_than(0.5), 1 }, { at_least(0.5), 2 }"#,
      ""
    ),
    (#""w": { "type": "number", "minimum": 0 }"#, "{ at_least(0.5), 1 }", "`w` is 0"),
    (
      #""w": { "type": "integer", "minimum": 1, "maximum": 8 }"#, "{ between(1, 7), 1 }", "`w` is 8"
    ),
    // Only what an enumeration lists.
    (#""w": { "enum": [1, 2, 5] }"#, "{ { 1, 2 }, 1 }, { 5, 2 }", ""),
    (#""w": { "enum": [1, 2, 5] }"#, "{ { 1, 2 }, 1 }", "`w` is 5"),
    (
      #""w": { "type": "string", "format": "date-time" }"#,
      #"{ before("2026-01-31"), 1 }, { after("2026-01-31"), 2 }"#,
      #"`w` is "2026-01-31T00:00:00Z""#
    ),
  ])
  func `gaps are values that the schema allows`(input: String, rows: String, gap: String) throws {
    let schema =
      #"{ "properties": { \#(input), "u": { "type": "integer", "x-hit-policy": "unique" } } }"#
    let text = "return table { inputs = { \"w\" }, outputs = { \"u\" }, rows = { \(rows) } }"
    let told = try CheckedText.check(text, schema: schema).findings.map(\.message)
    #expect(told == (gap.isEmpty ? [] : ["no rule for `u` holds, for example, where \(gap)"]))
  }

  @Test func `what a column leaves open does not hide the gaps of others`() throws {
    let countries = (1...23).map { "\"c\($0)\"" }
    let schema = """
      { "properties": {
        "from": { "enum": [\(countries.joined(separator: ", "))] },
        "to": { "enum": [\(countries.joined(separator: ", "))] }, "tags": { "type": "array" },
        "f": { "type": "integer", "x-hit-policy": "first-declared" } } }
      """
    let odd = stride(from: 0, to: 23, by: 2).map { countries[$0] }.joined(separator: ", ")
    let text = """
      return {
        { when = { from = { \(odd) }, to = { \(odd) } }, key = "f", value = 1 },
        { when = { to = "c2", tags = contains("x") }, key = "f", value = 2 } }
      """
    let told = try CheckedText.check(text, schema: schema).findings.map(\.message)
    #expect(told.contains { $0.hasPrefix("no rule for `f` holds, for example, where `to` is") })
  }

  @Test func `an overlap is told once for all outputs, but not for other tables of its line`()
    throws
  {
    let schema = """
      { "properties": {
        "a": { "type": "integer", "minimum": 0, "maximum": 6 },
        "u": { "type": "integer", "default": 0, "x-hit-policy": "unique" },
        "v": { "type": "integer", "default": 0, "x-hit-policy": "unique" } } }
      """
    func overlaps(_ text: String) throws -> Int {
      try CheckedText.check("return { \(text) }", schema: schema).findings
        .count { $0.code == .overlap }
    }
    let both =
      #"table { inputs = { "a" }, outputs = { "u", "v" }, rows = { { 1, 1, 2 }, { at_least(1), 3, 4 } } }"#
    #expect(try overlaps(both) == 1)
    let apart = ["u", "v"].enumerated().map { index, key in
      #"table { inputs = { "a" }, outputs = { "\#(key)" }, rows = { { \#(index), 1 }, { at_least(\#(index)), 3 } } }"#
    }
    #expect(try overlaps(apart.joined(separator: ", ")) == 2)
  }
}
