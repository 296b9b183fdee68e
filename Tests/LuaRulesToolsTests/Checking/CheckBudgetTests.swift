import LuaRules
import Testing

@testable import LuaRulesTools

/// The work of the type analysis on files that make as much of it as they can.
@Suite struct CheckBudgetTests {
  /// Files of a stranger.
  static let hostile: [(name: String, text: String)] = [
    ("loops in functions in functions", nested(depth: 12)),
    ("functions that call those inside them", calling(depth: 12)),
    ("helpers that call each other", helpers(count: 60)),
    ("many branches", branches(count: 5000)),
    ("many branches in a loop", branches(count: 1500, before: "while c.a do ", behind: " end")),
    ("many labels", labels(count: 3000)),
    ("long chains", chain(length: 3000)),
    ("many variables", variables(count: 150)),
    ("many moves of a setting", moves(count: 7000)),
  ]

  /// Functions in functions, each of which calls the next one in loops.
  static func nested(depth: Int) -> String {
    var text = "return c.a + 1"
    for level in 0..<depth {
      text =
        "local function f\(level)(x) \(text) end "
        + "for i = 1, 3 do for j = 1, 3 do for k = 1, 3 do "
        + "if f\(level)(i + j) == k then f\(level)(k) end f\(level)(j) end end end return f\(level)(1)"
    }
    return "return { { key = \"k\", value = function(c) \(text) end } }"
  }

  /// A setting that is handed from one variable to the other.
  static func moves(count: Int) -> String {
    let moves = String(repeating: "a = b b = a ", count: count)
    return "local strict = false return { { key = \"k\", value = function(c) "
      + "local a, b = strict, strict \(moves) if a then return 1 end return 2 end } }"
  }

  static func calling(depth: Int) -> String {
    var text = "return x"
    for level in 0..<depth {
      text = "local function g(x) \(text) end return g(g(g(x)) + \(level)) + g(x) + g(c.a)"
    }
    return "return { { key = \"k\", value = function(c) local x = c.b \(text) end } }"
  }

  static func helpers(count: Int) -> String {
    var text = "local h = {}\n"
    for index in 0..<count {
      text += "function h.f\(index)(x, y) "
      for other in 0..<min(index, 8) {
        text += "if x > \(other) then y = h.f\(index - other - 1)(x + \(other), y) end "
      }
      text += "return y end\n"
    }
    return text
      + "return { { key = \"k\", value = function(c) return h.f\(count - 1)(c.a, 1) end } }"
  }

  static func branches(count: Int, before: String = "", behind: String = "") -> String {
    let lines = (0..<count).map { "if c.k\($0) then x = x + \($0) end" }.joined(separator: "\n")
    return
      "return { { key = \"k\", value = function(c) local x = 1 \(before)\n\(lines)\n\(behind) return x end } }"
  }

  static func labels(count: Int) -> String {
    let lines = (0..<count).map { "::l\($0):: if c.k\($0) then goto l\(($0 * 7) % count) end" }
    return
      "return { { key = \"k\", value = function(c) \(lines.joined(separator: "\n")) return 1 end } }"
  }

  static func chain(length: Int) -> String {
    let chain = (0..<length).map { "c.a.b.m\($0) == \($0)" }.joined(separator: " or\n")
    return "return { { key = \"k\", value = function(c) return \(chain) end } }"
  }

  static func variables(count: Int) -> String {
    let names = (0..<count).map { "local v\($0) = c.k\($0)" }.joined(separator: "\n")
    let loops = (0..<count).map { "for i = 1, v\($0) do v\($0) = v\(($0 + 1) % count) end" }
    return
      "return { { key = \"k\", value = function(c) \(names)\n\(loops.joined(separator: "\n")) return v0 end } }"
  }

  @Test(arguments: hostile.indices)
  func `the work is bounded for a file`(index: Int) throws {
    let (name, text) = Self.hostile[index]
    let model = try InspectedModel(
      sources: [RuleSource(text: text, name: "r.lua")], schema: RuleSchema(), host: [:],
      options: RuleOptions())
    let check = Check([model], schema: RuleSchema(), trials: nil)
    let analysis = TypeAnalysis(model, check.types)
    let most = analysis.stepsLeft
    #expect(!model.code.functions.isEmpty, "\(name)")
    for number in model.code.functions.keys.sorted() {
      let before = analysis.stepsLeft
      _ = analysis.follow(number, hasContext: true)
      // One function takes its share only; the last step of each kind of work may go beyond.
      #expect(before - analysis.stepsLeft <= TypeAnalysis.mostStepsOfOne + 20_000, "\(name)")
    }
    #expect(analysis.stepsLeft > -20_000, "\(name)")
    #expect(most <= TypeAnalysis.mostSteps, "\(name)")
  }

  @Test func `a function that takes too much work hides no fault of another one`() throws {
    let other = "{ key = \"b\", value = function(c) return (\"x\" .. {}) end },"
    let text = Self.nested(depth: 12).replacing("return { ", with: "return { \(other) ")
    let check = try RuleCheck(RuleSource(text: text, name: "r.lua"))
    #expect(check.findings.contains { $0.code == .wrongOperand })
  }

  @Test func `a long chain of keys before a value that may be missing is followed to an end`()
    throws
  {
    let keys = (0..<3000).map {
      "{ key = \"k\($0)\", when = function(c) return c.k\($0 + 1) end, value = 1 },"
    }
    let text = """
      return { \(keys.joined(separator: "\n"))
        { key = "a", when = function(c) return c.k0 end, value = function(c) return c.order.note:upper() end } }
      """
    let schema = try RuleSchema(
      json: #"{ "properties": { "order": { "properties": { "note": { "type": "string" } } } } }"#)
    let check = try RuleCheck(RuleSource(text: text, name: "r.lua"), schema: schema)
    // Beyond some keys it is not known whether they make sure of the value.
    #expect(!check.findings.contains { $0.code == .possibleNil })
    #expect(check.findings.contains { $0.location.line == 3000 })
  }
}
