import LuaBridge
import Testing

@testable import LuaRules

/// Constants of rules, which are answered without an evaluation from the second question on.
struct KeptConstantTests {
  private enum Tone: String, Sendable { case gray, red }

  private static let rules = """
    return {
      { key = "tone", value = "gray" },
      { key = "text", value = "a text that is longer than fifteen bytes" },
      { key = "count", value = 7 },
      { key = "ratio", value = 0.5 },
      { key = "isOn", value = true },
    }
    """

  /// The answer of the fast path; `nil` if an evaluation is needed.
  private static func glanced<Value: SendableMetatype>(
    _ context: RuleContext, _ key: RuleKey<Value>
  ) -> Value? {
    VacantPlace.filled(Value.self) { place in
      context.model.glance { core in
        _ = core.fill(
          place, withValueOf: key.id.number, ContextReader(context.values.read, isWhole: true))
        return false
      }
    }
  }

  private static func expectQuick<Value: Equatable & Sendable>(
    _ name: String, _ value: Value, _ other: Value, in context: RuleContext
  ) throws {
    let key = RuleKey(name, default: other)
    #expect(try context.value(for: key) == value)
    #expect(glanced(context, key) == value)
    #expect(try context.value(for: key) == value)
  }

  /// The first model learns the cases of an enumeration; the others, as after a reload, know them.
  @Test func `each model keeps its constants`() throws {
    for _ in 0..<3 {
      let context = RuleContext(try RuleModel(text: Self.rules))
      try Self.expectQuick("tone", Tone.gray, .red, in: context)
      try Self.expectQuick("text", "a text that is longer than fifteen bytes", "", in: context)
      try Self.expectQuick("count", 7, 0, in: context)
      try Self.expectQuick("ratio", 0.5, 0, in: context)
      try Self.expectQuick("isOn", true, false, in: context)
    }
  }

  @Test func `a constant is quick in each type that is asked for`() throws {
    let context = RuleContext(try RuleModel(text: Self.rules))
    try Self.expectQuick("tone", Tone.gray, .red, in: context)
    try Self.expectQuick("tone", "gray", "", in: context)
    try Self.expectQuick("isOn", true, false, in: context)
    try Self.expectQuick("isOn", Bool?(true), nil, in: context)
  }

  @Test func `a constant that does not fit is an error in each type but its own`() throws {
    let context = RuleContext(try RuleModel(text: Self.rules))
    for _ in 0..<2 {
      try Self.expectQuick("text", "a text that is longer than fifteen bytes", "", in: context)
      #expect(throws: RuleError.self) { try context.value(for: RuleKey("text", default: 1)) }
      #expect(throws: RuleError.self) { try context.value(for: RuleKey("tone", default: 1.0)) }
      #expect(throws: RuleError.self) { try context.value(for: RuleKey("ratio", default: 1)) }
    }
  }
}
