import LuaBridge

extension LiveRuleModel {
  /// Begins a generation: what was put aside earlier is tried again.
  func beginSuspensions(of snapshot: Snapshot) {
    for model in snapshot.models {
      model.suspensions.clear()
      model.suspensions.tell(to: slot)
    }
  }

  /// Tells, on a thread of its own, that a rule was put aside, or answers again.
  ///
  /// Not told of generations that answer no more, but for who keeps them.
  func noteSuspension(of rule: RuleID, isOver: Bool, by suspensions: Suspensions) {
    queue.async { [reference = WeakReference(self)] in
      reference.object?.tellSuspension(of: rule, isOver: isOver, by: suspensions)
    }
  }

  private func tellSuspension(
    of rule: RuleID, isOver: Bool, by suspensions: Suspensions
  ) {
    let snapshot = snapshot
    guard snapshot.models.contains(where: { $0.suspensions === suspensions }) else { return }
    let generation = snapshot.generation
    tell(
      isOver
        ? .resumed(rule, generation: generation) : .suspended(rule, generation: generation))
  }
}
