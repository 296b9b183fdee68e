import LuaBridge
import LuaBytecode
import Synchronization

/// One loaded set of rules: immutable, except for its pool, caches and suspensions.
package final class ModelCore: Sendable {
  /// A number that no other model has.
  let number = ThreadNumbers.newStamp
  package let request: LoadRequest
  /// The names of the chunks; chunk numbers count from 1.
  package let files: [String]
  package let recording: FileRunner.Recording
  /// Whether it takes more to run the files than an evaluation may use.
  ///
  /// A state that runs out of memory is thrown away, and another one costs such a run.
  let isCostlyToLoad: Bool
  /// The fingerprint of what each file returned.
  let fingerprints: [Fingerprint]
  package let rules: [Rule]
  package let candidates: CandidateTable
  /// The names that are a prefix of a path that rules assign, or that the schema declares.
  let prefixes: Set<ByteName>
  let pool: StatePool
  let reporter = ErrorReporter()
  /// The programs of the keys, by name.
  private let programs = Mutex<[ByteName: KeyProgram]>([:])
  /// The programs that the fast path without an evaluation may use, by number of the key.
  ///
  /// Index 0, which is no key's number, holds one program without candidates that
  /// all undeclared keys share.
  let quickKeys: PublishedTable<KeyProgram>
  /// Whether the fast path without an evaluation may be used.
  private let isQuick: Bool
  /// The functions that are suspended or have failures.
  let suspensions: Suspensions
  /// The sources with a limited grant; a rule's grant ID is the position here, from 1.
  let grantedSources: [GrantedSource]
  /// The functions of known shapes.
  let functions: ShapedFunctions
  /// The functions that only native code may run; `nil` if there are none.
  package let luaFreeFunctions: LuaFreeFunctions?
  /// The names in the rules that can never matter.
  let names: [NameFinding]
  /// The first names of all paths that rules read; `nil` if that is unknown.
  let readNames: NameReads.FirstNames?
  /// Whether the schema declares secrets.
  package let hasSecrets: Bool
  /// The keys with path keys below them; `nil` if there are none.
  let pathRoots: WithheldKeys?
  /// The same keys and those that the schema declares secret; `nil` if there are none.
  let withheldKeys: WithheldKeys?
  /// Those of them that have no number, or had none when the model was loaded.
  let unnumberedWithheld: [String]
  /// Where the lines of the files begin, for explanations.
  let lineIndex = LineIndex()
  /// Counts how candidates end; `nil` if nobody counts.
  let log: CandidateLog?
  /// The readable names, from the first use on.
  private let madeNames = Mutex<ReadableNames?>(nil)

  init(
    request: LoadRequest, files: LoadedFiles, recording: FileRunner.Recording, rules: [Rule],
    fingerprints: [Fingerprint], functions: ShapedFunctions,
    luaFreeFunctions: LuaFreeFunctions? = nil,
    names: [NameFinding] = [], readNames: NameReads.FirstNames? = nil,
    candidates: CandidateTable? = nil,
    log: CandidateLog? = nil
  ) {
    self.names = names
    self.readNames = readNames
    self.request = request
    self.functions = functions
    self.luaFreeFunctions = luaFreeFunctions
    self.log = log
    self.grantedSources = request.grantedSources
    self.files = files.names
    self.recording = recording
    self.fingerprints = fingerprints
    self.rules = rules
    self.candidates = candidates ?? CandidateTable(rules)
    prefixes = self.candidates.prefixes.union(NamePath.prefixes(of: request.schema.names))
    isCostlyToLoad = recording.instructions > request.options.budget.instructions
    self.suspensions = Suspensions(
      request.options.suspension ?? (isCostlyToLoad ? .onlyMemory : .never))
    let schema = request.schema
    hasSecrets = schema.hasSecrets
    let secretKeys = hasSecrets ? schema.names.filter { schema[$0]?.isSecret == true } : []
    let pathRoots = NamePath.roots(of: prefixes)
    self.pathRoots = WithheldKeys(names: pathRoots)
    withheldKeys = WithheldKeys(names: secretKeys + pathRoots)
    unnumberedWithheld = (secretKeys + pathRoots).filter { KeyID(asked: $0).number == 0 }
    self.pool = StatePool(request.options.states)
    isQuick =
      request.options.plan == .native && request.options.budget.depth > 0
      && pathRoots.allSatisfy { KeyID(asked: $0).number != 0 }
    quickKeys = PublishedTable(capacity: isQuick ? KeyNames.capacity + 1 : 0)
    pool.giveBack(PooledEvaluator(self, state: files.state))
  }

  /// The names that rules can read because of this model.
  var readableNames: ReadableNames {
    madeNames.withLock { made in
      let names = made ?? ReadableNames(of: self)
      made = names
      return names
    }
  }

  package var schema: RuleSchema { request.schema }
  var host: HostFunctions { request.host }
  var budget: Budget { request.options.budget }

  /// Publishes a program without candidates for a key that no rule assigns, so that the fast path can
  /// answer it.
  ///
  /// - Returns: The program; `nil` if the key has a program already, if a rule assigns it, or if the model has
  ///   no fast path.
  func publishOpenKey(_ number: UInt32) -> UnretainedReference<KeyProgram>? {
    // A path falls back to a member, which only an evaluation reads.
    guard isQuick, quickKeys[Int(number)] == nil, !KeyNames.isPath(number) else { return nil }
    let name = KeyNames.name(of: number)
    // What several rules answer together, an evaluation answers, also without any rule.
    guard candidates[name] == nil, schema[name]?.hitPolicy.answersAlone != false else { return nil }
    // Undeclared keys share the program at index 0.
    let index = schema[name] != nil ? Int(number) : 0
    if quickKeys[index] == nil {
      quickKeys.publish(makeProgram(of: [], for: name, nil), at: index)
    }
    if index == 0, let shared = quickKeys[0] {
      quickKeys.publish(shared.object, at: Int(number))
    }
    return quickKeys[Int(number)]
  }

  /// Borrows an idle pooled evaluator, or makes a new one.
  func lend() -> PooledEvaluator {
    pool.lend() ?? PooledEvaluator(self)
  }

  /// Borrows an idle pooled evaluator, or makes a new one; the reference is retained.
  @inline(__always)
  func lendRetained() -> UnretainedReference<PooledEvaluator> {
    pool.lendRetained() ?? .retaining(PooledEvaluator(self))
  }

  /// Makes the programs of the keys with functions that only native code may run.
  ///
  /// This happens while loading, because later there may be no state with these functions.
  func makePrograms(in state: LuaState) {
    guard let luaFreeFunctions else { return }
    for (key, rules) in candidates.byKey where rules.contains(where: luaFreeFunctions.contains) {
      _ = program(named: key.text) { state }
    }
  }

  private var planningLimit: PlanningLimit { request.planningLimit(ofRuleCount: rules.count) }

  /// Whether candidates are tried by programs.
  var isPlanned: Bool { request.options.plan == .native }

  /// Returns the program of a key; makes it at the first request.
  ///
  /// Two threads may make the same program at once; one of the two is kept.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - state: Returns a state of this model; called only if functions must be examined.
  /// - Returns: The program; `nil` if no state was available or the model makes no programs.
  func program(_ key: KeyID, state: () -> LuaState?) -> KeyProgram? {
    guard let program = program(named: key.name, state) else { return nil }
    // The fast path without an evaluation takes the first candidate that holds, and reads no member for a path.
    if key.number != 0, !program.triesAll, !key.isPath {
      quickKeys.publish(program, at: Int(key.number))
    }
    return program
  }

  private func program(named key: String, _ state: () -> LuaState?) -> KeyProgram? {
    if let known = programs.withLock({ $0[key] }) { return known }
    guard isPlanned, let rules = candidates[key] else { return nil }
    var functionState: LuaState?
    if rules.contains(where: \.hasFunctions) {
      guard let state = state() else { return nil }
      functionState = state
    }
    let made = makeProgram(of: rules, for: key, functionState)
    return programs.withLock { keys in
      let kept = keys[key] ?? made
      keys[key] = kept
      return kept
    }
  }

  private func makeProgram(
    of rules: [Rule], for key: String, _ state: LuaState?
  ) -> KeyProgram {
    let limit = planningLimit.share(of: rules.count, among: self.rules.count)
    guard let state else {
      return KeyProgram(
        rules, for: key, in: schema, limit: limit, sources: grantedSources,
        outside: NoCapturedValues())
    }
    return state.withoutLimits {
      KeyProgram(
        rules, for: key, in: schema, limit: limit, sources: grantedSources,
        outside: StateCapturedValues(state, functions))
    }
  }

  var failureContext: RuleError.FailureContext {
    RuleError.FailureContext(
      files: files, hostFunctions: host.functions.map(\.name), budget: budget, isLoading: false,
      sharedMemory: request.options.states.memory.limit)
  }
}

extension WithheldKeys {
  /// The keys with some names, which get numbers; `nil` for no names.
  fileprivate convenience init?(names: [String]) {
    if names.isEmpty { return nil }
    self.init(names.map { KeyID($0).number })
  }
}
