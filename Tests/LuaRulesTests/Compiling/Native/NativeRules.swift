import LuaBridge

@testable import LuaRules

/// Predicates of Lua text, or patterns, as candidates with a plan.
struct NativeRules {
  var code: DecisionProgram
  var paths: NativePaths
  var predicates: [DecisionPredicate]

  /// Compiles predicates such as `c.a == 1`, or bodies with a `return`.
  init(_ texts: [String], prelude: String = "") throws {
    var text = prelude + "\nreturn {\n"
    for predicate in texts {
      let isBody = predicate.hasPrefix("local ") || predicate.hasPrefix("if ")
      let body = isBody ? predicate : "return " + predicate
      text += "{ key = \"k\", when = function(c) \(body) end, value = 1 },\n"
    }
    let model = try RuleModel(text: text + "}")
    guard let core = model.current.first else { throw DumpFailure.notAFunction }
    (code, paths, predicates) = try core.withState { state in
      var builder = DecisionBuilder(outside: StateCapturedValues(state))
      let predicates = core.rules.map { builder.build($0.predicate) }
      return (builder.code, builder.paths, predicates)
    }
  }

  init(patterns: [[(path: [String], allowed: [LuaValue])]]) {
    var builder = DecisionBuilder()
    predicates = patterns.map { entries in
      let pattern = Pattern(
        entries: entries.map { .init(path: $0.path, allowed: $0.allowed) },
        location: SourceLocation(file: "rules.lua", line: 1))
      return builder.build(.pattern(pattern))
    }
    code = builder.code
    paths = builder.paths
  }

  func plan(canDecline: Bool = true) -> CandidateIndex {
    let candidates = predicates.map {
      CandidateIndex.Candidate(entry: $0.entry, canDecline: canDecline)
    }
    return CandidateIndex(candidates, code: code, paths: paths)
  }

  /// What is tried, in order, until `answers` candidates were; and what was read for it.
  struct Trace: Equatable {
    var tried: [String] = []
    var reads: [NativePaths.ID] = []
  }

  /// All candidates, one after the other.
  func naive<Reader: NativeReader>(
    _ reader: Reader, reads: (Reader) -> [NativePaths.ID], answers: Int = .max
  ) -> Trace {
    var reader = reader
    var trace = Trace()
    for (number, predicate) in predicates.enumerated() where trace.tried.count < answers {
      let verdict = predicate.entry.map { code.holds(from: $0, reader: &reader) } ?? .undecided
      if verdict != .no { trace.tried.append("\(number) \(verdict)") }
    }
    trace.reads = reads(reader)
    return trace
  }

  /// The candidates that the plan leaves.
  func planned<Reader: NativeReader>(
    _ plan: CandidateIndex, _ reader: Reader, reads: (Reader) -> [NativePaths.ID],
    answers: Int = .max
  ) -> Trace {
    var reader = reader
    var trace = Trace()
    _ = plan.ask(code, &reader) { number, isKnown, _ in
      trace.tried.append("\(number) \(isKnown ? NativeVerdict.yes : .undecided)")
      return trace.tried.count >= answers
    }
    trace.reads = reads(reader)
    return trace
  }
}
