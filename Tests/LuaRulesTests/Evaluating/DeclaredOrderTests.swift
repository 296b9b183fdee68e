import LuaRules
import Testing

private enum Color: String, Sendable, CaseIterable { case red, green, blue }

private struct TopKey: DynamicEnvironmentKey {
  static let defaultValue = "none"
  static let hitPolicy = HitPolicy.firstDeclared
}

private struct ListKey: DynamicEnvironmentKey {
  static let defaultValue: [String] = []
  static let hitPolicy = HitPolicy.collectDeclared
}

private struct ColorKey: DynamicEnvironmentKey {
  static let defaultValue: Color? = nil
  static let hitPolicy = HitPolicy.priority
}

private struct ColorsKey: DynamicEnvironmentKey {
  static let defaultValue: [Color] = []
  static let hitPolicy = HitPolicy.outputOrder
}

private struct PlaceKey: DynamicEnvironmentKey {
  static let defaultValue: Int? = nil
}

extension DynamicEnvironmentPaths {
  fileprivate var top: String { self[dynamic: TopKey.self] }
  fileprivate var list: [String] { self[dynamic: ListKey.self] }
  fileprivate var color: Color? { self[dynamic: ColorKey.self] }
  fileprivate var colors: [Color] { self[dynamic: ColorsKey.self] }
  fileprivate var place: Int? {
    get { self[dynamic: PlaceKey.self] }
    set { self[dynamic: PlaceKey.self] = newValue }
  }
}

/// Hit policies that rank by declaration, and by the enumeration of a key.
struct DeclaredOrderTests {
  private static let schema = RuleSchema(\.top, \.list, \.color, \.colors, \.place)

  private func context(
    _ rules: String, hasSchema: Bool = true, plan: EvaluationMode, fallback: String? = nil
  ) throws -> RuleContext {
    var options = RuleOptions()
    options.plan = plan
    func model(_ rules: String) throws -> RuleModel {
      try RuleModel(
        text: "return {\n\(rules)\n}", schema: hasSchema ? Self.schema : RuleSchema(),
        options: options)
    }
    let first = try model(rules)
    var context = RuleContext(try fallback.map { first.fallback(try model($0)) } ?? first)
    context.place = 3
    return context
  }

  private static let rules = """
    { key = "top", when = { place = at_least(9) }, value = "never" },
    { key = "top", value = function(c) return nil end },
    { key = "top", value = "general" },
    { key = "top", when = { place = 3 }, value = "special" },
    { key = "top", when = { place = 3 }, value = "late", priority = "low" },
    { key = "list", value = "a" },
    { key = "list", when = { place = 3 }, value = "b" },
    { key = "list", when = { place = 4 }, value = "x" },
    { key = "list", when = { place = 3 }, value = "c", priority = "high" },
    """

  @Test(arguments: [EvaluationMode.native, .lua], [true, false])
  func `complexity does not count, priority does`(plan: EvaluationMode, hasSchema: Bool) throws {
    let context = try context(Self.rules, hasSchema: hasSchema, plan: plan)
    for _ in 0..<3 {
      #expect(try context.value(for: \.top) == "general")
      #expect(context.top == "general")
      #expect(try context.value(for: \.list) == ["c", "a", "b"])
    }
    #expect(try context.answer(for: \.top).location?.line == 4)
  }

  @Test(arguments: [EvaluationMode.native, .lua])
  func `rules that read the key, and questions by name, get the same`(plan: EvaluationMode) throws {
    let context = try context(
      Self.rules + #"{ key = "copy", value = function(c) return c.top end },"#, plan: plan)
    #expect(outcome("copy", in: context) == #""general""#)
    #expect(outcome("top", in: context) == #""general""#)
    let explanation = "\(context.explain(\.top))"
    #expect(explanation.hasPrefix("top is \"general\", by the rule at rules.lua:4"))
    #expect(explanation.contains("declared before the next"))
    #expect(!explanation.contains("by complexity"))
  }

  @Test(arguments: [EvaluationMode.native, .lua], [true, false])
  func `the models of a chain are asked in turn`(plan: EvaluationMode, hasSchema: Bool) throws {
    let context = try context(
      #"{ key = "top", when = { place = 4 }, value = "four" }, { key = "list", value = "a" },"#,
      hasSchema: hasSchema, plan: plan, fallback: Self.rules)
    #expect(context.top == "general")
    #expect(context.list == ["a", "c", "a", "b"])
  }

  @Test(arguments: [EvaluationMode.native, .lua])
  func `the enumeration ranks what rules give`(plan: EvaluationMode) throws {
    let context = try context(
      """
      { key = "color", value = "blue" },
      { key = "color", when = { place = 3 }, value = "green" },
      { key = "color", when = { place = 4 }, value = "red" },
      { key = "colors", value = "blue" },
      { key = "colors", value = "red" },
      { key = "colors", value = function(c) return "blue" end },
      { key = "colors", value = function(c) return "green" end },
      """, plan: plan)
    #expect(context.color == .green)
    #expect(context.colors == [.red, .green, .blue, .blue])
  }

  @Test func `a policy by enumeration requires one in the schema`() throws {
    let question = try context(
      #"{ key = "color", value = "blue" },"#, hasSchema: false, plan: .native)
    let error = #expect(throws: RuleError.self) { try question.value(for: \.color) }
    #expect(
      error?.message == "the hit policy priority of `color` requires an enumeration in the schema")
    let declared = #expect(throws: RuleError.self) {
      try RuleSchema(
        json: #"{"properties": {"x": {"type": "string", "x-hit-policy": "priority"}}}"#)
    }
    #expect(
      declared?.message.contains("the values are values of an enumeration, not a string") == true)
  }

  @Test func `a schema says the policies again as it was told them`() throws {
    let text = Self.schema.json()
    #expect(try RuleSchema(json: text).json() == text)
    #expect(text.contains("\"first-declared\"") && text.contains("\"output-order\""))
  }
}
