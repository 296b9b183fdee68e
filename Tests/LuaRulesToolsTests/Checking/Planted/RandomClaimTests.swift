import Foundation
import LuaRules
import LuaRulesTools
import Synchronization
import Testing

/// Every claim about random functions is compared with what the engine does in contexts of the schema.
@Suite struct RandomClaimTests {
  private static let schema = """
    { "type": "object", "properties": {
      "order": { "type": "object", "additionalProperties": false,
        "required": ["region", "count", "total", "isFast", "lines", "id"], "properties": {
          "region": { "enum": ["eu", "us", "asia"] }, "isFast": { "type": "boolean" },
          "count": { "type": "integer", "minimum": 1, "maximum": 4 },
          "total": { "type": "number", "minimum": 0, "maximum": 3 },
          "id": { "type": "string" }, "note": { "type": "string" },
          "inner": { "type": "object", "required": ["x"], "properties": { "x": { "type": "integer" } } },
          "rows": { "type": "array", "items": { "type": "object", "additionalProperties": false,
            "properties": { "count": { "type": "integer" }, "note": { "type": "string" } } } },
          "lines": { "type": "array", "minItems": 1, "items": { "type": "integer" } } } },
      "count": { "type": "integer" }, "ratio": { "type": ["number", "null"] }, "size": { "enum": ["s", "m"] },
      "mode": {}, "k": { "type": "string", "default": "none" }, "p": { "type": "string", "default": "none" } } }
    """

  /// How far a context keeps to the schema.
  private enum Kind { case whole, unset, loose }

  private static let contexts: [(kind: Kind, json: String)] = {
    var all: [(Kind, String)] = []
    for index in 0..<72 {
      let kind: Kind = index % 6 == 4 ? .unset : index % 6 == 5 ? .loose : .whole
      let region = ["eu", "us", "asia"][index % 3]
      let count = 1 + index / 3 % 4
      let total = ["0", "1.5", "3", "2"][index / 2 % 4]
      let noteText = ["a1", "", "10"][index / 4 % 3]
      let note = index / 2 % 2 == 0 ? #", "note": "\#(noteText)""# : ""
      let inner = index / 6 % 2 == 0 ? #", "inner": { "x": \#(index) }"# : ""
      let rows =
        index / 5 % 2 == 0
        ? #", "rows": [\#(index % 4 == 0 ? "" : #"{ "count": 1 }, { "note": "r" }"#)]"# : ""
      let lines = Array(repeating: "\(index % 5 - 1)", count: 1 + index % 3).joined(separator: ", ")
      var order =
        #""region": "\#(region)", "count": \#(count), "total": \#(total), "isFast": \#(index % 2 == 0), "#
        + #""id": "\#(index % 2 == 0 ? "a" : "7")", "lines": [\#(lines)]\#(note)\#(inner)\#(rows)"#
      if kind == .loose {
        order = index % 12 == 5 ? #""total": -4.5, "lines": []"# : #""count": 2, "lines": [1]"#
      }
      let ratio = ["0.5", "-2", "1e308", "null"][kind == .whole ? index % 3 : 3]
      let others =
        kind == .unset
        ? ""
        : #", "count": \#([3, 0, Int.max][index / 2 % 3]), "size": "\#(index % 4 == 1 ? "s" : "m")""#
      all.append((kind, #"{ "order": { \#(order) }, "ratio": \#(ratio)\#(others) }"#))
    }
    return all
  }()

  /// What one evaluation does.
  private struct Trace {
    /// How often each line was reached.
    var lines: [Int: Int] = [:]
    var outcomes: [Int: Set<Bool>] = [:]
  }

  private final class Recorder: Sendable {
    let trace = Mutex(Trace())
  }

  private struct Run {
    let kind: Kind
    let trace: Trace
    let answer: String?
    let failure: RuleError?
    let condition: String?
  }

  /// The rules, and the module that they may require.
  private static let source = RuleSource(path: "/rules/r.lua")

  private static func options(for text: String) -> RuleOptions {
    let files = TextFiles([
      "/rules/r.lua": text, "/rules/lib/util.lua": RandomFunctions.module,
    ])
    return RuleOptions(budget: Budget(instructions: 5_000, time: nil), fileSystem: files)
  }

  private static func runs(of text: String) throws -> [Run] {
    let recorder = Recorder()
    let host: HostFunctions = [
      "mark": .function { (line: Int) in
        recorder.trace.withLock { $0.lines[line, default: 0] += 1 }
        return true
      },
      "see": .function { (line: Int, outcome: Bool) in
        recorder.trace.withLock { _ = $0.outcomes[line, default: []].insert(outcome) }
        return true
      },
    ]
    let model = try RuleModel(
      sources: [source], schema: RuleSchema(json: schema), host: host, options: options(for: text))
    return try contexts.map { kind, json in
      var context = RuleContext(model)
      try context.setValues(json: json)
      recorder.trace.withLock { $0 = Trace() }
      var failure: RuleError?
      var answer: String?
      do throws(RuleError) { answer = try context.json(at: "k") } catch { failure = error }
      let condition = try? context.json(at: "p")
      return Run(
        kind: kind, trace: recorder.trace.withLock { $0 }, answer: answer, failure: failure,
        condition: condition)
    }
  }

  /// Returns the claims about the rules of a seed that are wrong.
  private static func wrongClaims(
    seed: Int, _ style: RandomFunctions.Style = .wild
  ) throws -> [String] {
    let random = RandomFunctions(seed: seed, style: style)
    let findings = try RuleCheck(
      sources: [source], schema: RuleSchema(json: schema), host: [:], fallback: [],
      options: options(for: random.text), areAllOfProject: false
    ).findings
    let codes: Set<RuleFinding.Code> = [
      .unreachableBranch, .impossibleComparison, .endlessLoop, .possibleNil, .alwaysTrue,
      .alwaysFalse,
    ]
    let claims = findings.filter {
      $0.severity > .info && $0.location.file == "/rules/r.lua"
        && ($0.severity == .error && $0.code != .unknownMember || codes.contains($0.code))
    }
    guard !claims.isEmpty else { return [] }
    let runs: [Run]
    do {
      runs = try Self.runs(of: random.tracedText)
    } catch let error as RuleError {
      // What stops the rules from being loaded is a finding of its own.
      return findings.contains { $0.code.rawValue == error.code.rawValue } ? [] : ["\(error)"]
    }
    return claims.filter { claim in
      isWrong(
        claim, in: random,
        runs.filter { run in
          if claim.message.contains("; unless") { return run.kind == .whole }
          return run.kind != .loose || !claim.message.contains("the schema says")
        })
    }.map { "\(seed): \($0)" }
  }

  private static func isWrong(_ claim: RuleFinding, in random: RandomFunctions, _ runs: [Run])
    -> Bool
  {
    guard let line = claim.location.line else { return false }
    let reached = runs.filter { $0.trace.lines[line] != nil }
    switch claim.code {
    case .unreachableBranch:
      let branch = claim.related.first?.location?.line ?? line
      return !random.choices.contains(branch) && runs.contains { $0.trace.lines[branch] != nil }
    case .endlessLoop:
      return runs.contains { $0.trace.lines[line + 2, default: 0] > 1 && $0.answer != nil }
    case .possibleNil where claim.severity < .error:
      guard !random.choices.contains(line), !reached.isEmpty else { return false }
      // A call may fail in the function that it calls.
      let lines = [line] + claim.related.compactMap(\.location?.line)
      return !runs.contains { $0.failure?.location?.line.map(lines.contains) ?? false }
    case .alwaysTrue, .alwaysFalse:
      let other = claim.code == .alwaysTrue ? "\"none\"" : "\"yes\""
      return random.text.split(separator: "\n", omittingEmptySubsequences: false)[line - 1]
        .contains("\"p\"")
        && runs.contains { $0.condition == other }
    case .impossibleComparison where claim.severity < .error:
      guard let sign = random.comparisons[line] else { return false }
      return runs.contains { $0.trace.outcomes[line]?.contains(sign != "~=") == true }
    default:
      guard !random.choices.contains(line) else { return false }
      return reached.contains { $0.answer != nil }
    }
  }

  /// A seed where the context is given to a function that joins texts.
  private static let seedWithContextGiven = 60204

  @Test(arguments: Array(0..<300) + [seedWithContextGiven])
  func `no claim about random functions is wrong`(seed: Int) throws {
    let wrong = try Self.wrongClaims(seed: seed)
    #expect(wrong == [], "\(RandomFunctions(seed: seed).text)")
  }

  @Test(arguments: 0..<250)
  func `no claim about functions as people write them is wrong`(seed: Int) throws {
    let wrong = try Self.wrongClaims(seed: seed, .habitual)
    #expect(wrong == [], "\(RandomFunctions(seed: seed, style: .habitual).text)")
  }

  /// Runs as many seeds as the environment says: `CLAIM_SEEDS=1000-11000`.
  @Test(arguments: [RandomFunctions.Style.wild, .habitual])
  func `no claim about many more random functions is wrong`(style: RandomFunctions.Style) throws {
    guard let range = ProcessInfo.processInfo.environment["CLAIM_SEEDS"] else { return }
    let bounds = range.split(separator: "-").compactMap { Int($0) }
    let (first, last) = (try #require(bounds.first), try #require(bounds.last))
    for seed in first..<last {
      let wrong = try Self.wrongClaims(seed: seed, style)
      #expect(wrong == [], "\(RandomFunctions(seed: seed, style: style).text)")
    }
  }
}
