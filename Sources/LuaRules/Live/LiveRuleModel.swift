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
/// A change of any file that was loaded makes a new generation off to the side:
/// load, check, plan; then one atomic swap. A generation that fails to load
/// leaves the last good one in place, and the failure is told once. An evaluation
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
    /// What the sources were when they were loaded last, well or badly.
    var digest: SourceDigest?
    /// What was wrong with them then.
    var rejection: RuleError?
    var isStopped = false
    var isReloadPending = false
    var isRetryPending = false
    /// What was told last of how changes are noticed.
    var limitation: String?
    /// When something may have changed, for the last time.
    var lastChange = ContinuousClock.now
    /// The places that are watched.
    var places: Set<WatchedPlace> = []
    var watch: (any FileSystemWatch)?
    var changes: Task<Void, Never>?

    /// Numbers a new snapshot and keeps it for a rollback.
    mutating func add(_ models: [ModelCore], from origin: LiveRuleOrigin) -> Snapshot {
      lastGeneration += 1
      let snapshot = Snapshot(generation: lastGeneration, origin: origin, models: models)
      history.append(snapshot)
      return snapshot
    }

    /// Forgets the oldest snapshots, and returns them.
    mutating func forget(allButLast count: Int) -> [Snapshot] {
      let forgotten = Array(history.dropLast(count))
      history.removeFirst(forgotten.count)
      return forgotten
    }
  }

  let settings: LiveSettings
  let state: Mutex<State>
  let hub = EventHub()
  /// Asks the gate before a swap.
  let judge = GateJudge()
  /// Who is told of answers and events; `nil` for nobody.
  let observers: ObserverList?
  private let eventOrder: EventOrder
  /// Loads run here one after the other, never on the thread of a caller.
  let queue = DispatchQueue(label: "luarules.live", qos: .utility)
  /// Where questions find the snapshot that answers now.
  let slot: ObservableSlot
  /// The live model alone, as the content of a ``RuleModel``.
  fileprivate let chain: ModelChain
  private let registrar = ObservationRegistrar()

  /// Loads sources and watches them.
  ///
  /// - Parameters:
  ///   - sources: Files and folders, which are watched, and texts.
  ///   - schema: The declared keys; see ``RuleModel``.
  ///   - host: The Swift functions that rules may call.
  ///   - initialModel: A model to serve until the first good load; without one,
  ///     bad sources throw.
  ///   - archive: A folder that stores each accepted generation; when the
  ///     sources are bad at start, the newest one that loads answers.
  ///   - options: How to watch, and whom to ask and tell.
  /// - Throws: ``RuleError`` of the first load.
  public convenience init(
    sources: [RuleSource], schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    initialModel: RuleModel? = nil, archive: URL? = nil,
    options: LiveRuleOptions = LiveRuleOptions()
  ) throws(RuleError) {
    try self.init(
      FixedSources(list: sources), schema: schema, host: host, initialModel: initialModel,
      archive: archive, options: options)
  }

  /// Loads a file or a folder and watches it.
  public convenience init(
    contentsOf url: URL, schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    initialModel: RuleModel? = nil, archive: URL? = nil,
    options: LiveRuleOptions = LiveRuleOptions()
  ) throws(RuleError) {
    try self.init(
      sources: [RuleSource(contentsOf: url)], schema: schema, host: host,
      initialModel: initialModel, archive: archive, options: options)
  }

  /// Loads what a source of the host's own gives, now and whenever it changes.
  public init(
    _ source: any LiveRuleSource, schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    initialModel: RuleModel? = nil, archive: URL? = nil,
    options: LiveRuleOptions = LiveRuleOptions()
  ) throws(RuleError) {
    settings = LiveSettings(
      source: source, schema: schema, host: host, archiveFolder: archive?.path, options: options)
    let attempt = settings.load().accepted()
    var state = State()
    state.digest = attempt.digest
    switch attempt.result {
    case .success(let model):
      state.lastGeneration = 1
      state.history = [Snapshot(generation: 1, origin: .sources, models: [model])]
      settings.keep(model)
    case .failure(let error):
      state.rejection = error
      if let kept = settings.loadKept() {
        state.history = [Snapshot(generation: 0, origin: .kept(kept.name), models: [kept.model])]
      } else if let initialModel {
        state.history = [
          Snapshot(generation: 0, origin: .initialModel, models: try initialModel.asked())
        ]
      } else {
        throw error
      }
    }
    observers = ObserverList(options.observers + [options.gate?.observer].compactMap(\.self))
    eventOrder = EventOrder(after: state.lastGeneration)
    slot = ObservableSlot(state.history[0])
    chain = ModelChain([.live(slot)], observers: observers)
    self.state = Mutex(state)
    slot.begin(of: self)
    let first = snapshot
    beginSuspensions(of: first)
    observers?.observe(.active(generation: first.generation, first.origin), of: self)
    if case .failure(let error) = attempt.result { tell(.rejected(error)) }
    beginWatching(attempt.places)
  }

  deinit {
    state.withLock { $0.changes }?.cancel()
    hub.finish()
  }

  /// The snapshot that answers now.
  var snapshot: Snapshot { slot.snapshot }

  /// Notes that ``generation`` is read.
  fileprivate func noteReading(_ path: UnretainedReference<KeyPath<LiveRuleModel, Int>>) {
    path.with { registrar.access(self, keyPath: $0) }
  }

  /// The number of the generation that answers now: 1, 2, 3 …; 0 for the stored
  /// or given model that answers until the first good load.
  public var generation: Int { snapshot.generation }

  /// Where the generation came from that answers now.
  public var origin: LiveRuleOrigin { snapshot.origin }

  /// What is wrong with the sources as they were read last; `nil` when they load.
  ///
  /// While there is something, an earlier generation goes on answering.
  public var rejection: RuleError? {
    registrar.access(self, keyPath: \.rejection)
    return state.withLock { $0.rejection }
  }

  /// What answers now, and what happens from now on; each use is a subscription
  /// of its own.
  ///
  /// A listener that does not keep up loses the oldest events. The stream ends
  /// when the live model does.
  public var events: AsyncStream<LiveRuleEvent> {
    hub.subscribe {
      let snapshot = self.slot.unnotedSnapshot
      return .active(generation: snapshot.generation, snapshot.origin)
    }
  }

  /// The live model as rules for a context.
  public var model: RuleModel { RuleModel(self) }

  /// Returns the rules that answer now, which no swap changes, and their number.
  ///
  /// For a unit of work that asks several times and tells which generation it saw:
  ///
  /// ```swift
  /// let (model, generation) = rules.pinned()
  /// ```
  public func pinned() -> (model: RuleModel, generation: Int) {
    let snapshot = snapshot
    return (snapshot.ruleModel, snapshot.generation)
  }

  /// Returns a model that asks another one where this one has no answer.
  public func fallback(_ other: RuleModel) -> RuleModel { model.fallback(other) }

  /// Returns a model that asks another live one where this one has no answer.
  public func fallback(_ other: LiveRuleModel) -> RuleModel { model.fallback(other.model) }

  /// Makes a snapshot the current one; the last step of every swap.
  ///
  /// Called without a lock: who observes the model is told here.
  func publish(_ snapshot: Snapshot) {
    beginSuspensions(of: snapshot)
    let replaced = registrar.withSharedMutation(of: self, keyPath: \.generation) {
      slot.replace(with: snapshot)
    }
    let forgotten = state.withLock {
      $0.forget(allButLast: settings.options.keptGenerations)
    }
    // Released here, outside the locks: what host functions hold may do as it likes when it ends.
    withExtendedLifetime((replaced, forgotten)) {}
  }

  /// Notes what is wrong with the sources as they were read last, and tells who has read it.
  func noteRejection(_ error: RuleError?) {
    guard state.withLock({ $0.rejection }) != error else { return }
    registrar.withSharedMutation(of: self, keyPath: \.rejection) {
      state.withLock { $0.rejection = error }
    }
  }

  /// Logs an event and tells it to all who listen, each swap after the one before it.
  ///
  /// Called without a lock.
  func tell(_ event: LiveRuleEvent) {
    eventOrder.deliver(event) { event in
      switch event {
      case .reported, .suspended: settings.options.logger.warning("\(event)")
      case .rejected, .refused: settings.options.logger.error("\(event)")
      case .active, .swapped, .rolledBack, .resumed: settings.options.logger.info("\(event)")
      }
      hub.send(event)
      observers?.observe(event, of: self)
    }
  }
}

extension LiveRuleModel: Observable {}

/// The slot of a live model: tells the observers of the live model's properties that they are read.
///
/// INVARIANT: `@unchecked Sendable` because its variables are set once, before another thread knows the slot.
final class ObservableSlot: LiveSlot, @unchecked Sendable {
  /// The live model, which keeps the slot, and is kept by whoever has the slot.
  ///
  /// INVARIANT: set once, before another thread knows the slot.
  private var live: UnretainedReference<LiveRuleModel>?
  /// The same, for who may have the slot alone.
  private var weakLive: WeakReference<LiveRuleModel>?
  /// The path of ``LiveRuleModel/generation``, which all threads share and none counts.
  private let path: UnretainedReference<KeyPath<LiveRuleModel, Int>>
  private let keptPath = \LiveRuleModel.generation

  override init(_ snapshot: Snapshot) {
    path = UnretainedReference(keptPath)
    super.init(snapshot)
  }

  /// The live model.
  var owner: LiveRuleModel? { live?.object }

  fileprivate func begin(of live: LiveRuleModel) {
    self.live = UnretainedReference(live)
    weakLive = WeakReference(live)
  }

  override func noteSuspension(of rule: RuleID, isOver: Bool, by suspensions: Suspensions) {
    weakLive?.object?.noteSuspension(of: rule, isOver: isOver, by: suspensions)
  }

  override func noteReading() {
    live?.with { $0.noteReading(path) }
  }
}

extension RuleModel {
  /// Creates the model that a live model is at any time.
  public init(_ live: LiveRuleModel) {
    self.init(live.chain, keptBy: live)
  }
}
