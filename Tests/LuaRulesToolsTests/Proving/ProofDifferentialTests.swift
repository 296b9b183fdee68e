import LuaBridge
import LuaRules
import LuaRulesTools
import Testing

/// Proofs of random pairs of models, compared with what the engine answers.
struct ProofDifferentialTests {
  private static let schema = """
    { "properties": {
      "a": { "type": "integer" }, "b": { "enum": ["x", "y", "z"] }, "d": { "type": "boolean" },
      "t": { "type": "string" }, "m": { "type": ["integer", "null"], "default": 2 },
      "o": { "type": "object", "properties": {
        "n": { "type": "number" }, "s": { "type": "string" },
        "p": { "type": "object", "properties": { "q": { "type": "boolean" } } } } },
      "h": { "type": "integer" }, "k": { "type": "integer" }, "l": { "type": "string" } } }
    """
  private static let keys = ["h", "k", "l"]

  /// A generator of rules and contexts.
  private struct Random {
    var generator: SeededGenerator

    mutating func pick(_ choices: [String]) -> String {
      choices.randomElement(using: &generator) ?? ""
    }

    mutating func chance(_ percent: Int) -> Bool {
      Int.random(in: 0..<100, using: &generator) < percent
    }

    mutating func test() -> String {
      pick([
        "c.a == 1", "c.a and c.a > 2", "c.a and c.a <= 2", "c.b == \"x\"", "c.b ~= \"y\"", "c.d",
        "not c.d", "c.t == \"x\"", "c.m == 2", "c.m", "c.o and c.o.n and c.o.n < 1.5",
        "c.o and c.o.s == \"x\"", "c.o and c.o.p and c.o.p.q", "c.h == 2", "c.h and c.h > 1",
        "c.k == 1", "c.a == c.m", "c.o.n == 1", "c.a > 1", "c.l == \"x\"", "c.t == c.l",
        "c.a ~= nil",
        "#(c.t or \"\") > 1", "(c.a or 0) + 1 > 2", "c.a * 2 == c.m", "c.m < c.a", "c.m <= c.h",
        "c.t < \"x\"", "\"w\" < (c.t or \"\")", "tostring(c.a) == \"2\"", "c.h + c.k > 3",
        "c.t .. c.l == \"xx\"", "math.max(c.a or 0, c.m or 0) > 2", "c.o.n // 1 == 1",
      ])
    }

    mutating func pattern() -> String {
      pick([
        "{ a = 1 }", "{ a = { 1, 2, 3 } }", "{ b = \"x\" }", "{ b = { \"y\", \"z\" } }",
        "{ d = true }",
        "{ o = { s = \"x\" } }", "{ o = { n = 1 }, d = false }", "{ m = null }", "{ h = { 1, 2 } }",
        "{ o = { p = { q = true } } }", "{ t = \"x\", a = 2 }", "{ a = at_least(2) }",
        "{ a = between(1, 3, \"[)\") }", "{ b = none_of { \"x\" } }", "{ t = starts_with(\"x\") }",
        "{ m = is_not(2) }", "{ o = { n = less_than(1.5) } }", "{ a = { 1, more_than(2) } }",
        "{ t = any_of { \"x\", ends_with(\"r\") } }", "{ a = all_of { at_least(1), is_not(2) } }",
        "{ b = is_not(null), a = at_most(2) }", "{ t = contains(\"y\"), d = is_not(true) }",
        "{ h = at_most(2) }", "{ m = any_of { null, at_least(3) } }", "{ t = at_least(\"x\") }",
      ])
    }

    mutating func rule() -> String {
      let key = pick(["h", "k", "k", "l", "l"])
      let joint = pick([" and ", " or "])
      let condition =
        chance(25)
        ? ""
        : chance(50)
          ? "when = \(pattern()), "
          : "when = function(c) return \(test())\(joint)\(test()) end, "
      let values =
        key == "l"
        ? [
          "\"x\"", "\"other\"", "function(c) return c.t end", "function(c) return c.o.s end",
          "function(c) return c.t .. \"x\" end", "function(c) return \"\" .. c.h end",
          "function(c) return c.t and c.t:upper() end",
          "function(c) for i = 1, 2 do if c.a == i then return c.t end end end",
        ]
        : [
          "1", "2", "3", "function(c) return c.a end", "function(c) return c.m end",
          "function(c) if \(test()) then return 1 end end", "function(c) return c.h end",
          "function(c) return c.a + 1 end", "function(c) return 1 + c.a end",
          "function(c) return #c.l end", "function(c) return c.h // c.a end",
          "function(c) return tonumber(c.t) end", "function(c) return math.floor(c.o.n) end",
          "function(c) local n = 0 for i = 1, c.a do n = n + i end return n end",
        ]
      let priority = chance(30) ? ", priority = \(pick(["1", "200"]))" : ""
      return "{ key = \"\(key)\", \(condition)value = \(pick(values))\(priority) },"
    }

    /// The same rule in other words.
    func rewritten(_ rule: String) -> String {
      rule.replacing("c.a > 1", with: "not (c.a <= 1)").replacing(
        "{ d = true }", with: "function(c) return c.d end"
      ).replacing("(c)", with: "(ctx)").replacing("c.", with: "ctx.").replacing(
        "mathctx.", with: "math.")
    }

    mutating func changed(_ rules: [String]) -> [String] {
      var rules = rules
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: rules.shuffle(using: &generator)
      case 1: rules.append(rule())
      case 2: rules.remove(at: Int.random(in: 0..<rules.count, using: &generator))
      case 3: rules[Int.random(in: 0..<rules.count, using: &generator)] = rule()
      default: rules.append(rules.randomElement(using: &generator) ?? "")
      }
      if chance(50) { rules = rules.map(rewritten) }
      return rules
    }

    mutating func context() -> [(name: String, value: LuaValue)] {
      var values: [(name: String, value: LuaValue)] = []
      func add(_ name: String, _ value: LuaValue) { values.append((name, value)) }
      let text: [LuaValue] = [.string("x"), .string("other"), .string("yy")]
      let number = LuaValue.integer(Int64.random(in: -1...4, using: &generator))
      if chance(70) { add("a", number) }
      if chance(70) { add("b", .string(pick(["x", "y", "z"]))) }
      if chance(70) { add("d", .boolean(chance(50))) }
      if chance(70) { add("t", text.randomElement(using: &generator) ?? .null) }
      if chance(40) { add("m", chance(50) ? .null : number) }
      if chance(15) { add("h", .integer(Int64.random(in: 0...3, using: &generator))) }
      if chance(80) {
        var object = LuaTable()
        if chance(70) { object.set(.number(chance(50) ? 1 : 1.75), for: "n") }
        if chance(50) {
          var inner = LuaTable()
          if chance(70) { inner.set(.boolean(chance(50)), for: "q") }
          object.set(.table(inner), for: "p")
        }
        if chance(70) { object.set(text.randomElement(using: &generator) ?? .null, for: "s") }
        add("o", .table(object))
      }
      return values
    }
  }

  private static func answer(
    _ model: RuleModel, _ values: [(name: String, value: LuaValue)], _ key: String
  )
    throws -> String?
  {
    var context = RuleContext(model)
    for (name, value) in values { try context.setValue(value, for: name) }
    return try? context.plainAnswer(at: key).printed
  }

  @Test(arguments: 0..<10)
  func `what is proved the same never differs`(seed: Int) throws {
    var random = Random(generator: SeededGenerator(seed: UInt64(seed)))
    let schema = try RuleSchema(json: Self.schema)
    var counts = (same: 0, differs: 0)
    for _ in 0..<8 {
      let count = Int.random(in: 3...8, using: &random.generator)
      let rules = (0..<count).map { _ in random.rule() }
      let others = random.changed(rules)
      func model(_ rules: [String], _ name: String) -> RuleModel? {
        try? RuleModel(
          text: "return {\n\(rules.joined(separator: "\n"))\n}", name: name, schema: schema)
      }
      guard let old = model(rules, "old"), let new = model(others, "new") else { continue }
      let proof = try RuleSetProof(of: old, with: new, caseLimit: 2_000)
      var same: [String] = []
      for (key, result) in proof.results {
        switch result {
        case .same: same.append(key)
        case .differs: counts.differs += 1
        case .unknown: break
        }
      }
      counts.same += same.count
      for _ in 0..<1000 where !same.isEmpty {
        let values = random.context()
        for key in same where !values.contains(where: { $0.name == key }) {
          let (left, right) = (
            try Self.answer(old, values, key), try Self.answer(new, values, key)
          )
          guard left != right else { continue }
          Issue.record(
            "\(key) in \(values): \(left ?? "error") and \(right ?? "error")\n\(rules)\n\(others)")
          return
        }
      }
    }
    #expect(counts.same > 0 && counts.differs > 0)
  }
}
