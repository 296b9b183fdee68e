import LuaBridge

/// A model whose candidates are counted, and whose rules can be changed one at a time.
///
/// Only the rules of the first model of a chain are counted and changed. A trial
/// and its variants share Lua states: they are used one after the other.
package struct RuleTrial: Sendable {
  /// The model, which counts.
  package let model: RuleModel
  private let core: ModelCore
  private let log: CandidateLog

  /// What is told of a rule.
  package struct Outline: Sendable {
    package let reference: RuleID
    /// The place among the rules of its file, from 0.
    package let ordinal: Int
    /// Whether it has a condition, so that it may or may not hold.
    package let isConditional: Bool
  }

  /// Creates a trial; `nil` for a model that was not loaded from sources.
  package init?(_ model: RuleModel) throws(RuleError) {
    guard case .fixed(let original)? = model.links.first else { return nil }
    log = CandidateLog()
    core = ModelCore(
      varying: original, rules: original.rules, log: log, state: try original.takeState())
    self.model = RuleModel(
      links: [.fixed(core)] + model.links.dropFirst(), liveOwners: model.liveOwners)
  }

  /// The rules, by number.
  package var rules: [Outline] {
    var counts: [String: Int] = [:]
    return core.rules.map { rule in
      let ordinal = counts[rule.location.file, default: 0]
      counts[rule.location.file] = ordinal + 1
      return Outline(
        reference: RuleID(rule), ordinal: ordinal,
        isConditional: rule.predicate.isConditional)
    }
  }

  /// Takes out what was counted since the last time, by number of the rule.
  package func takeCounts() -> [Int: CandidateLog.Counts] { log.take() }

  /// The changes that can be made to one rule each.
  package var mutants: [RuleMutant] {
    let orders = Dictionary(grouping: RuleMutant.orders(of: core.rules), by: \.rule)
    return core.rules.indices.flatMap { number in
      RuleMutant.all(of: number, in: core.rules, schema: core.schema) + (orders[number] ?? [])
    }
  }

  /// Runs a body with the model as one change makes it.
  package func with<Result>(
    _ mutant: RuleMutant, _ body: (RuleModel) throws -> Result
  ) throws -> Result {
    let negated: Int? = if case .negated = mutant.change { mutant.rule } else { nil }
    let variant = ModelCore(
      varying: core, rules: mutant.applied(to: core.rules),
      log: CandidateLog(negating: negated), state: try core.takeState())
    defer {
      // A state that a variant spoiled is made again when it is needed.
      if let state = try? variant.takeState() { core.giveState(state) }
    }
    return try body(
      RuleModel(
        links: [.fixed(variant)] + model.links.dropFirst(), liveOwners: model.liveOwners))
  }
}

extension Predicate {
  /// Whether it is asked at all.
  var isConditional: Bool {
    switch self {
    case .always, .never: false
    default: true
    }
  }
}
