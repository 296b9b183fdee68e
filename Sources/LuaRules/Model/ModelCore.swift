import LuaBridge

/// One loaded set of rules: immutable, but for the pool that lends its states.
final class ModelCore: Sendable {
  let request: LoadRequest
  /// The names of the chunks, by number from 1.
  let files: [String]
  let recording: FileRunner.Recording
  let fingerprint: Fingerprint
  let rules: [Rule]
  let plan: Plan
  let pool: StatePool
  let reporter = ErrorReporter()
  /// The sources that may not do everything; rules know them by their number from 1.
  let grantedSources: [GrantedSource]
  /// Whether the schema declares secrets.
  let hasSecrets: Bool

  init(
    request: LoadRequest, files: LoadedFiles, recording: FileRunner.Recording, rules: [Rule],
    fingerprint: Fingerprint
  ) {
    self.request = request
    self.grantedSources = request.grantedSources
    self.files = files.names
    self.recording = recording
    self.fingerprint = fingerprint
    self.rules = rules
    self.plan = Plan(rules)
    self.hasSecrets = request.schema.hasSecrets
    self.pool = StatePool(request.states)
    pool.add(Workplace(self, state: files.state))
  }

  var schema: RuleSchema { request.schema }
  var host: HostFunctions { request.host }
  var budget: Budget { request.budget }

  /// Lends an idle workplace, or a new one.
  func lend() -> Workplace {
    pool.lend() ?? Workplace(self)
  }

  var failureContext: RuleError.FailureContext {
    RuleError.FailureContext(
      files: files, hostFunctions: host.functions.map(\.name), budget: budget, isLoading: false)
  }
}
