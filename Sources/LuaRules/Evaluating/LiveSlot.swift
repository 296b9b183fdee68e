import LuaBridge
import Synchronization

/// Holds the current snapshot of a live model, which evaluations read.
///
/// The slot belongs to the live model; everything that refers to a slot keeps the live model alive.
///
/// INVARIANT: `@unchecked Sendable` because its variables are `Sendable`; the subclass
/// states its own reason.
package class LiveSlot: @unchecked Sendable {
  /// The snapshot, for the threads of one stripe.
  private final class Holder: Sendable {
    let snapshot: Snapshot
    /// The only model, unretained, because all threads share it; `nil` if the snapshot has several.
    ///
    /// INVARIANT: the snapshot keeps the model alive.
    let onlyModel: UnretainedReference<ModelCore>?

    init(_ snapshot: Snapshot) {
      self.snapshot = snapshot
      onlyModel =
        snapshot.models.count == 1 ? UnretainedReference(snapshot.models[0]) : nil
    }
  }

  private let current: PublishedCopies<Holder>
  /// The number of the current snapshot, which orders replacements.
  private let generation: Mutex<Int>

  init(_ snapshot: Snapshot) {
    current = PublishedCopies { Holder(snapshot) }
    generation = Mutex(snapshot.generation)
  }

  /// Called at each read of the current snapshot; the live model uses it for observation.
  func noteReading() {}

  /// Called when a rule is suspended or answers again, on the thread of the evaluation.
  func noteSuspension(of rule: RuleID, isOver: Bool, by suspensions: Suspensions) {}

  /// The current snapshot.
  final var snapshot: Snapshot {
    noteReading()
    return unnotedSnapshot
  }

  /// The current snapshot; the read is not noted for observers.
  final var unnotedSnapshot: Snapshot { current.withPinned { $0.snapshot } }

  /// Runs `body` with the current model; returns `nil` if the snapshot is
  /// a chain of several models.
  @inline(__always) final func withOnlyModel<Result>(
    _ body: (ModelCore) throws(RuleError) -> Result
  ) throws(RuleError) -> Result? {
    noteReading()
    let holder = current.withPinned { UnretainedReference.retaining($0) }
    defer { holder.release() }
    guard let model = holder.with(\.onlyModel) else { return nil }
    return try model.with(body)
  }

  /// Runs `body` with the current model, unless the snapshot is a chain of several models.
  ///
  /// A pin keeps the model alive meanwhile, and delays the release of replaced snapshots, so `body` must
  /// be short and run engine code only. If `body` returns true, `next` runs with the model, without the pin.
  @inline(__always) final func glance(
    _ body: (ModelCore) -> Bool, thenHolding next: (ModelCore) -> Void
  ) {
    noteReading()
    let holder: UnretainedReference<Holder>? = current.withPinned { holder in
      guard let model = holder.onlyModel, model.with(body) else { return nil }
      return .retaining(holder)
    }
    guard let holder else { return }
    defer { holder.release() }
    holder.with(\.onlyModel)?.with(next)
  }

  /// Replaces the snapshot for all threads at once; does nothing if a later one is current already.
  ///
  /// The old snapshot is released when no thread uses it, perhaps on this thread: no lock may be held.
  final func replace(with snapshot: Snapshot) {
    let replaced: Retirement? = generation.withLock { current in
      guard snapshot.generation > current else { return nil }
      current = snapshot.generation
      return self.current.replace { Holder(snapshot) }
    }
    replaced?.begin()
  }
}
