import LuaBridge

/// Holds the current snapshot of a live model, which evaluations read.
///
/// The slot belongs to the live model; everything that refers to a slot keeps the live model alive.
///
/// INVARIANT: `@unchecked Sendable` because its only variable is `Sendable`; the subclass
/// states its own reason.
class LiveSlot: @unchecked Sendable {
  private let current: StripedSnapshot

  init(_ snapshot: Snapshot) {
    current = StripedSnapshot(snapshot)
  }

  /// Called at each read of the current snapshot; the live model uses it for observation.
  func noteReading() {}

  /// Called when a rule is suspended or answers again, on the thread of the evaluation.
  func noteSuspension(of rule: RuleID, isOver: Bool, by suspensions: Suspensions) {}

  /// The current snapshot.
  var snapshot: Snapshot {
    noteReading()
    return unnotedSnapshot
  }

  /// The current snapshot; the read is not noted for observers.
  var unnotedSnapshot: Snapshot { current.holder.snapshot }

  /// Runs `body` with the current model; returns `nil` if the snapshot is
  /// a chain of several models.
  @inline(__always) func withOnlyModel<Result>(
    _ body: (ModelCore) throws(RuleError) -> Result
  ) throws(RuleError) -> Result? {
    noteReading()
    let holder = current.holder
    guard let model = holder.onlyModel else { return nil }
    defer { withExtendedLifetime(holder) {} }
    return try body(model)
  }

  /// Runs `body` with the current model, unless the snapshot is a chain of several models.
  ///
  /// A lock of the thread's stripe keeps the model alive meanwhile, so `body` must run engine code
  /// only. If `body` returns true, `next` runs with the model, without the lock.
  @inline(__always) func glance(
    _ body: (ModelCore) -> Bool, thenHolding next: (ModelCore) -> Void
  ) {
    noteReading()
    guard let holder = current.glance(body) else { return }
    defer { holder.release() }
    holder.with(\.unretainedModel)?.with(next)
  }

  /// Replaces the snapshot by a later one; see ``StripedSnapshot/replace(with:)``.
  func replace(with snapshot: Snapshot) -> [StripedSnapshot.Holder] {
    current.replace(with: snapshot)
  }
}
