import LuaBridge

/// The current snapshot of a live model, one copy for each stripe of threads.
///
/// Threads that read one memory location, or retain one object, wait for one another. So each
/// thread reads its own stripe, with a holder object of its own.
struct StripedSnapshot: ~Copyable, Sendable {
  /// A snapshot for the threads of one stripe.
  final class Holder: Sendable {
    let snapshot: Snapshot
    /// The only model; `nil` if the snapshot has several.
    let onlyModel: ModelCore?
    /// The same model, unretained, for callers that keep the holder; all threads share the
    /// model, so retaining it is slow.
    let unretainedModel: UnretainedReference<ModelCore>?

    init(_ snapshot: Snapshot) {
      self.snapshot = snapshot
      onlyModel = snapshot.models.count == 1 ? snapshot.models.first : nil
      unretainedModel = onlyModel.map { UnretainedReference($0) }
    }
  }

  /// The content of one stripe.
  private struct Current: Sendable {
    var holder: Holder
    /// The only model of the holder; `nil` if there are several.
    ///
    /// INVARIANT: the holder keeps the model alive.
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

  /// The holder for the threads of this stripe.
  var holder: Holder { stripes.withOwn { $0.holder } }

  /// Runs `body` with the only model of the snapshot, if there is exactly one.
  ///
  /// The lock of the stripe keeps the model alive, and nothing is retained: `body` must run
  /// engine code only.
  ///
  /// - Parameter body: Returns whether the model is needed longer.
  /// - Returns: The holder that keeps the model alive, retained for the
  ///   caller, if `body` returns true.
  @inline(__always)
  func glance(_ body: (ModelCore) -> Bool) -> UnretainedReference<Holder>? {
    stripes.withOwn { current in
      guard let model = current.onlyModel, model.with(body) else { return nil }
      return .retaining(current.holder)
    }
  }

  /// Replaces the snapshot by a later one, for all threads at once.
  ///
  /// - Returns: The old holders, to be released while no lock is held.
  func replace(with snapshot: Snapshot) -> [Holder] {
    var replaced: [Holder] = []
    replace(with: snapshot, from: 0, &replaced)
    return replaced
  }

  /// Locks all stripes, one inside the other, and then replaces the snapshot in each: no
  /// thread sees the new snapshot while another one still sees the old.
  private func replace(with snapshot: Snapshot, from index: Int, _ replaced: inout [Holder]) {
    guard index < ThreadStripes<Current>.count else { return }
    stripes.with(index) { current in
      // Another thread may have stored a later snapshot already.
      guard snapshot.generation > current.holder.snapshot.generation else { return }
      replace(with: snapshot, from: index + 1, &replaced)
      replaced.append(current.holder)
      current = Current(snapshot)
    }
  }
}
