import LuaBridge
import Synchronization

/// One loaded set of rules: immutable, but for the pool that lends its states.
final class ModelCore: Sendable {
  /// Tells this model from all others.
  let number = ThreadNumbers.newStamp
  let request: LoadRequest
  /// The names of the chunks, by number from 1.
  let files: [String]
  let recording: FileRunner.Recording
  let fingerprint: Fingerprint
  let rules: [Rule]
  let plan: Plan
  let pool: StatePool
  let reporter = ErrorReporter()
  /// The plans that were made, by the name of the key.
  private let compiledKeys = Mutex<[ByteName: CompiledKey]>([:])
  /// The same by the number of the key, if they may be asked for without an evaluation.
  ///
  /// Number 0, which no key has, is that of the plan without candidates that undeclared keys share.
  let quickKeys: PublishedTable<CompiledKey>
  /// Whether plans are looked at before an evaluation begins.
  private let isQuick: Bool
  /// The rules that were put aside.
  let suspensions: Suspensions
  /// The sources that may not do everything; rules know them by their number from 1.
  let grantedSources: [GrantedSource]
  /// The functions that are of known shapes.
  let functions: ShapedFunctions
  /// The functions that Lua is not called for; `nil` for none.
  let planned: PlannedFunctions?
  /// Whether the schema declares secrets.
  let hasSecrets: Bool
  /// Counts what becomes of candidates; `nil` for nobody.
  let log: CandidateLog?

  init(
    request: LoadRequest, files: LoadedFiles, recording: FileRunner.Recording, rules: [Rule],
    fingerprint: Fingerprint, functions: ShapedFunctions, planned: PlannedFunctions? = nil,
    log: CandidateLog? = nil
  ) {
    self.request = request
    self.functions = functions
    self.planned = planned
    self.log = log
    self.grantedSources = request.grantedSources
    self.files = files.names
    self.recording = recording
    self.fingerprint = fingerprint
    self.rules = rules
    self.plan = Plan(rules)
    self.suspensions = Suspensions(request.suspension)
    self.hasSecrets = request.schema.hasSecrets
    self.pool = StatePool(request.states)
    // What is secret is noted when it is read, and paths that are keys are looked for.
    isQuick =
      request.plan == .native && !hasSecrets && request.budget.depth > 0 && plan.prefixes.isEmpty
    quickKeys = PublishedTable(capacity: isQuick ? KeyNames.capacity + 1 : 0)
    pool.giveBack(PooledEvaluator(self, state: files.state))
  }

  var schema: RuleSchema { request.schema }
  var host: HostFunctions { request.host }
  var budget: Budget { request.budget }

  /// Publishes that no rule assigns the key with a number, if that is so: a plan without candidates.
  func publishOpenKey(_ number: UInt32) -> UnretainedReference<CompiledKey>? {
    guard isQuick, quickKeys[Int(number)] == nil else { return nil }
    let name = KeyNames.name(of: number)
    guard plan.candidates[name] == nil else { return nil }
    // All keys that are not declared share the plan that is published for no key: number 0.
    let index = schema[name] != nil ? Int(number) : 0
    if quickKeys[index] == nil {
      quickKeys.publish(
        CompiledKey(nativePlan(of: [], nil), of: [], for: name, in: schema), at: index)
    }
    if index == 0, let shared = quickKeys[0] {
      quickKeys.publish(shared.object, at: Int(number))
    }
    return quickKeys[Int(number)]
  }

  /// Lends an idle workplace, or a new one.
  func lend() -> PooledEvaluator {
    pool.lend() ?? PooledEvaluator(self)
  }

  /// Lends an idle workplace, or a new one, retained for the borrower.
  @inline(__always)
  func lendRetained() -> UnretainedReference<PooledEvaluator> {
    pool.lendRetained() ?? .retaining(PooledEvaluator(self))
  }

  /// Makes the plans of the keys for which rules give functions that Lua is not called for.
  ///
  /// Later there may be no state that has these functions.
  func makePlans(in state: LuaState) {
    guard let planned else { return }
    for (key, rules) in plan.candidates where rules.contains(where: planned.contains) {
      _ = compiledKey(named: key.text) { state }
    }
  }

  private var planningLimit: PlanningLimit { request.planningLimit(ofRuleCount: rules.count) }

  /// Whether candidates are tried by plans.
  var isPlanned: Bool { request.plan == .native }

  /// Returns the plan of a key, making it when the key is asked for the first time.
  ///
  /// Two threads may make it at once; both make the same, and one of them is kept.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - state: Gives a state of this model, if functions are to be looked at.
  /// - Returns: The plan; `nil` when there was no state, or there are to be no plans.
  func compiledKey(_ key: KeyID, state: () -> LuaState?) -> CompiledKey? {
    guard let planned = compiledKey(named: key.name, state) else { return nil }
    if key.number != 0 { quickKeys.publish(planned, at: Int(key.number)) }
    return planned
  }

  private func compiledKey(named key: String, _ state: () -> LuaState?) -> CompiledKey? {
    if let known = compiledKeys.withLock({ $0[key] }) { return known }
    guard isPlanned, let rules = plan.candidates[key] else { return nil }
    var functionState: LuaState?
    if rules.contains(where: \.hasFunctions) {
      guard let state = state() else { return nil }
      functionState = state
    }
    let made = CompiledKey(nativePlan(of: rules, functionState), of: rules, for: key, in: schema)
    return compiledKeys.withLock { keys in
      let kept = keys[key] ?? made
      keys[key] = kept
      return kept
    }
  }

  private func nativePlan(of rules: [Rule], _ state: LuaState?) -> NativePlan {
    let limit = planningLimit.share(of: rules.count, among: self.rules.count)
    guard let state else {
      return NativePlan(
        rules, limit: limit, sources: grantedSources, outside: NoOutsideValues())
    }
    return state.withoutLimits {
      NativePlan(
        rules, limit: limit, sources: grantedSources,
        outside: StateOutsideValues(state, functions))
    }
  }

  var failureContext: RuleError.FailureContext {
    RuleError.FailureContext(
      files: files, hostFunctions: host.functions.map(\.name), budget: budget, isLoading: false,
      sharedMemory: request.states.memory.limit)
  }
}
