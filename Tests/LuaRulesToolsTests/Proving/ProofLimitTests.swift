import LuaRules
import LuaRulesTools
import Testing

/// Proofs of rules that are large, or that a careless search calls the same.
struct ProofLimitTests {
  private static let schema = """
    { "properties": {
      "id": { "type": "integer" }, "ratio": { "type": "number" }, "vip": { "type": "boolean" },
      "a": { "type": "object", "properties": {
        "b": { "type": "object", "properties": { "c": { "type": "integer" } } } } },
      "k": { "type": "integer", "default": 0 } } }
    """

  private static func proof(
    _ old: String, _ new: String, keys: [String] = [], schema: String = schema,
    stepLimit: Int = RuleSetProof.usualSteps
  ) throws -> RuleSetProof {
    func model(_ rules: String) throws -> RuleModel {
      try RuleModel(text: "return {\n\(rules)\n}", name: "rules", schema: RuleSchema(json: schema))
    }
    return try RuleSetProof(
      of: try model(old), with: try model(new), keys: keys, stepLimit: stepLimit)
  }

  private static func chain(_ length: Int, last: Int) -> String {
    let links = (1..<length).map { number in
      """
      { key = "a\(number)",
        value = function(c) if c.a\(number + 1) == 1 then return 1 else return c.a\(number + 1) end end },
      """
    }
    return links.joined(separator: "\n") + "{ key = \"a\(length)\", value = \(last) },"
      + "{ key = \"k\", value = function(c) return c.a1 end }"
  }

  @Test func `a chain of keys is evaluated once`() throws {
    let proof = try Self.proof(
      Self.chain(40, last: 2), Self.chain(40, last: 3), keys: ["k"], stepLimit: 20_000)
    #expect(proof.text.hasPrefix("k: 2 → 3 in {}"), "\(proof.text)")
  }

  @Test func `a proof ends after so many steps`() throws {
    let proof = try Self.proof(
      #"{ key = "k", when = { vip = true }, value = 1 }"#,
      #"{ key = "k", when = function(c) return c.vip == true end, value = 1 }"#, stepLimit: 10)
    #expect(proof.text.hasPrefix("k: not known: there are too many cases"), "\(proof.text)")
  }

  @Test func `a key that needs too many cases leaves steps for others`() throws {
    let tests = (1...40).map { "c.id == \($0) and c.ratio == \($0)" }
    func rules(_ tests: [String], _ isVIP: String) -> String {
      """
      { key = "k", when = function(c) return \(tests.joined(separator: " or ")) end, value = 1 },
      { key = "vip", when = function(c) \(isVIP) end, value = true },
      """
    }
    let proof = try Self.proof(
      rules(tests, "return c.id == 1"), rules(tests.reversed(), "local n = c.id return n == 1"),
      stepLimit: 20_000)
    #expect(proof.text.hasPrefix("k: not known: "), "\(proof.text)")
    #expect(proof.text.contains("1 of 2 keys certainly"), "\(proof.text)")
  }

  @Test func `a case has so many values`() throws {
    let names = (1...300).map { "x\($0)" }
    let schema =
      "{ \"properties\": { \"k\": { \"type\": \"integer\", \"default\": 0 }, "
      + names.map { "\"\($0)\": { \"type\": \"boolean\" }" }.joined(separator: ", ") + "} }"
    let tests = names.map { "c.\($0) == nil" }.joined(separator: " and ")
    let proof = try Self.proof(
      "{ key = \"k\", when = function(c) return \(tests) end, value = 0 }",
      "{ key = \"k\", value = 0 }", schema: schema)
    #expect(proof.text.hasPrefix("k: not known: it depends on more than 100 values"))
  }

  /// Two sets of rules, and the report.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: String
    let new: String
    let report: String
  }

  static let cases = [
    Case(
      testDescription: "an integer that no fraction equals",
      old: #"{ key = "k", when = { id = 1234567890123456789 }, value = 1 }"#,
      new: #"{ key = "k", when = { id = 2 }, value = 0 }"#,
      report: #"k: 1 → 0 in {"id":1234567890123456789}"#),
    Case(
      testDescription: "a bound that no fraction equals",
      old:
        #"{ key = "k", when = function(c) return c.id and c.id > 9007199254740993 end, value = 1 }"#,
      new:
        #"{ key = "k", when = function(c) return c.id and c.id >= 9007199254740993 end, value = 1 }"#,
      report: #"k: 0 → 1 in {"id":9007199254740993}"#),
    Case(
      testDescription: "the largest integers",
      old:
        #"{ key = "k", when = function(c) return c.id and c.id >= 9223372036854775807 end, value = 1 }"#,
      new: #"{ key = "k", when = { id = 9223372036854775807 }, value = 1 }"#,
      report: "1 of 1 keys certainly"),
    Case(
      testDescription: "a large integer beside fractions",
      old: #"{ key = "k", when = { ratio = 9007199254740993 }, value = 1 }"#,
      new: #"{ key = "k", when = { ratio = 1 }, value = 0 }"#,
      report: "k: not known: `ratio` may be a fraction"),
    Case(
      testDescription: "no number",
      old: "{ key = \"k\", when = function(c) return c.ratio == 0/0 end, value = 1 }",
      new: #"{ key = "k", when = { vip = true }, value = 0 }"#, report: "1 of 1 keys certainly"),
    Case(
      testDescription: "a rule for the path in front of a path",
      old:
        #"{ key = "a.b.c", when = { vip = true }, value = 1 }, { key = "a.b", value = { c = 2 } }"#,
      new:
        #"{ key = "a.b.c", when = { vip = true }, value = 1 }, { key = "a.b", value = { c = 3 } }"#,
      report: "a.b: {\"c\":2} → {\"c\":3} in {}\n  old: the rule at rules:2\n"
        + "  new: the rule at rules:2\na.b.c: 2 → 3 in {}"),
  ]

  @Test func `a context that uses up the budget is told as it was found`() throws {
    let loop = """
      { key = "k", value = function(c) local n, i = c.id or 0, 0
        while n > 3 do n = n - 7 i = i + 1 end return 1 end },
      """
    let report = try Self.proof(#"{ key = "k", value = 1 }"#, loop).text
    let told = try #require(report.firstMatch(of: /error: more than .* in .*"id":(\d+)/))
    // A context at the edge of the budget might fail in one way of asking only.
    #expect(try #require(Int(told.1)) > 5_000_000)
  }

  @Test(arguments: cases)
  func `nothing is called the same that differs`(test: Case) throws {
    let proof = try Self.proof(test.old, test.new)
    #expect(proof.text.hasPrefix(test.report), "\(proof.text)")
  }

  @Test func `a path that only other rules give is not the same`() throws {
    let proof = try Self.proof(
      #"{ key = "a.b", value = { c = 2 } }"#, #"{ key = "a.b", value = { c = 3 } }"#,
      keys: ["a.b.c"])
    #expect(proof.text.hasPrefix("a.b.c: 2 → 3 in {}"), "\(proof.text)")
  }

  @Test(arguments: [
    ("rato", "did you mean `ratio`?"), ("a.x", nil), ("a.b.d", nil), ("order", nil),
  ])
  func `a key that nobody knows is an error`(key: String, hint: String?) throws {
    let rules = #"{ key = "k", value = 1 }"#
    let error = try #require(throws: RuleError.self) {
      try Self.proof(rules, rules, keys: ["k", key])
    }
    #expect(error.code == .unknownKey)
    #expect(hint == nil || error.hint == hint)
  }

  @Test func `a key that the schema does not declare is compared, too`() throws {
    let k = #"{ key = "k", value = 1 },"#
    let removed = try Self.proof(k + #"{ key = "zz", value = 2 }"#, k)
    #expect(removed.text.hasPrefix("zz: 2 → error: "), "\(removed.text)")
    #expect(removed.text.contains("1 of 2 keys certainly"), "\(removed.text)")
    let changed = try Self.proof(
      "{ key = 'list', value = { 1, 2, 3 } }", "{ key = 'list', value = { 1, 2, 4 } }")
    #expect(changed.text.hasPrefix("list: [1,2,3] → [1,2,4] in {}"), "\(changed.text)")
    let helper = #"{ key = "one", value = 1 }, { key = "k", value = function(c) return c.one end }"#
    #expect(try Self.proof(k, helper).text.contains("1 of 2 keys certainly"))
    #expect(try Self.proof(k, helper, keys: ["k"]).text.hasPrefix("1 of 1 keys certainly"))
  }

  @Test func `a rule that gives the default may go`() throws {
    let other = "{ key = 'k', when = { vip = true }, value = 1 },"
    let same = try Self.proof(other + "{ key = 'k', value = 0 }", other)
    #expect(same.text.hasPrefix("1 of 1 keys certainly"), "\(same.text)")
    let differs = try Self.proof(other + "{ key = 'k', value = 2 }", other)
    #expect(differs.text.hasPrefix("k: 2 → 0 in {}"), "\(differs.text)")
  }

  @Test func `a key that the schema does not declare may be set, unless the schema is closed`()
    throws
  {
    func proof(_ old: String, _ new: String, closed: Bool = false) throws -> String {
      let schema = """
        { \(closed ? "\"additionalProperties\": false," : "") "properties": {
          "k": { "type": "integer", "default": 7 } } }
        """
      return try Self.proof(
        "{ key = 'k', \(old), value = 1 }", "{ key = 'k', \(new), value = 1 }", schema: schema
      ).text
    }
    let (x, y) = ("when = { zone = 'x' }", "when = { zone = 'y' }")
    #expect(try proof(x, y).hasPrefix(#"k: 1 → 7 in {"zone":"x"}"#))
    #expect(try proof(x, y, closed: true).hasPrefix("1 of 1 keys certainly"))
    let test = "when = function(c) return c.zone == 'x' end"
    #expect(try proof(x, test).hasPrefix("1 of 1 keys certainly"))
    let loop = "when = function(c) for i = 1, 2 do if c.zone == i then return true end end end"
    #expect(try proof(loop, loop.replacing("1, 2", with: "1, 3")).hasPrefix("k: "))
    let missing = "when = function(c) return c.zone == nil end"
    #expect(try proof(missing, y).contains("zone"))
    let other = try Self.proof(
      "{ key = 'k', when = { zone = 'x' }, value = 1 }",
      "{ key = 'k', when = { zone = 'x' }, value = 1 }, { key = 'zone', value = 'x' }",
      keys: ["k"])
    #expect(other.differenceCount == 1, "\(other.text)")
  }

  @Test func `a function that stays is the same if all that it reads is`() throws {
    let note = ",\n{ key = \"k\", value = function(c) return c.id + 1 end }"
    let old = #"{ key = "id", when = { vip = true }, value = 1 }"#
    let new = #"{ key = "id", when = function(c) return c.vip == true end, value = 1 }"#
    #expect(try Self.proof(old + note, new + note).text.hasPrefix("2 of 2 keys certainly"))
    let other = #"{ key = "id", value = 1 }"#
    #expect(try Self.proof(old + note, other + note).differenceCount == 2)
  }
}
