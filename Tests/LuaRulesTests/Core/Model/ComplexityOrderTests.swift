import LuaRules
import Testing

/// The complexity table of the design, seen from outside: which rule answers.
struct ComplexityOrderTests {
  /// A predicate that holds in `Self.context`, and its complexity.
  static let conditions: [(when: String, complexity: Int)] = [
    ("true", 0),
    ("function(c) return true end", 0),
    ("function(c) return c.done end", 1),
    ("function(c) return not c.off end", 1),
    ("function(c) return c.a == 1 end", 1),
    ("function(c) return #c.list > 3 end", 1),
    ("function(c) return f(c.a) end", 1),
    ("function(c) return c.a == 1 and c.b == 2 end", 2),
    ("function(c) return c.a and c.b end", 2),
    ("function(c) return c.o ~= nil and c.o.b > 3 end", 2),
    ("function(c) return c.a == 1 or c.b == 2 end", 1),
    ("function(c) return not (c.a == 1 and c.b == 3) end", 1),
    ("function(c) return (c.a == 1 and c.b == 2) or c.d == 3 end", 1),
    ("function(c) return c.d == 3 or (c.a == 1 and c.b == 2) end", 1),
    ("function(c) if c.a == 1 then return c.b == 2 end return false end", 2),
    ("function(c) return c.a == 1 and c.b == 2 and c.done end", 3),
    ("function(c) return c.a == 1 and 1 == c.a end", 1),
    ("function(c) local a = c.a return a == 1 and c.b == 2 end", 2),
    ("{ a = 1 }", 1),
    ("{ a = { 1, 2, 3 } }", 1),
    ("{ a = 1, b = 2 }", 2),
    ("{ a = 1, o = { b = 4, x = null } }", 3),
    ("host.always", 1),
  ]

  private static let context = """
    {"a": 1, "b": 2, "d": 3, "done": true, "off": false, "list": [1, 2, 3, 4],
     "o": {"b": 4, "x": null}}
    """

  /// The answer of the rules, after a line that the conditions may use.
  private static func answer(_ rules: [String]) -> String {
    do {
      let rules = try RuleModel(
        text:
          "local function f(x) return x == 1 end\nreturn {\n\(rules.joined(separator: ",\n"))\n}",
        host: ["always": .function { (_: RuleContext) in true }])
      var context = RuleContext(rules)
      try context.setValues(json: Self.context)
      return outcome(in: context)
    } catch {
      return "\(error)"
    }
  }

  private static func rule(_ when: String, _ value: String, _ more: String = "") -> String {
    "{ key = 'answer', when = \(when), \(more) value = '\(value)' }"
  }

  @Test(arguments: conditions)
  func `a predicate has the complexity of the table`(when: String, complexity: Int) {
    let condition = Self.rule(when, "it")
    // Of equals the first wins; so the rule is as complex as the other one, and no more.
    let equal = Self.rule("true", "other", "complexity = \(complexity),")
    #expect(Self.answer([condition, equal]) == "\"it\"")
    #expect(Self.answer([equal, condition]) == "\"other\"")
  }

  @Test(arguments: conditions, conditions)
  func `the more complex wins, whatever the order of writing`(
    left: (when: String, complexity: Int), right: (when: String, complexity: Int)
  ) {
    let rules = [Self.rule(left.when, "left"), Self.rule(right.when, "right")]
    let isTie = left.complexity == right.complexity
    let winner = left.complexity > right.complexity ? "\"left\"" : "\"right\""
    #expect(Self.answer(rules) == (isTie ? "\"left\"" : winner))
    #expect(Self.answer(rules.reversed()) == (isTie ? "\"right\"" : winner))
  }

  /// Groups around a rule with the value `it`, and what they sum up to.
  static let nested: [(rule: String, complexity: Int)] = [
    (
      "{ when = { a = 1, b = 2 }, rules = { { key = 'answer', when = { d = 3 }, value = 'it' } } }",
      3
    ),
    ("{ when = { a = 1, b = 2 }, rules = { { key = 'answer', value = 'it' } } }", 2),
    ("{ rules = { { key = 'answer', when = { a = 1 }, value = 'it' } } }", 1),
    (
      "{ when = { a = 1 }, rules = { { when = { b = 2 }, rules = { "
        + "{ key = 'answer', when = { d = 3 }, value = 'it' } } } } }", 3
    ),
    (
      "{ when = { a = 1 }, complexity = 5, rules = { "
        + "{ key = 'answer', when = { d = 3 }, value = 'it' } } }", 6
    ),
    (
      "{ when = { a = 1 }, rules = { "
        + "{ key = 'answer', when = { d = 3 }, complexity = 4, value = 'it' } } }", 5
    ),
    // The same condition twice is two conditions: the predicates are not looked at together.
    (
      "{ when = function(c) return c.a == 1 end, rules = { "
        + "{ key = 'answer', when = function(c) return c.a == 1 end, value = 'it' } } }", 2
    ),
    ("{ key = 'answer', when = { a = 1, b = 2 }, complexity = 0, value = 'it' }", 0),
    ("{ key = 'answer', complexity = 7, value = 'it' }", 7),
    ("{ key = 'answer', when = host.always, complexity = 2, value = 'it' }", 2),
  ]

  @Test(arguments: nested)
  func `groups and rules sum up`(rule: String, complexity: Int) {
    let equal = Self.rule("true", "other", "complexity = \(complexity),")
    let more = Self.rule("true", "other", "complexity = \(complexity + 1),")
    #expect(Self.answer([rule, equal]) == "\"it\"")
    #expect(Self.answer([equal, rule]) == "\"other\"")
    #expect(Self.answer([rule, more]) == "\"other\"")
  }
}
