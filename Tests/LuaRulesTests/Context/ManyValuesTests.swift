import LuaRules
import Testing

/// Contexts with more values than names have numbers.
@Suite(.serialized) struct ManyValuesTests {
  /// More names than get numbers in a process.
  private static let count = 40_000

  private static func json(_ count: Int, prefix: String) -> String {
    "{" + (0..<count).map { "\"\(prefix)\($0)\":\($0)" }.joined(separator: ",") + "}"
  }

  @Test func `values are read, replaced and taken back, with a number and without`() throws {
    var context = RuleContext(
      try RuleModel(
        """
        return { { key = "sum", value = function(c)
          return c.many_0 + c.many_1 + c.many_\(Self.count - 1) end } }
        """))
    try context.setValues(json: Self.json(Self.count, prefix: "many_"))
    #expect(context.setNames.count == Self.count)
    #expect(try context.value(at: "sum", as: Int.self) == Self.count)
    for number in [0, 1, 77, 9_000, Self.count - 1] {
      #expect(context["many_\(number)"] as? LuaValue != nil)
      #expect(try context.value(at: "many_\(number)", as: Int.self) == number)
    }
    context["many_\(Self.count - 1)"] = 10
    #expect(try context.value(at: "sum", as: Int.self) == 11)
    #expect(context.setNames.count == Self.count)
    context.unset("many_\(Self.count - 1)")
    #expect(!context.isSet("many_\(Self.count - 1)"))
    #expect(context.setNames.count == Self.count - 1)
    #expect(throws: RuleError.self) { try context.value(at: "sum", as: Int.self) }
    try context.setValues(json: "{\"many_1\": 5, \"many_\(Self.count - 1)\": 7, \"many_x\": 1}")
    #expect(try context.value(at: "sum", as: Int.self) == 12)
    #expect(context.setNames.count == Self.count + 1)
    #expect(
      context.setNames == context.setNames.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  @Test func `ten times the values take not a hundred times as long`() throws {
    func duration(_ count: Int) throws -> Duration {
      let json = Self.json(count, prefix: "timed_")
      var context = RuleContext(.empty)
      let clock = ContinuousClock()
      return try clock.measure { try context.setValues(json: json) }
    }
    _ = try duration(40_000)
    let few = try (0..<3).map { _ in try duration(4_000) }.min() ?? .zero
    let many = try (0..<3).map { _ in try duration(40_000) }.min() ?? .zero
    #expect(many < few * 50)
  }
}
