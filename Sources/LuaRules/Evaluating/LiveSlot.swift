import LuaBridge

/// Where questions find the snapshot of a live model that answers now.
///
/// It belongs to the live model, which whoever has a slot keeps.
///
/// INVARIANT: `@unchecked Sendable` because its only variable is `Sendable`; the subclass of live models
/// says why it is.
class LiveSlot: @unchecked Sendable {
  private let current: StripedSnapshot

  init(_ snapshot: Snapshot) {
    current = StripedSnapshot(snapshot)
  }

  /// Notes that the current snapshot is read, for who observes the live model.
  func noteReading() {}

  /// Notes that a rule was put aside, or answers again; called on the thread of the question.
  func noteSuspension(of rule: RuleID, isOver: Bool, by suspensions: Suspensions) {}

  /// The snapshot that answers now.
  var snapshot: Snapshot {
    noteReading()
    return unnotedSnapshot
  }

  /// The snapshot that answers now, of which no reading is noted.
  var unnotedSnapshot: Snapshot { current.holder.snapshot }

  /// Runs a body with the model that answers now; `nil` when a chain does.
  @inline(__always) func withOnlyModel<Result>(
    _ body: (ModelCore) throws(RuleError) -> Result
  ) throws(RuleError) -> Result? {
    noteReading()
    let holder = current.holder
    guard let model = holder.onlyModel else { return nil }
    defer { withExtendedLifetime(holder) {} }
    return try body(model)
  }

  /// Runs a body with the model that answers now, and not at all when a chain does.
  ///
  /// A lock of the thread's own keeps the model meanwhile: the body runs no code but
  /// the engine's own, and tells whether to go on without the lock.
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
