import LuaRules
import Synchronization
import Testing

/// Constants that are tables: converted once for a type that is the engine's own, else for each question.
struct ConstantListTests {
  private enum Color: String, Sendable { case red, gray }

  /// A type whose values tell how often one was made.
  private struct Counted: Decodable, Sendable, Equatable {
    // Without references: only who converts it makes the difference.
    var size: Int
    var number: Int

    private enum CodingKeys: String, CodingKey { case size }

    private static let count = Mutex(0)

    init(from decoder: any Decoder) throws {
      size = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .size)
      number = Self.count.withLock { count in
        count += 1
        return count
      }
    }
  }

  private func contexts(_ value: String) throws -> [RuleContext] {
    let rules = """
      return {
        { key = "answer", when = { kind = "small" }, value = \(value) },
        { key = "answer", when = function(c) return c.kind:upper() == "LARGE" end, value = \(value) },
      }
      """
    return try [EvaluationMode.native, .lua].flatMap { plan in
      let model = try RuleModel(text: rules, options: RuleOptions(plan: plan))
      return ["small", "large"].map { kind in
        var context = RuleContext(model)
        context["kind"] = kind
        return context
      }
    }
  }

  private func check<Value: Equatable & Sendable>(_ value: String, _ expected: Value) throws {
    for context in try contexts(value) {
      for _ in 0..<3 {
        var fresh = RuleContext(context.model)
        fresh["kind"] = context["kind"] as? String
        #expect(try fresh.value(for: RuleKey("answer", default: expected)) == expected)
        #expect(try context.value(at: "answer", as: Value.self) == expected)
        #expect(try fresh.value(at: "answer", as: Value?.self) == expected)
      }
    }
  }

  @Test func `a table is the same value in each question`() throws {
    try check(
      #"{ "plain", "a text of more than fifteen bytes" }"#,
      ["plain", "a text of more than fifteen bytes"])
    try check("{}", [String]())
    try check("{ 1, 2.0, 3 }", [1, 2, 3])
    try check("{ 1, 2, 2 }", Set([1.0, 2]))
    try check(#"{ "red", "gray" }"#, [Color.red, .gray])
    try check(#"{ { "a" }, {} }"#, [["a"], []])
    try check("{ a = 1, b = 2 }", ["a": 1, "b": 2])
    try check(#"{ list = { "a", null } }"#, ["list": ["a", nil] as [String?]])
  }

  @Test func `a list is converted once`() throws {
    func place(_ list: [String]) -> UInt {
      unsafe list.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    for context in try contexts(#"{ "plain", "small" }"#) {
      let key = RuleKey("answer", default: [String]())
      let first = try context.value(for: key)
      #expect(place(try context.value(for: key)) == place(first))
      // Who changes what was given changes a copy.
      var changed = first
      changed[0] = "changed"
      #expect(try context.value(for: key) == ["plain", "small"])
    }
  }

  @Test func `a type of the host's is converted for each question`() throws {
    for context in try contexts(#"{ { size = 1 } }"#) {
      let key = RuleKey("answer", default: [Counted]())
      let numbers = try (0..<3).map { _ in try context.value(for: key).map(\.number) }
      #expect(Set(numbers).count == 3)
    }
  }

  @Test func `a list that does not fit is told each time`() throws {
    for context in try contexts(#"{ "plain", 3 }"#) {
      let errors = (0..<3).map { _ in
        let key = RuleKey("answer", default: [String]())
        return #expect(throws: RuleError.self) { try context.value(for: key) }.map { "\($0)" }
      }
      #expect(errors[0]?.contains("[2]") == true, "\(errors[0] ?? "")")
      #expect(Set(errors).count == 1)
    }
  }
}
