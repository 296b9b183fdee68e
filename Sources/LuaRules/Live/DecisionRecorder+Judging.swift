extension ReloadGate {
  /// What a gate does about decisions that change.
  public enum ChangePolicy: Sendable, Hashable {
    /// More changes than this refuse the generation; fewer are reported.
    case refuse(ifMoreThan: Int)
    /// Changes are reported, and the generation becomes active.
    case report
  }

  /// A gate that asks the old and the new model what was asked before, and
  /// compares.
  ///
  /// Each recorded context is asked for its key with both models, its own values
  /// and fallbacks, and the usual budgets. So host functions are called, too;
  /// those of the main actor fail, with both models alike. A decision changes
  /// when the value does, or when an error comes, goes, or says something else.
  /// The reason counts the changes and names the most frequent:
  ///
  ///     37 of 4,096 recorded decisions change: fancyColor red → gray (31), title "a" → "b" (6)
  ///
  /// - Parameters:
  ///   - decisions: What was recorded. Several live models may share it; each is
  ///     judged by the contexts that ask it.
  ///   - policy: Whether changes refuse the generation.
  ///   - timeLimit: How long both models are asked, newest contexts first.
  ///     Contexts that were not reached are not counted, but told of.
  /// - Returns: The gate.
  public static func recorded(
    _ decisions: DecisionRecorder, _ policy: ChangePolicy = .refuse(ifMoreThan: 0),
    timeLimit: Duration = .seconds(5)
  ) -> ReloadGate {
    // One context alone may take long in the host's functions.
    let observer = ObserverRegistration(decisions, sampling: decisions.sampling)
    return ReloadGate(timeLimit: timeLimit + .seconds(5), observer: observer) { swap in
      let changes = decisions.changes(by: swap, within: timeLimit)
      guard let text = changes.text else { return .allow }
      if case .refuse(let tolerated) = policy, changes.count > tolerated {
        return .refuse(reason: text)
      }
      return .report(text)
    }
  }
}

extension DecisionRecorder {
  /// Asks both models all that was recorded, as far as the time suffices.
  func changes(by swap: RuleSwap, within limit: Duration) -> DecisionChanges {
    let clock = ContinuousClock()
    let end = clock.now + limit
    var changes = DecisionChanges(timeLimit: limit)
    for question in newestFirst {
      guard let (old, new) = question.contexts(swap) else { continue }
      guard clock.now < end else {
        changes.noteSkipped()
        continue
      }
      let before = old.decision(at: question.key)
      let after = new.decision(at: question.key)
      changes.note(question.key, before, after)
    }
    return changes
  }
}
