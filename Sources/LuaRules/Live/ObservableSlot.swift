import LuaBridge
import Observation

/// The slot of a live model; it registers reads of the current snapshot for observation.
///
/// INVARIANT: `@unchecked Sendable` because its variables are set once, before another thread knows the slot.
final class ObservableSlot: LiveSlot, @unchecked Sendable {
  /// The live model, which owns the slot; everything that uses the slot keeps the live model alive.
  ///
  /// INVARIANT: set once, before another thread knows the slot.
  private var live: UnretainedReference<LiveRuleModel>?
  /// The same live model, for callers that may hold only the slot.
  private var weakLive: WeakReference<LiveRuleModel>?
  /// The path of ``LiveRuleModel/generation``; unretained, because all threads share it.
  private let path: UnretainedReference<KeyPath<LiveRuleModel, Int>>
  private let keptPath = \LiveRuleModel.generation

  override init(_ snapshot: Snapshot) {
    path = UnretainedReference(keptPath)
    super.init(snapshot)
  }

  /// The live model.
  var owner: LiveRuleModel? { live?.object }

  func begin(of live: LiveRuleModel) {
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
