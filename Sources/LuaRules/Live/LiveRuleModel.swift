import Dispatch
import Logging
import LuaBridge
import Observation
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The current model of a set of sources, swapped while the program runs.
///
/// A change of any loaded file makes a new generation in the background:
/// load, check, plan; then one atomic swap. If a generation fails to load,
/// the last good one stays active, and the failure is announced once. An evaluation
/// sees one generation from its beginning to its end, and never waits for a
/// reload.
///
/// ```swift
/// let rules = try LiveRuleModel(contentsOf: folder, schema: .app)
/// var context = RuleContext(rules)
/// ```
///
/// Watching ends with the last reference, or with ``stop()``.
public final class LiveRuleModel: Sendable {
  struct State {
    var history: [Snapshot] = []
    var lastGeneration = 0
    /// The digest of the sources at the last load, successful or not.
    var digest: SourceDigest?
    /// The error of the last load.
    var rejection: RuleError?
    /// The gate's refusal of the sources at the last load.
    var refusal: Refusal?
    var isStopped = false
    var isReloadPending = false
    var isRetryPending = false
    /// The files that the last load read.
    var loadedFiles: Set<String> = []
    /// The wait for files that are missing; `nil` if none are.
    var gap: FileGap?
    var isGapEndPending = false
    /// The last logged reason why changes are noticed late.
    var limitation: String?
    /// The time of the last possible change.
    var lastChange = ContinuousClock.now
    /// The places that are watched.
    var places: Set<WatchedPlace> = []
    var watch: (any FileSystemWatch)?
    var changes: Task<Void, Never>?

    /// Gives a new snapshot its number, and keeps it for a rollback.
    mutating func add(_ models: [ModelCore], from origin: LiveRuleOrigin) -> Snapshot {
      lastGeneration += 1
      let snapshot = Snapshot(generation: lastGeneration, origin: origin, models: models)
      history.append(snapshot)
      return snapshot
    }

    /// Removes the oldest snapshots, and returns them.
    mutating func forget(allButLast count: Int) -> [Snapshot] {
      let forgotten = Array(history.dropLast(count))
      history.removeFirst(forgotten.count)
      return forgotten
    }
  }

  let settings: LiveSettings
  let state: Mutex<State>
  let hub = EventHub<LiveRuleEvent>(capacity: 64)
  /// Asks the gate before a swap.
  let judge = GateJudge()
  /// The observers of answers and events; `nil` if nobody observes.
  let observers: ObserverList?
  private let eventOrder: EventOrder
  /// The serial queue of loads; a load never runs on a caller's thread.
  let queue = DispatchQueue(label: "luarules.live", qos: .utility)
  /// Holds the current snapshot, which evaluations read.
  let slot: ObservableSlot
  /// The live model alone, as the content of a ``RuleModel``.
  let chain: ModelChain
  let registrar = ObservationRegistrar()

  /// Loads sources and watches them.
  ///
  /// - Parameters:
  ///   - sources: Files and folders, which are watched, and texts.
  ///   - schema: The declared keys; see ``RuleModel``.
  ///   - host: The Swift functions that rules may call.
  ///   - initialModel: A model that is active until the first good load, if the
  ///     sources are bad at start and the archive has no generation that loads;
  ///     without either, bad sources throw.
  ///   - archive: A folder that stores each generation that was loaded from the
  ///     sources; if the sources are bad at start, the newest stored one that can
  ///     be loaded is active. If there is a gate, the same holds for sources that it refuses.
  ///   - options: The budgets, and how to load and evaluate.
  ///   - live: How to watch, and the gate, observers and logger to use.
  /// - Throws: ``RuleError`` of the first load.
  public convenience init(
    sources: [RuleSource], schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    initialModel: RuleModel? = nil, archive: URL? = nil,
    options: RuleOptions = RuleOptions(), live: LiveRuleOptions = LiveRuleOptions()
  ) throws(RuleError) {
    try self.init(
      FixedSources(list: sources), schema: schema, host: host, initialModel: initialModel,
      archive: archive, options: options, live: live)
  }

  /// Loads a file or a folder and watches it.
  public convenience init(
    contentsOf url: URL, schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    initialModel: RuleModel? = nil, archive: URL? = nil,
    options: RuleOptions = RuleOptions(), live: LiveRuleOptions = LiveRuleOptions()
  ) throws(RuleError) {
    try self.init(
      sources: [RuleSource(contentsOf: url)], schema: schema, host: host,
      initialModel: initialModel, archive: archive, options: options, live: live)
  }

  /// Loads the rules of a custom source, now and at each of its changes.
  public init(
    _ source: any LiveRuleSource, schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    initialModel: RuleModel? = nil, archive: URL? = nil,
    options: RuleOptions = RuleOptions(), live: LiveRuleOptions = LiveRuleOptions()
  ) throws(RuleError) {
    settings = LiveSettings(
      source: source, schema: schema, host: host, archiveFolder: archive?.path,
      options: options, live: live)
    var attempt = settings.load()
    let earlier = settings.generationBefore(attempt)
    if earlier == nil { attempt = attempt.accepted() }
    var state = State()
    state.digest = attempt.digest
    state.loadedFiles = attempt.filesRead
    switch attempt.result {
    case .success where earlier != nil:
      // The gate judges the sources as soon as there is a live model.
      state.digest = nil
      state.history = earlier.map { [$0.snapshot] } ?? []
    case .success(let model):
      state.lastGeneration = 1
      state.history = [Snapshot(generation: 1, origin: .sources, models: [model])]
      settings.keep(model)
    case .failure(let error):
      state.rejection = error
      if let kept = settings.loadKept() {
        state.history = [kept.snapshot]
      } else if let initialModel {
        state.history = [
          Snapshot(generation: 0, origin: .initialModel, models: try initialModel.asked())
        ]
      } else {
        throw error
      }
    }
    observers = ObserverList(live.observers + (live.gate?.observers ?? []))
    eventOrder = EventOrder(after: state.lastGeneration)
    slot = ObservableSlot(state.history[0])
    chain = ModelChain([.live(slot)], observers: observers)
    self.state = Mutex(state)
    slot.begin(of: self)
    let first = snapshot
    beginSuspensions(of: first)
    observers?.observe(.active(generation: first.generation, first.origin), of: self)
    tellWarnings(of: first)
    if case .failure(let error) = attempt.result { tell(.rejected(error)) }
    beginWatching(attempt.places)
    if earlier != nil { queue.sync { _ = reloadNow() } }
  }

  deinit {
    state.withLock { $0.changes }?.cancel()
    hub.finish()
  }

  /// The current snapshot.
  var snapshot: Snapshot { slot.snapshot }

  /// Registers a read of ``generation`` for observation.
  func noteReading(_ path: UnretainedReference<KeyPath<LiveRuleModel, Int>>) {
    path.with { registrar.access(self, keyPath: $0) }
  }

  /// The number of the active generation: 1, 2, 3 …; 0 for the archived
  /// or initial model that is active until the first good load.
  public var generation: Int { snapshot.generation }

  /// Where the active generation came from.
  public var origin: LiveRuleOrigin { snapshot.origin }

  /// The error of the last load of the sources; `nil` if they could be loaded.
  ///
  /// While there is an error, an earlier generation stays active.
  public var rejection: RuleError? {
    registrar.access(self, keyPath: \.rejection)
    return state.withLock { $0.rejection }
  }

  /// The active generation, then all events from now on; each use makes a new
  /// subscription.
  ///
  /// A listener that is too slow loses the oldest events. The stream ends
  /// with the live model, or with ``stop()``.
  public var events: AsyncStream<LiveRuleEvent> {
    hub.subscribe {
      let snapshot = self.slot.unnotedSnapshot
      return .active(generation: snapshot.generation, snapshot.origin)
    }
  }

  /// The live model as rules for a context.
  public var model: RuleModel { RuleModel(self) }

  /// Returns the active rules, which no swap changes, and their generation.
  ///
  /// For work that asks several times and needs one generation for all of it:
  ///
  /// ```swift
  /// let (model, generation) = rules.pinned()
  /// ```
  public func pinned() -> (model: RuleModel, generation: Int) {
    let snapshot = snapshot
    return (snapshot.ruleModel, snapshot.generation)
  }

  /// Returns a model that asks `other` if this one has no answer.
  public func fallback(_ other: RuleModel) -> RuleModel { model.fallback(other) }

  /// Returns a model that asks `other` if this one has no answer.
  public func fallback(_ other: LiveRuleModel) -> RuleModel { model.fallback(other.model) }

  /// Makes a snapshot the current one; the last step of every swap.
  ///
  /// No lock may be held: observers of the model are notified here.
  func publish(_ snapshot: Snapshot) {
    beginSuspensions(of: snapshot)
    registrar.withSharedMutation(of: self, keyPath: \.generation) {
      slot.replace(with: snapshot)
    }
    let forgotten = state.withLock {
      $0.forget(allButLast: settings.live.keptGenerations)
    }
    // Released while no lock is held: objects that host functions hold may
    // run any code in `deinit`.
    withExtendedLifetime(forgotten) {}
  }

  /// Stores the error of the last load, and notifies its observers.
  func noteRejection(_ error: RuleError?) {
    guard state.withLock({ $0.rejection }) != error else { return }
    registrar.withSharedMutation(of: self, keyPath: \.rejection) {
      state.withLock { $0.rejection = error }
    }
  }

  /// Logs an event and sends it to all listeners, swaps in the order of generations.
  ///
  /// No lock may be held.
  func tell(_ event: LiveRuleEvent) {
    eventOrder.deliver(event) { event in
      switch event {
      case .reported, .warned, .suspended: log(.warning, "\(event)")
      case .rejected, .refused: log(.error, "\(event)")
      case .active, .swapped, .rolledBack, .resumed: log(.info, "\(event)")
      }
      hub.send(event)
      observers?.observe(event, of: self)
    }
  }
}

extension LiveRuleModel {
  /// The name of the live model in its log lines; see ``LiveRuleOptions/name``.
  public var name: String { settings.name }

  /// Logs a line with the name of the live model: a program may have several.
  func log(_ level: Logger.Level, _ text: String) {
    settings.live.logger.log(level: level, "\(name): \(text)")
  }
}

extension LiveRuleModel: Observable {}
