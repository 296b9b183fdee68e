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

    init(_ snapshot: Snapshot) {
      self.snapshot = snapshot
      onlyModel = snapshot.models.count == 1 ? snapshot.models.first : nil
    }
  }

  private final class Stripe: Sendable {
    let holder: Mutex<Holder>
    /// Keeps the locks of two stripes out of one line of the processor's cache.
    private let padding: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
      (0, 0, 0, 0, 0, 0, 0, 0)

    init(_ snapshot: Snapshot) {
      holder = Mutex(Holder(snapshot))
    }
  }

  private let stripes: [Stripe]

  init(_ snapshot: Snapshot) {
    stripes = (0..<16).map { _ in Stripe(snapshot) }
  }

  /// What threads of this stripe read.
  var holder: Holder {
    stripes[ThreadNumbers.current % stripes.count].holder.withLock { $0 }
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
    guard index < stripes.count else { return }
    stripes[index].holder.withLock { holder in
      // A later one may have been faster.
      guard snapshot.generation > holder.snapshot.generation else { return }
      replace(with: snapshot, from: index + 1, &replaced)
      replaced.append(holder)
      holder = Holder(snapshot)
    }
  }
}
