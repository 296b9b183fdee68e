import LuaRules
import Testing

private struct Person: RuleObject, Sendable {
  var name: String
  var status: String
  static let ruleMembers: RuleMembers<Person> = [.init("name", \.name), .init("status", \.status)]
}
private struct PersonKey: DynamicEnvironmentKey { static let defaultValue: Person? = nil }
extension DynamicEnvironmentPaths {
  fileprivate var person: Person? {
    get { self[dynamic: PersonKey.self] }
    set { self[dynamic: PersonKey.self] = newValue }
  }
}

struct PathKeyTests {
  static let rules = """
    { key = "person.status", when = { vip = true }, value = "gold" },
    { key = "read", value = function(c) return c.person.status end },
    { key = "local", value = function(c) local p = c.person return p.status end },
    { key = "indexed", value = function(c) return c["person"]["sta" .. "tus"] end },
    { key = "pattern", when = { person = { status = "gold" } }, value = true },
    { key = "dotted", when = { ["person.status"] = "gold" }, value = true },
    { key = "name", value = function(c) return c.person.name end },
    { key = "whole", value = function(c) return c.person end },
    """
  static let readers = ["read", "local", "indexed"]
  static let tests = ["pattern", "dotted"]

  @Test(arguments: readers + tests)
  func `a path is asked as a key before the member`(key: String) throws {
    var context = RuleContext(try model(Self.rules))
    context.person = Person(name: "Ann", status: "plain")
    context["vip"] = true
    #expect(outcome(key, in: context) == (Self.tests.contains(key) ? "true" : "\"gold\""))
    #expect(try context.value(at: "person.status", as: String.self) == "gold")
    // A rule that does not hold leaves the member.
    context["vip"] = false
    #expect(outcome(key, in: context) == (Self.tests.contains(key) ? "null" : "\"plain\""))
    #expect(try context.value(at: "person.status", as: String.self) == "plain")
  }

  @Test(arguments: readers + tests)
  func `a path has a value without the object`(key: String) throws {
    var context = RuleContext(try model(Self.rules))
    context["vip"] = true
    #expect(outcome(key, in: context) == (Self.tests.contains(key) ? "true" : "\"gold\""))
    context.person = nil
    #expect(outcome(key, in: context) == (Self.tests.contains(key) ? "true" : "\"gold\""))
    #expect(outcome("name", in: context) == "null")
    #expect(outcome("whole", in: context) == "null")
    context["vip"] = false
    #expect(outcome(key, in: context) == "null")
  }

  @Test func `Swift sees the plain value`() throws {
    var context = RuleContext(try model(Self.rules))
    context.person = Person(name: "Ann", status: "plain")
    context["vip"] = true
    #expect(context.person?.status == "plain")
    #expect(try context.value(for: \.person?.status) == "plain")
    #expect(try context.value(at: "whole", as: Person.self).status == "plain")
    #expect(try context.value(at: "person.name", as: String.self) == "Ann")
    #expect(outcome("person.nam", in: context).contains("did you mean `name`?"))
  }

  @Test func `a path is null where no rule holds and nothing is set`() throws {
    var context = RuleContext(try model(Self.rules))
    context["vip"] = false
    #expect(try context.json(at: "person.status") == "null")
  }

  @Test func `a member that no rule gives is told as set`() throws {
    var context = RuleContext(try model(Self.rules))
    context.person = Person(name: "Ann", status: "plain")
    context["vip"] = false
    let text = context.explain(at: "person.status").description
    #expect(text.hasPrefix("person.status is \"plain\", set on the context\n"), "\(text)")
    context["vip"] = true
    let given = context.explain(at: "person.status").description
    #expect(given.hasPrefix("person.status is \"gold\", by the rule"), "\(given)")
  }

  @Test func `a path can be set by name`() throws {
    var context = RuleContext(try model(Self.rules))
    context["person.status"] = "set"
    #expect(outcome("read", in: context) == "\"set\"")
    #expect(context["person.status"] as? String == "set")
  }

  static let cases: [Question] = [
    Question(
      "paths of several steps",
      """
      return { { key = 'a.b.c', value = 1 },
        { key = 'answer', value = function(c) local b = c.a.b return { b.c, c.a.b.c } end } }
      """, gives: "[1,1]"),
    Question(
      "a path below a path",
      """
      return { { key = 'a.b', value = function(c) return { c = 1, d = 2 } end },
        { key = 'a.b.c', value = 3 },
        { key = 'answer', value = function(c) return { c.a.b.c, c.a.b.d } end } }
      """, gives: "[3,2]"),
    Question(
      "a path of a value that a rule gives",
      """
      return { { key = 'a', value = { b = 1, d = 2 } }, { key = 'a.b', value = 3 },
        { key = 'answer', value = function(c) return { c.a.b, c.a.d } end } }
      """, gives: "[3,2]"),
    Question(
      "a path reads its object",
      """
      return { { key = 'a.b', value = function(c) return c.a.d .. "!" end },
        { key = 'answer', value = function(c) return c.a.b end } }
      """, with: #"{"a": {"b": "x", "d": "y"}}"#, gives: #""y!""#),
    Question(
      "a path that reads itself is a circle",
      "return {\n  { key = 'a.b', value = function(c) return c.a.b end } }", key: "a.b",
      gives: "rules.lua:2: error: `a.b` depends on itself: a.b → a.b [cycle]"),
    Question(
      "a path that gives nothing hides the member",
      """
      return { { key = 'a.b', value = null }, { key = 'answer', value = function(c) return c.a.b == nil end } }
      """, with: #"{"a": {"b": 1}}"#, gives: "true"),
    Question(
      "a path that declines leaves the member",
      """
      return { { key = 'a.b', value = function(c) return nil end },
        { key = 'answer', value = function(c) return c.a.b end } }
      """, with: #"{"a": {"b": 1}}"#, gives: "1"),
    Question(
      "a path belongs to the path, not to the object",
      """
      return { { key = 'a.b', value = 2 }, { key = 'other', value = function(c) return c.a end },
        { key = 'answer', value = function(c) return c.other.b end } }
      """, with: #"{"a": {"b": 1}}"#, gives: "1"),
    Question(
      "a member by name", "return {}", with: #"{"a": {"b": [{"c": 5}]}}"#, key: "a.b",
      gives: #"[{"c":5}]"#),
    Question(
      "a member below nothing", "return {}", with: #"{"a": null}"#, key: "a.b.c", gives: "null"),
    Question(
      "a member of a number", "return {}", with: #"{"a": 1}"#, key: "a.b",
      gives: "error: `a.b` cannot be read: it has no members [unknown-member]"),
  ]

  @Test(arguments: cases)
  func `a path is a key of its own`(question: Question) {
    #expect(question.outcome == question.expected)
  }
}
