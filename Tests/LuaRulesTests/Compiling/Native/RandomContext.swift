import Foundation
import LuaBridge

@testable import LuaRules

/// A value with members that are typed, missing or computed.
struct SampleObject: RuleObject {
  var priority: any Sendable
  var count: any Sendable
  var done: Bool
  var note: String?
  var inner: [String: String]?

  static let ruleMembers: RuleMembers<SampleObject> = [
    .init("priority") { $0.priority }, .init("count") { $0.count }, .init("done", \.done),
    .init("note", \.note), .init("inner", \.inner),
  ]
}

/// A writer of random contexts: missing, mistyped, huge and strange values.
struct RandomContext {
  var random: SplitMix

  init(seed: UInt64) { random = SplitMix(state: seed) }

  static let scalars: [any Sendable] = [
    1, 7, 7.0, 0, -1, 0.5, -0.0, 2.5, 1e300, 1e15, 123_456_789_012_345_678, Int64.max, Int64.min,
    9_007_199_254_740_993, 9_007_199_254_740_992.0, 0x1p63, -0x1p63, Double.nan, -Double.nan,
    Double.infinity, -Double.infinity, 0.1 + 0.2, 1.000_000_000_000_05, "low", "high", "7", "",
    "é", "e\u{301}", "\u{212A}", "K", "a\0b", "a", "gray", "x", true, false, Optional<Int>.none,
    "a long string that is stored in another form than short ones are, as Lua does",
    Data([0xFF]), Data("low".utf8), Int8(7), Float(0.5), UInt64(12),
  ]

  private mutating func choice<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  mutating func scalar() -> any Sendable { choice(Self.scalars) }

  private mutating func object() -> any Sendable {
    SampleObject(
      priority: chance(3) ? scalar() : choice(["low", "high", "normal"]), count: scalar(),
      done: Bool.random(using: &random), note: chance(2) ? nil : "low",
      inner: chance(2) ? nil : ["name": "x"])
  }

  private mutating func dictionary() -> any Sendable {
    var result: [String: any Sendable] = [:]
    if chance(2) { result["name"] = scalar() }
    if chance(2) { result["status"] = scalar() }
    if chance(2) { result["inner"] = ["deep": 3] }
    return result
  }

  private mutating func list() -> any Sendable {
    let result: [any Sendable] = (0..<Int.random(in: 0...3, using: &random)).map { _ in scalar() }
    return result
  }

  private mutating func anything() -> any Sendable {
    switch Int.random(in: 0...9, using: &random) {
    case 0: object()
    case 1: dictionary()
    case 2: list()
    default: scalar()
    }
  }

  mutating func context(_ model: RuleModel) -> RuleContext {
    var context = RuleContext(model)
    for name in ["a", "b", "d"] where !chance(20) { context.values.set(anything(), for: name) }
    if !chance(8) { context.values.set(chance(6) ? anything() : object(), for: "todo") }
    if !chance(4) { context.values.set(chance(6) ? anything() : dictionary(), for: "person") }
    if !chance(8) { context.values.set(chance(6) ? anything() : list(), for: "list") }
    return context
  }

  /// Rules that some of the keys which functions read come from.
  static let rules = """
    { key = "fromRule", when = function(c) return c.a == 1 end, value = "low" },
    { key = "fromRule", value = function(c) return c.b end },
    { key = "fromOther", value = function(c) return c.fromRule end },
    { key = "broken", value = function(c) return c.a.b.c end },
    { key = "circle", value = function(c) return c.circle end },
    { key = "person.status", when = function(c) return c.a ~= 7 end, value = "from a rule" },
    { key = "a", value = function(c) return 3 end },
    """
}
