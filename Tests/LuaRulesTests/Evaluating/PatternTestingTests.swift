import LuaBridge
import Testing

@testable import LuaRules

/// Patterns over any reader.
struct PatternTestingTests {
  private let place = SourceLocation(file: "rules.lua", line: 3)

  private func pattern(_ entries: (path: [String], allowed: [LuaValue])...) -> Pattern {
    Pattern(
      entries: entries.map { .init(path: $0.path, allowed: $0.allowed) }, location: place)
  }

  /// Returns whether a pattern holds of scalars by name, and the names that were read.
  private func test(
    _ pattern: Pattern, _ values: [String: LuaValue]
  ) throws -> (holds: Bool, reads: [String]) {
    var reads: [String] = []
    let holds = try pattern.holds(
      reading: { (key, _) throws(RuleError) in
        guard case .string(let name) = key else { return .value(.nil) }
        reads.append(name)
        return .value(values[name] ?? .nil)
      },
      counting: { (_) throws(RuleError) in 0 },
      paying: { (_, _) throws(RuleError) in })
    return (holds, reads)
  }

  @Test func `all entries must hold, and nothing is read after one that does not`() throws {
    let pattern = pattern(
      (["a"], [.integer(1)]), (["b"], [.string("x"), .string("y")]), (["c"], [.boolean(true)]))
    var result = try test(pattern, ["a": .integer(1), "b": .string("y"), "c": .boolean(true)])
    #expect(result.holds && result.reads == ["a", "b", "c"])
    result = try test(pattern, ["a": .integer(1), "b": .string("z")])
    #expect(!result.holds && result.reads == ["a", "b"])
  }

  @Test func `null allows nothing, also at the end of a path through a scalar`() throws {
    #expect(try test(pattern((["a"], [.null])), [:]).holds)
    let result = try test(pattern((["a", "b"], [.null])), ["a": .integer(1)])
    #expect(result.holds && result.reads == ["a"])
  }

  @Test func `an error gets the place of the pattern`() {
    let error = #expect(throws: RuleError.self) {
      try pattern((["a"], [.null])).holds(
        reading: { (_, _) throws(RuleError) in throw RuleError(.unknownKey, "unknown key `a`") },
        counting: { (_) throws(RuleError) in 0 },
        paying: { (_, _) throws(RuleError) in })
    }
    #expect(error?.location == place)
  }

  @Test func `each entry is paid for`() {
    let error = #expect(throws: RuleError.self) {
      try pattern((["a"], [.integer(1), .integer(2)])).holds(
        reading: { (_, _) throws(RuleError) in .value(.string("four")) },
        counting: { (_) throws(RuleError) in 0 },
        paying: { (tests, bytes) throws(RuleError) in
          throw RuleError(.budget, "\(tests) tests of \(bytes) bytes")
        })
    }
    #expect(error?.message == "2 tests of 4 bytes")
  }
}
