import Foundation
import LuaRules
import Testing

private struct SizeKey: DynamicEnvironmentKey { static let defaultValue = 1 }
private struct TitleKey: DynamicEnvironmentKey { static let defaultValue = "" }
private struct OtherSizeKey: DynamicEnvironmentKey { static let defaultValue = 0 }
private struct ModelKey: DynamicEnvironmentKey { static let defaultValue = "T" }

extension DynamicEnvironmentPaths {
  fileprivate var size: Int {
    get { self[dynamic: SizeKey.self] }
    set { self[dynamic: SizeKey.self] = newValue }
  }
  fileprivate var title: String {
    get { self[dynamic: TitleKey.self] }
    set { self[dynamic: TitleKey.self] = newValue }
  }
  fileprivate var otherSize: Int {
    get { self[dynamic: OtherSizeKey.self] }
    set { self[dynamic: OtherSizeKey.self] = newValue }
  }
  fileprivate var model: String { self[dynamic: ModelKey.self] }
}

private final class Chain: RuleEnvironment, @unchecked Sendable {
  @Derived var next: Chain
}

/// An environment is asked as a context is.
struct EnvironmentAskingTests {
  private static let rules = """
    return {
      { key = "title", when = function(c) return c.size > 2 end, value = "large", name = "big" },
    }
    """

  private func environment() throws -> Chain {
    Chain(try RuleModel(text: Self.rules, schema: RuleSchema(\.size, \.title, \.otherSize)))
  }

  @Test func `all ways of asking give what the context gives`() throws {
    let parent = try environment()
    parent.size = 3
    let child = parent.next
    #expect(try child.value(for: TitleKey.self) == "large")
    #expect(try child.value(for: RuleKey(TitleKey.self)) == "large")
    #expect(try child.value(for: \.title.count) == 5)
    #expect(try child.value(at: "title") == "large")
    #expect(child["title"] as? String == "large")
    #expect(try child.json(at: "title") == "\"large\"")
    #expect(try child.answer(for: \.title).rule == "big")
    #expect(try child.answer(at: "title", as: String.self).location?.line == 2)
    #expect(child.explain(\.title).description == child.context.explain(\.title).description)
    #expect(
      child.explain(at: "title").description == child.context.explain(at: "title").description)
    #expect(child.setNames == ["size"] && child.isSet("size") && !child.isSet("title"))
    #expect(!child.isSecret("title"))
  }

  @Test func `what is set by name, or as JSON, is seen below and not above`() throws {
    let parent = try environment()
    let child = parent.next
    parent["size"] = 2
    try child.setValues(json: #"{ "size": 4, "label": "x" }"#)
    #expect(parent.size == 2 && child.size == 4)
    #expect(try child.value(at: "label", as: String.self) == "x")
    #expect(parent.title.isEmpty && child.title == "large")
    try child.setValue(json: "5", for: "size")
    #expect(child.size == 5)
    child.unset(\.size)
    #expect(child.size == 2)
    parent.unset("size")
    #expect(child.size == 1)
  }

  @Test func `JSON that does not fit sets nothing`() throws {
    let environment = try environment()
    #expect(throws: RuleError.self) {
      try environment.setValues(json: #"{ "title": "x", "size": "large" }"#)
    }
    #expect(environment.setNames.isEmpty)
    #expect(throws: RuleError.self) { try environment.setValue(json: "{", for: "size") }
  }

  @Test func `what is set under another name of a key is the value of the key`() throws {
    let environment = try environment()
    environment.aliasing(\.otherSize, to: \.size)
    environment["otherSize"] = 7
    #expect(environment.size == 7)
    try environment.setValues(json: #"{ "otherSize": 8 }"#)
    #expect(environment.size == 8)
    let child = environment.next
    child.otherSize = 9
    #expect(child.size == 9 && environment.size == 8)
    child.unset(\.otherSize)
    #expect(child.size == 8)
  }

  @Test func `limits and tracebacks are inherited`() throws {
    let parent = Chain(
      try RuleModel(
        text: #"return { { key = "size", value = function(c) while true do end end } }"#))
    parent.budgetCap = Budget(instructions: 1000, time: .seconds(1), memory: 1 << 20, depth: 10)
    parent.wantsTraceback = true
    let error = #expect(throws: RuleError.self) { try parent.next.value(for: SizeKey.self) }
    #expect(error?.message.contains("1000 instructions") == true)
    #expect(error?.traceback.isEmpty == false)
    #expect(parent.next.budgetCap == nil)
  }
}

/// What is printed reads well.
struct PrintedAnswerTests {
  private func context() throws -> RuleContext {
    RuleContext(
      try RuleModel(
        text: #"return { { key = "title", when = { size = 3 }, value = "large", name = "big" } }"#
      )
      .fallback(RuleModel(text: #"return { { key = "otherSize", value = 9 } }"#, name: "more.lua")))
  }

  @Test func `an answer tells its value and where it came from`() throws {
    var context = try context()
    context.size = 3
    #expect("\(try context.answer(for: \.title))" == #"large, by the rule "big" at rules.lua:1"#)
    #expect("\(try context.answer(for: \.size))" == "3, which is set")
    #expect("\(try context.answer(for: \.otherSize))" == "9, by the rule at more.lua:1, a fallback")
    context.size = 1
    #expect("\(try context.answer(for: \.title))" == ", the default")
  }

  @Test func `the localized description of an error is its text`() {
    let error = #expect(throws: RuleError.self) { try RuleModel(text: "return {") }
    #expect(error.map { ($0 as any Error).localizedDescription } == error?.description)
  }

  @Test func `a key with the name of a context's own member is told by name`() {
    let error = #expect(throws: RuleError.self) {
      try RuleModel(text: "return {}", schema: RuleSchema(\.title, \RuleContext.model))
    }
    #expect(
      error?.message
        == "path number 2 of the schema is not the accessor of a key: every context has a member "
        + "`model` of its own")
    #expect(error?.hint?.contains("another name") == true)
  }
}
