import LuaBridge
import LuaRules
import Synchronization

/// The rules of a check, to be evaluated in contexts of the schema that are made at random.
///
/// They settle what only an evaluation can. The rules are loaded again when the first one is tried. Host
/// functions give values of their declared results; those without one fail.
final class TriedRules {
  private let sources: [[RuleSource]]
  let models: [InspectedModel]
  let schema: RuleSchema
  private let options: RuleOptions
  private var loaded: Loaded??
  /// How many evaluations each purpose may still cost.
  var evaluationsLeft = EvaluationsLeft()
  /// How many evaluations may still take the whole budget of a program.
  var wholeBudgetsLeft = 3
  private var wholeModel: RuleModel?
  /// The rules of all models, by their keys.
  private(set) lazy var rulesByKey = Dictionary(grouping: models.flatMap(\.rules)) {
    ByteName($0.key)
  }
  /// The rules whose functions, or those that they call, may read a method: no context that is made has methods.
  private(set) lazy var rulesWithMethods: Set<SourceLocation> = {
    let names = schema.methods
    guard !names.isEmpty else { return [] }
    var mentioning: [Int: Bool] = [:]
    var found: Set<SourceLocation> = []
    for model in models {
      mentioning.removeAll()
      for rule in model.rules {
        let mentions = rule.functions.contains { function in
          let known =
            mentioning[function.number]
            ?? model.code.mayReadMember(namedLike: names, inFunction: function.number)
          mentioning[function.number] = known
          return known
        }
        if mentions { found.insert(rule.location) }
      }
    }
    return found
  }()
  /// The rules that won in some context, by number.
  var winners: Set<Int> = []

  /// Whether failures are looked for.
  var findsFailures = true

  /// How many evaluations trials may still cost.
  struct EvaluationsLeft {
    /// For claims of the analysis that may be wrong.
    var claims = TriedRules.mostEvaluations
    /// For ties that the analysis does not know.
    var ties = TriedRules.mostEvaluations
    /// For failures, and for rules that never win.
    var failures = TriedRules.mostEvaluations
  }

  /// What a host function of unknown result does.
  private struct NotCalled: Error {}

  /// The loaded rules, with the contexts in which they are tried.
  final class Loaded {
    let trial: RuleTrial
    /// The rules of the first model, by number.
    let rules: [RuleTrial.Outline]
    /// The numbers of rules by their places; of several rules in one place none.
    let numbers: [SourceLocation: Int]
    /// Which of their results host functions give.
    let round: TrialRound
    private var random: SampledContexts
    private var made: [LuaTable] = []
    /// Makes further values.
    private(set) var usualRandom: SampledContexts
    private var usual: [LuaTable] = []

    init(_ trial: RuleTrial, _ random: SampledContexts, _ round: TrialRound) {
      self.trial = trial
      rules = trial.rules
      self.random = random
      usualRandom = random.usual
      self.round = round
      var numbers: [SourceLocation: Int?] = [:]
      for (number, rule) in rules.enumerated() {
        let place = rule.reference.location
        numbers[place] = .some(numbers[place] == nil ? number : nil)
      }
      self.numbers = numbers.compactMapValues(\.self)
    }

    /// Returns the first contexts, the same at each call.
    func contexts(_ count: Int) -> ArraySlice<LuaTable> {
      while made.count < count { made.append(random.next()) }
      return made[..<count]
    }

    /// Returns the first contexts as programs usually make them, the same at each call.
    func usualContexts(_ count: Int) -> ArraySlice<LuaTable> {
      while usual.count < count { usual.append(usualRandom.next()) }
      return usual[..<count]
    }
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
    let valueCount = schema.allTypes.count { _ in true }
    costOfContext = 1 + valueCount / 200 * (1 + valueCount / 2000)
    costOfCopy = 1 + valueCount / 1000
  }

  /// Rules of a project with more of them are not tried: loading them again takes too long.
  private static let mostRules = 3000
  /// How many contexts are made.
  static let contextCount = 375
  /// How many evaluations all trials of one kind make together in a check.
  static let mostEvaluations = 20_000
  /// How long one evaluation may be.
  private static let instructions = 20_000
  /// What one evaluation counts as that fails, and one that uses up its budget, perhaps all its time.
  static let costOfFailure = 20
  static let costOfBudget = 500
  /// How many rules one evaluation may ask without counting as several.
  private static let rulesOfEvaluation = 16

  /// How the rules ended when a key was asked for, by number, and the answer.
  typealias Ended = (counts: [Int: CandidateLog.Counts], answer: LuaValue?)

  /// Asks for a key in a context; `nil` if there is no such context.
  func ended(
    _ model: RuleModel, _ values: LuaTable, _ key: String,
    _ takeCounts: () -> [Int: CandidateLog.Counts],
    for purpose: WritableKeyPath<EvaluationsLeft, Int>
  ) -> Ended? {
    evaluationsLeft[keyPath: purpose] -= costOfContext
    guard let context = try? model.context(of: values) else { return nil }
    _ = takeCounts()
    do throws(RuleError) {
      let answer = try context.plainAnswer(at: key).value
      return (paid(takeCounts(), for: purpose), answer)
    } catch {
      evaluationsLeft[keyPath: purpose] -=
        error.code == .budget ? Self.costOfBudget : Self.costOfFailure
      return (paid(takeCounts(), for: purpose), nil)
    }
  }

  /// Returns how the rules ended that an evaluation has asked, of which each may cost as much as another
  /// evaluation.
  func paid(
    _ counts: [Int: CandidateLog.Counts], for purpose: WritableKeyPath<EvaluationsLeft, Int>
  ) -> [Int: CandidateLog.Counts] {
    evaluationsLeft[keyPath: purpose] -= counts.count / Self.rulesOfEvaluation
    return counts
  }

  /// Returns the usual contexts; one of `step` has the values of settings.
  func contexts(of loaded: Loaded, with settings: [Setting], every step: Int) -> [LuaTable] {
    let contexts = loaded.usualContexts(Self.contextCount)
    guard !settings.isEmpty else { return Array(contexts) }
    return contexts.enumerated().map { index, values in
      index % step == 0 ? completed(values, settings) : values
    }
  }

  /// Returns a context with several more values, and with what these need around them.
  func completed(_ values: LuaTable, _ settings: [Setting]) -> LuaTable {
    schema.completing(
      values.setting(settings), only: settings.compactMap(\.path.first).uniqueByBytes())
  }

  /// Returns a converted context with several more values; `nil` if the schema does not allow them together.
  func completed(
    _ values: LuaTable, _ settings: [Setting], in context: RuleContext
  ) -> (values: LuaTable, context: RuleContext)? {
    let values = completed(values, settings)
    var context = context
    for name in settings.compactMap(\.path.first).uniqueByBytes() {
      guard let value = values[name], (try? context.setValue(value, for: name)) != nil else {
        return nil
      }
    }
    return (values, context)
  }

  /// What an evaluation counts as for which all values of a context are converted.
  let costOfContext: Int
  /// What an evaluation counts as for which a context is copied.
  let costOfCopy: Int

  // MARK: Loading

  func load() -> Loaded? {
    if let loaded { return loaded }
    let made = makeLoaded()
    loaded = .some(made)
    return made
  }

  private func makeLoaded() -> Loaded? {
    guard !schema.names.isEmpty, models.allSatisfy({ $0.isWhole && $0.errors.isEmpty }),
      models.reduce(0, { $0 + $1.rules.count }) <= Self.mostRules
    else { return nil }
    let random = SampledContexts([ProvedRules(models, schema)], schema)
    let round = TrialRound()
    guard let model = try? model(random, round), let trial = try? RuleTrial(model) else {
      return nil
    }
    return Loaded(trial, random, round)
  }

  /// Returns a model with the budget of a program; `nil` if that has more instructions than a check can
  /// spend.
  func wholeModel(_ loaded: Loaded) -> RuleModel? {
    if let wholeModel { return wholeModel }
    guard options.budget.instructions <= Self.mostInstructions else { return nil }
    wholeModel = try? model(loaded.usualRandom, loaded.round, instructions: Self.mostInstructions)
    return wholeModel
  }

  private static let mostInstructions = 1_000_000
  /// How long one evaluation may take at least.
  private static let leastTime = Duration.seconds(2)

  private func model(
    _ random: SampledContexts, _ round: TrialRound, instructions: Int = TriedRules.instructions
  ) throws -> RuleModel {
    var options = options
    options.budget.instructions = min(options.budget.instructions, instructions)
    // On a slow machine the same is told: instructions end an evaluation, and time only what they do not count.
    if let time = options.budget.time { options.budget.time = max(time, Self.leastTime) }
    options.hostStubs = nil
    options.unusedKeys = .allow
    var random = random
    var host = HostFunctions()
    for name in models.flatMap(\.hostFunctions) {
      let type = schema.hostFunctionTypes[ByteName(name)]?.result
      let results = type.map { random.values(of: $0, at: ["host.\(name)"], count: 16) } ?? []
      host = host.adding(name) { () throws -> LuaValue in
        round.noteHostCall()
        guard !results.isEmpty else { throw NotCalled() }
        return results[round.number % results.count]
      }
    }
    var chain: RuleModel?
    for group in sources {
      let model = try RuleModel(sources: group, schema: schema, host: host, options: options)
      chain = chain.map { $0.fallback(model) } ?? model
    }
    return chain ?? .empty
  }
}

/// The number of the context in which rules are tried.
final class TrialRound: Sendable {
  private let stored = Mutex((number: 0, hostCalls: 0))

  var number: Int {
    get { stored.withLock(\.number) }
    set { stored.withLock { $0.number = newValue } }
  }

  /// How often rules have called host functions.
  var hostCalls: Int { stored.withLock(\.hostCalls) }

  func noteHostCall() { stored.withLock { $0.hostCalls += 1 } }
}

extension LuaTable {
  /// Returns the table with several values at paths.
  func setting(_ settings: [TriedRules.Setting]) -> LuaTable {
    settings.reduce(self) { $0.setting($1.value, at: $1.path[...]) }
  }
}
