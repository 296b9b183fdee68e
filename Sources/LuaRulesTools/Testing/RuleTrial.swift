import LuaBridge
import LuaRules

/// A model that counts its candidates' outcomes, and whose rules can be changed one at a time.
///
/// Only the rules of the first model of a chain are counted and changed. A trial
/// and its variants share Lua states, so they must be used one after the other.
struct RuleTrial: Sendable {
  /// The counting model.
  let model: RuleModel
  private let core: ModelCore
  private let log: CandidateLog

  /// The description of a rule.
  struct Outline: Sendable {
    let reference: RuleID
    /// The position among the rules of its file, from 0.
    let ordinal: Int
    /// Whether it has a condition, so that it may hold or not.
    let isConditional: Bool
    /// The tables of its condition, such as `plan = "pro"`; `nil` if it has none, or if the schema
    /// has secrets.
    let pattern: String?
  }

  /// Creates a trial; `nil` for a model that was not loaded from sources.
  init?(_ model: RuleModel) throws(RuleError) {
    guard case .fixed(let original)? = model.links.first else { return nil }
    log = CandidateLog()
    core = ModelCore(
      varying: original, candidates: original.candidates, log: log, state: try original.takeState())
    self.model = RuleModel(
      links: [.fixed(core)] + model.links.dropFirst(), liveOwners: model.liveOwners)
  }

  /// The rules, by number.
  var rules: [Outline] {
    var counts: [String: Int] = [:]
    return core.rules.map { rule in
      let ordinal = counts[rule.location.file, default: 0]
      counts[rule.location.file] = ordinal + 1
      return Outline(
        reference: RuleID(rule), ordinal: ordinal,
        isConditional: rule.predicate.isConditional,
        pattern: core.hasSecrets ? nil : rule.predicate.patternText)
    }
  }

  /// Returns the counts since the last call by number of the rule, and resets them.
  func takeCounts() -> [Int: CandidateLog.Counts] { log.take() }

  /// All mutants; each changes one rule.
  var mutants: [RuleMutant] {
    let orders = Dictionary(
      grouping: RuleMutant.orders(of: core.rules, schema: core.schema), by: \.rule)
    return core.rules.indices.flatMap { number in
      RuleMutant.all(of: number, in: core.rules, schema: core.schema) + (orders[number] ?? [])
    }
  }

  /// Runs `body` with the mutated model.
  func with<Result>(
    _ mutant: RuleMutant, _ body: (RuleModel) throws -> Result
  ) throws -> Result {
    let negated: Int? = if case .negated = mutant.change { mutant.rule } else { nil }
    return try with(
      mutant.applied(to: core.candidates, of: core.rules), CandidateLog(negating: negated), body)
  }

  /// Runs `body` with a model in which a mutated rule with a weaker condition is the only one for its
  /// key, and with what takes the counts of its outcomes.
  func withAlone<Result>(
    _ mutant: RuleMutant,
    _ body: (RuleModel, () -> [Int: CandidateLog.Counts]) throws -> Result
  ) throws -> Result {
    let log = CandidateLog()
    return try with(mutant.appliedAlone(to: core.candidates, of: core.rules), log) { model in
      try body(model) { log.take() }
    }
  }

  /// Runs `body` with a model in which a rule is the only one for its key, and with what takes the
  /// counts of its outcomes.
  func with<Result>(
    only rule: Int,
    _ body: (RuleModel, () -> [Int: CandidateLog.Counts]) throws -> Result
  ) throws -> Result {
    let rules = core.rules
    let log = CandidateLog()
    let candidates = core.candidates.replacing(candidatesOf: rules[rule].key, with: [rules[rule]])
    return try with(candidates, log) { model in try body(model) { log.take() } }
  }

  private func with<Result>(
    _ candidates: CandidateTable, _ log: CandidateLog, _ body: (RuleModel) throws -> Result
  ) throws -> Result {
    let variant = ModelCore(
      varying: core, candidates: candidates, log: log, state: try core.takeState())
    defer {
      // If the variant has lost its state, the model makes a new one on demand.
      if let state = try? variant.takeState() { core.giveState(state) }
    }
    return try body(
      RuleModel(
        links: [.fixed(variant)] + model.links.dropFirst(), liveOwners: model.liveOwners))
  }
}

extension Predicate {
  /// Whether the predicate is tested at all.
  var isConditional: Bool {
    switch self {
    case .always, .never: false
    default: true
    }
  }

  /// The members that tables want, each with its values; `nil` if no table wants one.
  var patternText: String? {
    switch self {
    case .always, .never, .function, .host: return nil
    case .pattern(let pattern):
      return pattern.entries.map { "\($0.path.joined(separator: ".")) = \($0.condition.text)" }
        .joined(separator: ", ")
    case .all(let predicates):
      let texts = predicates.compactMap(\.patternText)
      return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
  }
}
