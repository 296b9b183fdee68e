import LuaBridge
import Synchronization

/// What a live model serves: some models, under a number.
struct Snapshot: Sendable {
  var generation: Int
  var origin: LiveRuleOrigin
  var models: [ModelCore]
  let reporter = ErrorReporter()

  var ruleModel: RuleModel { RuleModel(links: models.map(RuleLink.fixed)) }
}

/// The current snapshot of a live model, once for each stripe of threads.
///
/// Threads that read one place, or count one object, wait for one another; so a
/// thread reads the stripe of its own, which holds an object of its own.
struct StripedSnapshot: ~Copyable, Sendable {
  /// A snapshot for the threads of one stripe.
  final class Holder: Sendable {
    let snapshot: Snapshot
    /// The model, when the snapshot is of one.
    let onlyModel: ModelCore?
    /// The same, for who holds the holder: all threads share the model, and would count it.
    let unretainedModel: UnretainedReference<ModelCore>?

    init(_ snapshot: Snapshot) {
      self.snapshot = snapshot
      onlyModel = snapshot.models.count == 1 ? snapshot.models.first : nil
      unretainedModel = onlyModel.map { UnretainedReference($0) }
    }
  }

  /// What a stripe has.
  private struct Current: Sendable {
    var holder: Holder
    /// The same as in the holder.
    ///
    /// INVARIANT: the holder keeps it.
    var onlyModel: UnretainedReference<ModelCore>?

    init(_ snapshot: Snapshot) {
      holder = Holder(snapshot)
      onlyModel = holder.onlyModel.map { UnretainedReference($0) }
    }
  }

  private let stripes: ThreadStripes<Current>

  init(_ snapshot: Snapshot) {
    stripes = ThreadStripes { Current(snapshot) }
  }

  /// What threads of this stripe read.
  var holder: Holder { stripes.withOwn { $0.holder } }

  /// Runs a body with the model, when the snapshot is of one.
  ///
  /// The lock keeps the model meanwhile, and nothing is counted: the body runs
  /// no code but the engine's own.
  ///
  /// - Parameter body: Tells whether the model is needed longer.
  /// - Returns: What keeps it, if it is, retained for the caller.
  @inline(__always)
  func glance(_ body: (ModelCore) -> Bool) -> UnretainedReference<Holder>? {
    stripes.withOwn { current in
      guard let model = current.onlyModel, model.with(body) else { return nil }
      return .retaining(current.holder)
    }
  }

  /// Replaces the snapshot by a later one, for all threads at once.
  ///
  /// - Returns: What it replaces, to be let go of where no lock is held.
  func replace(with snapshot: Snapshot) -> [Holder] {
    var replaced: [Holder] = []
    replace(with: snapshot, from: 0, &replaced)
    return replaced
  }

  /// Locks one stripe after the other and replaces when all are locked: no
  /// thread sees the new snapshot while another one still sees the old.
  private func replace(with snapshot: Snapshot, from index: Int, _ replaced: inout [Holder]) {
    guard index < ThreadStripes<Current>.count else { return }
    stripes.with(index) { current in
      // A later one may have been faster.
      guard snapshot.generation > current.holder.snapshot.generation else { return }
      replace(with: snapshot, from: index + 1, &replaced)
      replaced.append(current.holder)
      current = Current(snapshot)
    }
  }
}
