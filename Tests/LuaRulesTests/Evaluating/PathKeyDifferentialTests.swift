import LuaRules
import Testing

private struct Person: RuleObject, Sendable {
  var name: String
  var status: String
  var tags: [String]
  static let ruleMembers: RuleMembers<Person> = [
    .init("name", \.name), .init("status", \.status), .init("tags", \.tags),
    .init("initial") { String($0.name.prefix(1)) },
  ]
}

/// Path keys change what is below them, and nothing else: whatever way a question takes, its answer is that of
/// Lua alone.
@Suite struct PathKeyDifferentialTests {
  /// What some rules assign, and others read.
  private static let assigning = [
    #"{ key = "person.status", when = { vip = true }, value = "gold" },"#,
    #"{ key = "person.status", value = function(c) return c.vip and "silver" or nil end },"#,
    #"{ key = "person.tags", when = { vip = true }, value = { "a", "b", "c" } },"#,
    #"{ key = "person.rank", value = "3" },"#,
    #"{ key = "ghost.name", value = function(c) return c.person and c.person.name end },"#,
    #"{ key = "texts.greeting", value = "Hello" },"#,
  ]
  private static let reading = [
    #"when = { person = { status = "gold" } }, value = "A""#,
    #"when = { person = { status = { "plain", "silver" } }, vip = false }, value = "B""#,
    #"when = { ["person.status"] = "gold" }, value = function(c) return c.person.status end"#,
    #"when = function(c) return c.person ~= nil and c.person.name == "Ann" end, value = "C""#,
    #"when = function(c) return c.person ~= nil and #c.person.tags > 2 end, value = "D""#,
    #"when = { person = { initial = "B" } }, value = function(c) return c.person.initial end"#,
    #"value = function(c) return c.person and c.person.status end"#,
    #"value = function(c) return c["person.rank"] end"#,
    #"value = function(c) local p = c.person return p and p.name:upper() end"#,
    #"when = { ghost = { name = "Ann" } }, value = "E""#,
    #"value = function(c) return c.ghost and c.ghost.name end"#,
    #"when = { city = "Ulm" }, value = function(c) return c.city:lower() end"#,
    #"when = function(c) return c.city == "Bern" end, value = function(c) return c.b end"#,
    #"value = function(c) return c.texts.greeting end"#,
  ]
  private static let keys = ["a", "b", "d"]
  private static let schema = RuleSchema(
    RuleKey<Person?>("person", default: nil), RuleKey<Bool>("vip", default: false),
    RuleKey<String?>("city", default: nil), RuleKey<String?>("a", default: nil),
    RuleKey<String?>("b", default: nil), RuleKey<String?>("d", default: nil))

  private static func text(_ random: inout SeededGenerator) -> String {
    var rules = assigning.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    for key in keys {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        rules.append(#"{ key = "\#(key)", \#(reading.randomElement(using: &random) ?? "") },"#)
      }
    }
    return "return {\n\(rules.shuffled(using: &random).joined(separator: "\n"))\n}"
  }

  private static func context(_ random: inout SeededGenerator) -> RuleContext {
    var context = RuleContext(.empty)
    let people: [Person?] = [
      Person(name: "Ann", status: "plain", tags: ["x"]),
      Person(name: "Bob", status: "gold", tags: ["x", "y", "z"]), nil,
    ]
    if Bool.random(using: &random) {
      context["person"] = people.randomElement(using: &random) ?? nil
    }
    if Bool.random(using: &random) { context["vip"] = Bool.random(using: &random) }
    if Bool.random(using: &random) {
      context["city"] = ["Ulm", "Bern"].randomElement(using: &random)
    }
    if Int.random(in: 0..<8, using: &random) == 0 { context["person.status"] = "set" }
    if Int.random(in: 0..<8, using: &random) == 0 { context["texts.other"] = "set" }
    return context
  }

  /// What each key gives, as JSON and as a typed value, which takes another way.
  private static func answers(_ context: RuleContext) -> [String] {
    keys.flatMap { key in
      let typed = Result { try context.value(for: RuleKey<String?>(key, default: nil)) }
      let text =
        switch typed {
        case .success(let value): value ?? "nil"
        case .failure(let error): "\(error)"
        }
      return [outcome(key, in: context), text]
    } + ["person.status", "person.rank", "ghost.name"].map { outcome($0, in: context) }
  }

  @Test(arguments: 0..<150)
  func `every way of asking gives what Lua gives`(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let texts = (0..<Int.random(in: 1...2, using: &random)).map { _ in Self.text(&random) }
    func model(_ plan: EvaluationMode) throws -> RuleModel {
      let models = try texts.map {
        try RuleModel(text: $0, schema: Self.schema, options: RuleOptions(plan: plan))
      }
      return models.count == 1 ? models[0] : models[0].fallback(models[1])
    }
    let (planned, plain) = (try model(.native), try model(.lua))
    var memoized = RuleContext(planned).memoized()
    for _ in 0..<12 {
      var context = Self.context(&random)
      context.model = plain
      let expected = Self.answers(context)
      context.model = planned
      // Programs are made by the first questions and used by the others.
      for _ in 0..<3 { #expect(Self.answers(context) == expected, "\(texts)") }
      for name in ["person", "vip", "city", "person.status", "texts.other"] {
        if context.isSet(name) { memoized[name] = context[name] } else { memoized.unset(name) }
      }
      for _ in 0..<2 { #expect(Self.answers(memoized) == expected, "\(texts)") }
    }
  }
}
