import LuaRules
import Testing

extension DynamicEnvironmentPaths {
  fileprivate var grantedText: String { self[dynamic: RuleKey("text", default: "")] }
  fileprivate var grantedOwner: Owner? { self[dynamic: RuleKey("owner", default: nil)] }
}

private struct Owner: RuleObject, Sendable {
  var name: String
  var age: Int
  static let ruleMembers: RuleMembers<Owner> = [.init("name", \.name), .init("age", \.age)]
}

/// A grant as it is written, in Swift and as JSON.
struct GrantTextTests {
  private func loading(_ grant: Grant, _ rules: String) -> String {
    do {
      _ = try RuleModel(sources: [RuleSource(text: rules, grant: grant)])
      return "loads"
    } catch {
      return "\(error)"
    }
  }

  @Test func `accessors name keys, and a path to a member is refused`() {
    let rules = "return { { key = 'text', value = 1 }, { key = 'owner', value = 1 } }"
    #expect(loading(Grant(assign: [\.grantedText, \.grantedOwner]), rules) == "loads")
    #expect(loading(Grant(assign: [\.grantedText]), rules).contains("may not assign `owner`"))
    #expect(loading(Grant(assign: []), rules).contains("it may assign nothing"))
    let more: Grant.Names = [\.grantedText] + .names("owner")
    #expect(loading(Grant(assign: more), rules) == "loads")
    // Were it read as its key, it would grant all of it.
    #expect(
      loading(Grant(read: [\.grantedText, \.grantedOwner?.name]), rules) == """
        error: path number 2 of a grant is not the accessor of a key [not-an-accessor]
          hint: a member is written with names: `.names("todo.title")`
        """)
    #expect(
      loading(Grant(read: .names("a..b")), rules) == """
        error: "a..b" in a grant is not a name [bad-grant]
          hint: write a key, or a key with members behind dots
        """)
  }

  @Test func `a RuleObject is read member by member`() throws {
    let rules = """
      return {
        { key = 'text', value = function(c) return c.owner.name end },
        { key = 'all', value = function(c) return c.owner['a' .. 'ge'] end },
      }
      """
    let model = try RuleModel(
      sources: [RuleSource(text: rules, grant: Grant(read: .names("owner.name")))])
    // The second time members are read by their position.
    var context = RuleContext(model)
    for name in ["Ann", "Bob"] {
      context.setDynamicValue(
        Owner(name: name, age: 7) as Owner?, for: RuleKey("owner", default: nil))
      #expect(outcome("text", in: context) == "\"\(name)\"")
      #expect(outcome("all", in: context).contains("may not read `owner.age`"))
    }
  }

  @Test(arguments: [
    ("{}", nil as String?),
    (
      #"{"assign": ["theme"], "read": ["todo", "todo.title"], "functions": [], "priority": 100}"#,
      nil
    ),
    (#"{"priority": "very high", "complexity": 3}"#, nil),
    ("[]", "g.json: error: a grant is an object, not a list [bad-grant]"),
    ("7", "g.json: error: a grant is an object, not an integer [bad-grant]"),
    ("{", "g.json:1: error: expected a name in double quotes, got the end of the text [bad-grant]"),
    (
      #"{"asign": []}"#,
      """
      g.json: error: unknown field "asign" in a grant [bad-grant]
        hint: did you mean `assign`?
      """
    ),
    (
      #"{"read": "todo"}"#,
      "g.json: error: `read` is \"todo\"; expected a list of names [bad-grant]"
    ),
    (#"{"read": [7]}"#, "g.json: error: `read` has 7 in it; expected names [bad-grant]"),
    (#"{"priority": 1.5}"#, "g.json: error: `priority` is 1.5; expected an integer [bad-grant]"),
    (
      #"{"read": [""]}"#,
      """
      g.json: error: "" in a grant is not a name [bad-grant]
        hint: write a key, or a key with members behind dots
      """
    ),
  ])
  func `a grant is read from JSON, and told what is wrong`(json: String, error: String?) {
    let found: String?
    do throws(RuleError) {
      let grant = try Grant(json: json, name: "g.json")
      #expect(try Grant(json: grant.json, name: "again") == grant)
      found = nil
    } catch { found = "\(error)" }
    #expect(found == error)
  }
}
