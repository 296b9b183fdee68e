import LuaRules
import Testing

struct OrderTests {
  static let cases: [Question] = [
    Question(
      "a set value wins over every rule",
      "return { { key = 'answer', priority = 32767, value = 1 } }",
      with: #"{"answer": 2}"#, gives: "2"),
    Question(
      "an explicit nothing wins over every rule", "return { { key = 'answer', value = 1 } }",
      with: #"{"answer": null}"#, gives: "null"),
    Question(
      "a higher priority beats any complexity",
      """
      return {
        { key = 'answer', when = { a = 1, b = 2 }, value = 'complex' },
        { key = 'answer', priority = 101, value = 'prior' },
      }
      """, with: #"{"a": 1, "b": 2}"#, gives: #""prior""#),
    Question(
      "a higher complexity beats the order of declaration",
      """
      return {
        { key = 'answer', value = 'first' },
        { key = 'answer', when = { a = 1 }, value = 'second' },
      }
      """, with: #"{"a": 1}"#, gives: #""second""#),
    Question(
      "of equals the first declared wins",
      "return { { key = 'answer', value = 1 }, { key = 'answer', value = 2 } }", gives: "1"),
    Question(
      "a candidate that does not hold is passed over",
      "return { { key = 'answer', when = { a = 2 }, value = 1 }, { key = 'answer', value = 2 } }",
      with: #"{"a": 1}"#, gives: "2"),
    Question(
      "false does not hold",
      """
      return { { key = 'answer', when = function(c) return c.a end, value = 1 },
        { key = 'answer', value = 2 } }
      """, with: #"{"a": false}"#, gives: "2"),
    Question(
      "zero and the empty string hold, as in Lua",
      """
      return { { key = 'answer', when = function(c) return c.a and c.b end, value = 1 },
        { key = 'answer', value = 2 } }
      """, with: #"{"a": 0, "b": ""}"#, gives: "1"),
    Question(
      "null does not hold",
      """
      return { { key = 'answer', when = function(c) return null end, value = 1 },
        { key = 'answer', value = 2 } }
      """, gives: "2"),
    Question(
      "a value function that returns nil declines",
      """
      return { { key = 'answer', priority = 'high', value = function(c) return c.a end },
        { key = 'answer', value = 2 } }
      """, with: #"{"a": null}"#, gives: "2"),
    Question(
      "a value function that returns null gives nothing",
      """
      return { { key = 'answer', priority = 'high', value = function(c) return null end },
        { key = 'answer', value = 2 } }
      """, gives: "null"),
    Question(
      "null as a constant gives nothing",
      "return { { key = 'answer', value = null }, { key = 'answer', value = 2 } }", gives: "null"),
    Question(
      "false is an answer",
      "return { { key = 'answer', value = function(c) return false end },"
        + " { key = 'answer', value = 2 } }",
      gives: "false"),
    Question(
      "a key that every candidate declines is nothing",
      "return { { key = 'answer', value = function(c) return nil end } }", gives: "null"),
    Question(
      "rules of one key read others",
      """
      return { { key = 'answer', value = function(c) return c.b .. c.c end },
        { key = 'b', value = function(c) return c.c end }, { key = 'c', value = 'x' } }
      """, gives: #""xx""#),
    Question(
      "the rules of other keys may stand in any order",
      "return { { key = 'b', value = 1 }, { key = 'answer', value = function(c) return c.b end } }",
      gives: "1"),
  ]

  @Test(arguments: cases)
  func `the first candidate that holds gives the value`(question: Question) {
    #expect(question.outcome == question.expected)
  }

  @Test func `sources are declared in the order in which they are given`() throws {
    let one = RuleSource(text: "return { { key = 'answer', value = 1 } }", name: "z.lua")
    let two = RuleSource(text: "return { { key = 'answer', value = 2 } }", name: "a.lua")
    #expect(try outcome(in: RuleContext(RuleModel(sources: [one, two]))) == "1")
    #expect(try outcome(in: RuleContext(RuleModel(sources: [two, one]))) == "2")
  }

  // MARK: Fallback

  static let first = """
    { key = "answer", when = { a = 1 }, priority = "fallback", value = "first" },
    { key = "name", when = { a = 1 }, value = "first" },
    """
  static let second = """
    { key = "answer", when = { a = { 1, 2 } }, priority = "important", value = "second" },
    { key = "shout", value = function(c) return string.upper(c.name) end },
    { key = "name", value = "second" },
    """
  static let third = """
    { key = "answer", value = function(c) return c.name .. "!" end },
    { key = "name", value = "third" },
    """

  @Test(arguments: [
    (1, "\"first\"", "\"FIRST\""), (2, "\"second\"", "\"SECOND\""),
    (3, "\"second!\"", "\"SECOND\""),
  ])
  func `fallbacks are asked in order and priorities are never compared across models`(
    a: Int, answer: String, shout: String
  ) throws {
    let models = (try model(Self.first), try model(Self.second), try model(Self.third))
    for chain in [
      models.0.fallback(models.1).fallback(models.2),
      models.0.fallback(models.1.fallback(models.2)),
    ] {
      var context = RuleContext(chain)
      context["a"] = a
      #expect(outcome(in: context) == answer)
      // A rule of the second model asks for `name` from the first model on.
      #expect(outcome("shout", in: context) == shout)
    }
  }

  @Test func `an answer tells whether a fallback gave it`() throws {
    var context = RuleContext(try model(Self.first).fallback(try model(Self.third)))
    context["a"] = 2
    let answer = try context.answer(at: "answer", as: String.self)
    #expect(answer.value == "third!")
    #expect(answer.source == .fallback)
    #expect(answer.location?.line == 2)
    context["a"] = 1
    #expect(try context.answer(at: "answer", as: String.self).source == .rule)
  }

  @Test func `a fallback that declines leaves the question to the next`() throws {
    let chain = try model("{ key = 'answer', value = function(c) return nil end },")
      .fallback(try model("{ key = 'answer', value = function(c) return nil end },"))
      .fallback(try model("{ key = 'answer', value = 3 },"))
    #expect(outcome(in: RuleContext(chain)) == "3")
    let nothing = try model("{ key = 'answer', value = null },").fallback(chain)
    #expect(outcome(in: RuleContext(nothing)) == "null")
  }
}
