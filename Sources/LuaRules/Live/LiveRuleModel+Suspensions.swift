import LuaBridge

extension LiveRuleModel {
  /// Begins a generation: removes old suspensions, and listens to new ones.
  func beginSuspensions(of snapshot: Snapshot) {
    for model in snapshot.models {
      model.suspensions.clear()
      model.suspensions.tell(to: slot)
    }
  }

  /// Announces, on another thread, that a rule was suspended or answers again.
  ///
  /// Nothing is announced for generations that are no longer active.
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
