import LuaRules
import Synchronization
import Testing

/// Models that are asked one after the other: each question is asked again, because the first one makes the
/// plans, and the next ones use them.
struct SeveralModelsTests {
  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  fileprivate struct ColorKey: DynamicEnvironmentKey { static let defaultValue = "none" }
  fileprivate struct ShadeKey: DynamicEnvironmentKey { static let defaultValue = "none" }
  private struct LevelKey: DynamicEnvironmentKey { static let defaultValue = 0 }
  private struct NotesKey: DynamicEnvironmentKey {
    static let defaultValue: [String] = []
    static let hitPolicy = HitPolicy.collect
  }
  private struct PlainNotesKey: DynamicEnvironmentKey {
    static let name = "notes"
    static let defaultValue = "none"
  }

  private static func model(_ rules: String, _ schema: RuleSchema = RuleSchema()) throws
    -> RuleModel
  {
    try RuleModel(text: "return { \(rules) }", schema: schema)
  }

  private static func live(_ rules: String, _ schema: RuleSchema = RuleSchema()) throws
    -> LiveRuleModel
  {
    var options = LiveRuleOptions()
    options.isWatching = false
    options.logger.logLevel = .critical
    return try LiveRuleModel(
      sources: [RuleSource(text: "return { \(rules) }")], schema: schema, live: options)
  }

  /// Asks three times, and returns the answers, which have to be equal.
  private func asked<Value: Equatable>(_ ask: () throws -> Value) rethrows -> Value {
    let answers = try (0..<3).map { _ in try ask() }
    #expect(answers.allSatisfy { $0 == answers[0] })
    return answers[0]
  }

  @Test func `the first model with an answer wins, and the source says which`() throws {
    let first = try Self.model("{ key = 'color', when = { level = 1 }, value = 'red' }")
    let second = try Self.model(
      "{ key = 'color', value = 'gray' }, { key = 'shade', value = 'dark' }")
    var context = RuleContext(first.fallback(second))
    context[dynamic: LevelKey.self] = 1
    #expect(asked { context[dynamic: ColorKey.self] } == "red")
    #expect(asked { context[dynamic: ShadeKey.self] } == "dark")
    #expect(try asked { try context.answer(for: \.shadeOfTest).source } == .fallback)
    context[dynamic: LevelKey.self] = 2
    #expect(asked { context[dynamic: ColorKey.self] } == "gray")
    #expect(try asked { try context.answer(for: \.colorOfTest).source } == .fallback)
  }

  @Test func `rules of each model read keys of all of them`() throws {
    let first = try Self.model(
      "{ key = 'color', value = function(c) return c.shade end }, { key = 'level', value = 3 }")
    let second = try Self.model(
      "{ key = 'shade', when = function(c) return c.level == 3 end, value = 'dark' }")
    let context = RuleContext(first.fallback(second))
    #expect(asked { context[dynamic: ColorKey.self] } == "dark")
    #expect(asked { context["color"] as? String } == "dark")
  }

  @Test func `a default of any model counts where no rule answers`() throws {
    let first = try Self.model("{ key = 'color', when = { level = 1 }, value = 'red' }")
    let second = try Self.model(
      "{ key = 'other', value = 1 }", RuleSchema(keys: ShadeKey.self, LevelKey.self))
    let context = RuleContext(first.fallback(second))
    #expect(asked { context[dynamic: ShadeKey.self] } == "none")
    #expect(asked { context[dynamic: LevelKey.self] } == 0)
    #expect(asked { context[dynamic: ColorKey.self] } == "none")
  }

  @Test func `declarations that differ are an error, however often it is asked`() throws {
    let first = try Self.model("{ key = 'level', value = 1 }", RuleSchema(keys: LevelKey.self))
    let second = try Self.model(
      "{ key = 'level', value = 'high' }",
      try RuleSchema(json: #"{"properties": {"level": {"type": "string"}}}"#))
    let context = RuleContext(first.fallback(second))
    for _ in 0..<3 {
      let error = #expect(throws: RuleError.self) { try context.value(for: LevelKey.self) }
      #expect(error?.code == .conflictingKeys)
    }
  }

  @Test func `a hit policy that only the fallback declares counts`() throws {
    let first = try Self.model("{ key = 'notes', value = 'a' }, { key = 'notes', value = 'b' }")
    let second = try Self.model(
      "{ key = 'notes', value = 'c' }", RuleSchema(keys: NotesKey.self))
    let context = RuleContext(first.fallback(second))
    #expect(asked { context[dynamic: NotesKey.self] } == ["a", "b", "c"])
    // An accessor that does not know the policy is refused.
    for _ in 0..<3 {
      #expect(throws: RuleError.self) { try context.value(for: PlainNotesKey.self) }
    }
  }

  @Test func `each model may be replaced`() throws {
    let first = try Self.live("{ key = 'color', when = { level = 1 }, value = 'red' }")
    let second = try Self.live("{ key = 'color', value = 'gray' }")
    var context = RuleContext(first.model.fallback(second))
    context[dynamic: LevelKey.self] = 0
    #expect(asked { context[dynamic: ColorKey.self] } == "gray")
    try second.replace(with: try Self.model("{ key = 'color', value = 'black' }"))
    #expect(asked { context[dynamic: ColorKey.self] } == "black")
    try first.replace(
      with: try Self.model("{ key = 'color', when = { level = 2 }, value = 'blue' }"))
    context[dynamic: LevelKey.self] = 2
    #expect(asked { context[dynamic: ColorKey.self] } == "blue")
    // A generation that is a chain itself.
    let chain = try Self.model("{ key = 'shade', value = 'dark' }")
      .fallback(try Self.model("{ key = 'color', value = 'green' }"))
    try first.replace(with: chain)
    #expect(asked { context[dynamic: ColorKey.self] } == "green")
    #expect(asked { context[dynamic: ShadeKey.self] } == "dark")
  }

  @Test(arguments: 2...7) func `any number of models is asked in order`(count: Int) throws {
    var model = try Self.model("{ key = 'level', when = { color = '1' }, value = 1 }")
    for number in 2...count {
      let next = "{ key = 'level', when = { color = '\(number)' }, value = \(number) }"
      model = model.fallback(
        number.isMultiple(of: 2) ? try Self.model(next) : try Self.live(next).model)
    }
    var context = RuleContext(model)
    for number in 1...count {
      context[dynamic: ColorKey.self] = "\(number)"
      #expect(asked { context[dynamic: LevelKey.self] } == number)
    }
    context[dynamic: ColorKey.self] = "none"
    #expect(asked { context[dynamic: LevelKey.self] } == 0)
  }

  @Test func `plans and Lua give the same answers`() throws {
    let rules = [
      "{ key = 'color', when = function(c) return c.level > 2 end, value = 'red' }",
      "{ key = 'shade', value = function(c) return c.color .. '!' end }",
      "{ key = 'color', when = function(c) return c.level > 1 end, value = function(c) return 'c' .. c.level end }",
    ]
    func context(_ plan: EvaluationMode) throws -> RuleContext {
      let models = try rules.map {
        try RuleModel(
          text: "return { \($0) }", schema: RuleSchema(keys: LevelKey.self, ColorKey.self),
          options: RuleOptions(plan: plan))
      }
      return RuleContext(models.dropFirst().reduce(models[0]) { $0.fallback($1) })
    }
    var (planned, plain) = (try context(.standard), try context(.lua))
    for level in 0..<5 {
      planned[dynamic: LevelKey.self] = level
      plain[dynamic: LevelKey.self] = level
      #expect(asked { planned[dynamic: ColorKey.self] } == plain[dynamic: ColorKey.self])
      #expect(asked { planned[dynamic: ShadeKey.self] } == plain[dynamic: ShadeKey.self])
    }
  }

  @Test func `threads that ask a chain while its models are replaced get whole answers`()
    async throws
  {
    let first = try Self.live("{ key = 'level', value = 0 }")
    let second = try Self.live("{ key = 'color', value = '0' }")
    let context = RuleContext(first.model.fallback(second))
    let end = Flag()
    await withTaskGroup { group in
      for _ in 0..<2 {
        group.addTask {
          while !end.isSet.load(ordering: .relaxed) {
            let level = context[dynamic: LevelKey.self]
            #expect(level >= 0 && level <= 300)
            #expect(Int(context[dynamic: ColorKey.self]) != nil)
            await Task.yield()
          }
        }
      }
      for number in 1...300 {
        _ = try? first.replace(with: try Self.model("{ key = 'level', value = \(number) }"))
        _ = try? second.replace(with: try Self.model("{ key = 'color', value = '\(number)' }"))
      }
      end.isSet.store(true, ordering: .relaxed)
    }
    #expect(context[dynamic: LevelKey.self] == 300)
    #expect(context[dynamic: ColorKey.self] == "300")
  }
}

extension DynamicEnvironmentPaths {
  fileprivate var colorOfTest: String { self[dynamic: SeveralModelsTests.ColorKey.self] }
  fileprivate var shadeOfTest: String { self[dynamic: SeveralModelsTests.ShadeKey.self] }
}
