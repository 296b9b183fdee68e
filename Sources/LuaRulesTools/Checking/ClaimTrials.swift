import LuaBridge
import LuaRules

/// Trials of what only an evaluation can settle, in contexts of the schema that are made at random.
///
/// The rules are loaded again when the first claim is tried, with host functions that fail.
final class ClaimTrials {
  private let sources: [[RuleSource]]
  private let models: [InspectedModel]
  private let schema: RuleSchema
  private let options: RuleOptions
  private var loaded: Loaded??
  private var evaluationsLeft = ClaimTrials.mostEvaluations

  /// What a host function does in a trial.
  private struct NotCalled: Error {}

  /// The loaded rules, with the contexts in which they are tried.
  private struct Loaded {
    let trial: RuleTrial
    /// The numbers of rules by their places; of several rules in one place none.
    let numbers: [SourceLocation: Int]
    let contexts: [LuaTable]
  }

  /// A value that a context has at a path.
  typealias Setting = (path: [String], value: LuaValue)

  init(
    _ sources: [[RuleSource]], _ models: [InspectedModel], schema: RuleSchema, options: RuleOptions
  ) {
    self.sources = sources
    self.models = models
    self.schema = schema
    self.options = options
  }

  /// Rules of a project with more of them are not tried: loading them again takes too long.
  private static let mostRules = 3000
  /// How many contexts are made.
  private static let contextCount = 300
  /// How many of them are tried first.
  private static let firstCount = 30
  /// How many evaluations all trials of a check make together.
  private static let mostEvaluations = 20_000
  /// How long one evaluation may be.
  private static let instructions = 20_000
  /// What one evaluation that fails counts as: it may have used all its instructions.
  private static let costOfFailure = 20

  // MARK: Claims

  /// Returns whether, in some context, one rule wins where another rule for the same key would, too.
  ///
  /// - Parameters:
  ///   - winner: The rule that wins.
  ///   - other: The other rule.
  ///   - settings: What half of the contexts have, because both rules probably hold there.
  ///   - isShown: Whether the contexts show all that other rules may answer.
  /// - Returns: Whether there is such a context; `nil` if that is not known, because evaluations fail, or
  ///   one of the rules never gives its value.
  func wins(
    _ winner: InspectedRule, where other: InspectedRule, settings: [Setting], isShown: Bool
  ) -> Bool? {
    guard evaluationsLeft > 0, let loaded = load(), let first = loaded.numbers[winner.location],
      let second = loaded.numbers[other.location]
    else { return nil }
    func gives(_ number: Int, in contexts: [LuaTable]) -> Bool? {
      guard !contexts.isEmpty else { return false }
      return try? loaded.trial.with(only: number) { model, takeCounts in
        contexts.contains { values in
          let end = counts(of: model, values, winner.key, takeCounts)[number]
          return end.map { $0.won > 0 } == true
        }
      }
    }
    var failures = 0
    let contexts = contexts(of: loaded, with: settings, every: 2)
    // Most ties show at once.
    for part in [contexts.prefix(Self.firstCount), contexts.dropFirst(Self.firstCount)] {
      var won: [LuaTable] = []
      for values in part {
        guard evaluationsLeft > 0 else { return nil }
        let counts = counts(of: loaded.trial.model, values, winner.key, loaded.trial.takeCounts)
        if counts.values.contains(where: { $0.failed > 0 }) { failures += 1 }
        if counts[first].map({ $0.won > 0 }) == true { won.append(values) }
      }
      guard let found = gives(second, in: won) else { return nil }
      if found { return true }
    }
    if !isShown, [first, second].contains(where: { gives($0, in: contexts) != true }) {
      return nil
    }
    return failures * 4 < contexts.count ? false : nil
  }

  /// Returns whether no rule answers for a key in some context.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - settings: What the context has.
  ///   - answers: What the rules answer there for other keys.
  ///   - isShown: Whether the contexts show all that other rules may answer.
  /// - Returns: Whether there is such a context; `nil` if that is not known, because evaluations fail, or
  ///   one of the answers is never given.
  func lacksAnswer(
    _ key: String, settings: [Setting] = [], answers: [Setting] = [], isShown: Bool = true
  ) -> Bool? {
    guard evaluationsLeft > 0, let loaded = load() else { return nil }
    let rules = loaded.trial.rules.indices.filter {
      loaded.trial.rules[$0].reference.key.hasSameBytes(as: key)
    }
    var failures = 0
    let contexts = contexts(of: loaded, with: settings, every: 1)
    for values in contexts {
      guard evaluationsLeft > 0 else { return nil }
      let counts = counts(of: loaded.trial.model, values, key, loaded.trial.takeCounts)
      if counts.values.contains(where: { $0.failed > 0 }) {
        failures += 1
      } else if !rules.contains(where: { counts[$0].map { $0.won > 0 } == true }),
        answers.allSatisfy({
          answer($0.path, in: values, of: loaded)?.isEqual(to: $0.value) == true
        })
      {
        return true
      }
    }
    let areGiven =
      isShown
      || answers.allSatisfy { path, value in
        loaded.contexts.contains { answer(path, in: $0, of: loaded)?.isEqual(to: value) == true }
      }
    return areGiven && failures * 4 < contexts.count ? false : nil
  }

  private func answer(_ path: [String], in values: LuaTable, of loaded: Loaded) -> LuaValue? {
    evaluationsLeft -= 1
    guard let context = try? loaded.trial.model.context(of: values) else { return nil }
    return try? context.plainAnswer(at: path.joined(separator: ".")).value
  }

  /// Asks for a key in a context; returns how the rules ended, by number.
  private func counts(
    of model: RuleModel, _ values: LuaTable, _ key: String,
    _ takeCounts: () -> [Int: CandidateLog.Counts]
  ) -> [Int: CandidateLog.Counts] {
    evaluationsLeft -= 1
    guard let context = try? model.context(of: values) else { return [:] }
    _ = takeCounts()
    if (try? context.plainAnswer(at: key)) == nil { evaluationsLeft -= Self.costOfFailure }
    return takeCounts()
  }

  /// Returns the contexts; one of `step` has the values of settings.
  private func contexts(
    of loaded: Loaded, with settings: [Setting], every step: Int
  ) -> [LuaTable] {
    guard !settings.isEmpty else { return loaded.contexts }
    return loaded.contexts.enumerated().map { index, values in
      guard index % step == 0 else { return values }
      return settings.reduce(values) { $0.setting($1.value, at: $1.path[...]) }
    }
  }

  // MARK: Loading

  private func load() -> Loaded? {
    if let loaded { return loaded }
    let made = makeLoaded()
    loaded = .some(made)
    return made
  }

  private func makeLoaded() -> Loaded? {
    guard !schema.names.isEmpty, models.allSatisfy({ $0.isWhole && $0.errors.isEmpty }),
      models.reduce(0, { $0 + $1.rules.count }) <= Self.mostRules,
      let model = try? model(), let trial = try? RuleTrial(model)
    else { return nil }
    var numbers: [SourceLocation: Int?] = [:]
    for (number, rule) in trial.rules.enumerated() {
      let place = rule.reference.location
      numbers[place] = .some(numbers[place] == nil ? number : nil)
    }
    var random = SampledContexts([ProvedRules(models, schema)], schema)
    let contexts = (0..<Self.contextCount).map { _ in random.next() }
    return Loaded(
      trial: trial, numbers: numbers.compactMapValues(\.self), contexts: contexts)
  }

  private func model() throws -> RuleModel {
    var options = options
    options.budget.instructions = min(options.budget.instructions, Self.instructions)
    options.hostStubs = nil
    options.unusedKeys = .allow
    let host = models.flatMap(\.hostFunctions).reduce(HostFunctions()) { functions, name in
      functions.adding(name) { (_: RuleContext?) throws -> Int? in throw NotCalled() }
    }
    var chain: RuleModel?
    for group in sources {
      let model = try RuleModel(sources: group, schema: schema, host: host, options: options)
      chain = chain.map { $0.fallback(model) } ?? model
    }
    return chain ?? .empty
  }
}
