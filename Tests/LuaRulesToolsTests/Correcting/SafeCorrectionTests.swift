import LuaBridge
import LuaRules
import Testing

@testable import LuaRulesTools

/// What is called safe changes no answer.
@Suite struct SafeCorrectionTests {
  /// Random rules with globals and with comments that hide something or nothing.
  private struct RandomRules {
    var random: SplitMix

    private mutating func pick(_ words: [String]) -> String {
      words.randomElement(using: &random) ?? ""
    }

    private mutating func comment() -> String {
      pick([
        "", "", " -- check: ignore tie", " -- check: ignore tie, cycle: why",
        "  --check: ignore unreachable-rule,tie", " -- check: ignore null-comparison",
        " -- check: ignore tye", " -- more",
      ])
    }

    private mutating func expression() -> String {
      pick([
        "x", "y", "f(c)", "g(c)", "c.a", "c.b", "c.a == null", "x and c.b", "(f(c) or y) == 2",
        "t and t.x", "7",
      ])
    }

    mutating func text() -> String {
      var lines = ["local t = { x = 1 }"]
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        lines.append(
          pick([
            "x = 1", "y = 2", "x = 1 y = 3", "function f(c) return \(expression()) end",
            "function g(c) return x or c.b end", "do\ny = 4\nend", "x, y = 1, 2",
            "local function h() return x end", "f = function(c) return c.a end",
            "f = function(c) return c.b and f({}) end", "local x = 5",
            "if t then\nx = 6\nend", "t.x = 2", "function t.f() end", "-- check: ignore cycle",
          ]) + comment())
      }
      lines.append("return {")
      for _ in 0..<Int.random(in: 2...5, using: &random) {
        lines.append(
          "  { key = '\(pick(["k", "l"]))', when = function(c) return \(expression()) end, "
            + "value = function(c) return \(expression()) end },\(comment())")
      }
      return (lines + ["}"]).joined(separator: pick(["\n", "\r\n"]))
    }
  }

  private static func check(_ files: any RuleFileSystem) throws -> RuleCheck {
    var options = RuleOptions()
    options.fileSystem = files
    return try RuleCheck(
      sources: [RuleSource(path: "rules")], schema: RuleSchema(), host: [:], fallback: [],
      options: options, areAllOfProject: true)
  }

  /// The answers in some contexts, errors too.
  private static func answers(_ text: String) throws -> [String] {
    let model = try RuleModel(sources: [RuleSource(text: text, name: "a.lua")])
    return try ["{}", "{\"a\":1}", "{\"b\":2}", "{\"a\":2,\"b\":false}"].flatMap { json in
      var context = RuleContext(model)
      try context.setValues(json: json)
      return ["k", "l"].map { key in answer(for: key, in: context) }
    }
  }

  private static func answer(for key: String, in context: RuleContext) -> String {
    do throws(RuleError) {
      return try context.value(at: key, as: LuaValue.self).literal
    } catch {
      return error.code.rawValue
    }
  }

  @Test func `all rules answer as before`() throws {
    var count = 0
    for seed in 0..<120 {
      var rules = RandomRules(random: SplitMix(seed: UInt64(seed)))
      let text = rules.text()
      let corrections = try RuleCorrections(
        includingUnsafe: false, in: TextFiles(["rules/a.lua": text]), checking: Self.check)
      guard let file = corrections.files.first, let before = try? Self.answers(text) else {
        continue
      }
      count += 1
      let corrected = String(decoding: file.corrected, as: UTF8.self)
      #expect(try Self.answers(corrected) == before, "seed \(seed):\n\(text)\n\(corrected)")
    }
    #expect(count > 60)
  }
}
