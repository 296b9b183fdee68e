import LuaBridge

@testable import LuaRules

/// Plans against the engine's naive order: the same winner, or the same error.
struct PlanDifferential {
  let model: RuleModel
  let core: ModelCore
  let texts: [String]
  let program: KeyProgram

  /// Tests that come in rows with the same path, as rules do.
  static let atoms = [
    "c.todo.priority == 'low'", "c.todo.priority == 'high'", "c.todo.priority == 'normal'",
    "c.todo.priority ~= 'low'", "c.a == 1", "c.a == 7", "c.a == '7'", "c.a == 7.0", "c.a == 'low'",
    "c.a", "not c.a", "c.a == nil", "c.a < 3", "c.a > 2.5", "c.a >= 7", "c.todo.count < 8",
    "c.todo.count >= 0.5", "c.todo and c.todo.done", "c.person and c.person.name == 'low'",
    "c.person.status == 'low'", "c.fromRule == 'low'", "c.fromOther == 'low'", "isLow(c.todo)",
    "c.list[1] == 1", "c.list[1] == 'low'", "#c.list > 1", "names[c.a] == 'gray'",
  ]

  init(seed: UInt64) throws {
    var writer = RandomLua(seed: seed)
    var texts: [String] = []
    let start = Int.random(in: 0..<Self.atoms.count, using: &writer.random)
    let width = Int.random(in: 1...Self.atoms.count, using: &writer.random)
    func atom(_ random: inout SplitMix) -> String {
      Self.atoms[(start + Int.random(in: 0..<width, using: &random)) % Self.atoms.count]
    }
    for _ in 0..<Int.random(in: 2...40, using: &writer.random) {
      switch Int.random(in: 0...9, using: &writer.random) {
      case 0: texts.append(writer.function(isPredicate: true))
      case 1, 2:
        texts.append(
          "function(c) return \(atom(&writer.random)) and \(atom(&writer.random)) end")
      case 3:
        texts.append(
          "function(c) return \(atom(&writer.random)) or \(atom(&writer.random)) end")
      case 4: texts.append("{ a = { 1, 'low', 7 }, todo = { priority = 'low' } }")
      case 5: texts.append("{ todo = { priority = { 'low', 'high' } } }")
      default: texts.append("function(c) return \(atom(&writer.random)) end")
      }
    }
    // Each predicate is asked alone as well: what the engine says when the plan asks it.
    var text = RandomLua.prelude + "\nlocal when = {\n"
    for predicate in texts { text += predicate + ",\n" }
    text += "}\nreturn {\n" + RandomContext.rules
    for index in texts.indices {
      text +=
        "{ key = \"k\", priority = \(30_000 - index), when = when[\(index + 1)], "
        + "value = \(index) },\n{ key = \"h\(index)\", when = when[\(index + 1)], value = true },\n"
    }
    model = try RuleModel(text: text + "}", options: RuleOptions(plan: .lua))
    guard let core = model.current.first else { throw DumpFailure.notAFunction }
    self.core = core
    self.texts = texts
    program = try core.withState { state in
      let rules = core.candidates["k"] ?? []
      return KeyProgram(
        rules, for: "k", in: core.schema, outside: StateCapturedValues(state))
    }
  }

  private func engine(_ key: String, _ evaluation: Evaluation) -> String {
    do {
      guard let answer = try evaluation.answer(KeyID(key)), case .rule(let rule, _) = answer.origin,
        case .constant(let value) = rule.assignment
      else { return "nothing" }
      return value.literal
    } catch {
      return error.message
    }
  }

  /// Returns what the engine and the plan say of a context.
  func outcomes(in context: RuleContext) throws -> (engine: String, planned: String) {
    let engine = try Evaluation.with(context) { evaluation throws(RuleError) -> String in
      self.engine("k", evaluation)
    }
    let planned = try Evaluation.with(context) { evaluation throws(RuleError) -> String in
      var reader = RecordingReader(evaluation, program.paths)
      var planned = "nothing"
      _ = program.ask(&reader) { number, isKnown, _ in
        let answer = isKnown ? "true" : self.engine("h\(number)", evaluation)
        if answer == "nothing" { return false }
        planned = answer == "true" ? "\(number)" : answer
        return true
      }
      return planned
    }
    return (engine, planned)
  }

  /// Returns what does not agree, over random models and contexts.
  static func mismatches(
    seeds: Range<UInt64>, contexts: Int, _ count: inout Int
  ) throws -> [String] {
    var mismatches: [String] = []
    for seed in seeds {
      let rules = try PlanDifferential(seed: seed)
      var writer = RandomContext(seed: seed ^ 0x1234)
      for round in 0..<contexts {
        let context = writer.context(rules.model)
        let (engine, planned) = try rules.outcomes(in: context)
        count += 1
        if engine != planned {
          mismatches.append(
            """
            seed \(seed), context \(round): engine \(engine), planned \(planned)
            \(rules.texts.enumerated().map { "\($0) \($1)" }.joined(separator: "\n"))
            \(context.values)
            """)
        }
      }
    }
    return mismatches
  }
}
