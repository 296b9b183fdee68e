extension ReloadGate {
  /// How a gate reacts to changed decisions.
  public enum ChangePolicy: Sendable, Hashable {
    /// More changes than this refuse the generation; as many or fewer are reported.
    case refuse(ifMoreThan: Int)
    /// Changes are reported, and the generation always becomes active.
    case report
  }

  /// A gate that records questions, repeats them with the old and the new model, and compares the
  /// answers.
  ///
  /// Each recorded context is asked for its key with both models, with its own values
  /// and fallbacks and the usual budgets. So host functions are called too;
  /// those of the main actor fail with both models. A decision changes
  /// when the value changes, or when an error appears, disappears or has another message.
  /// The reason counts the changes and lists the most frequent ones:
  ///
  ///     37 of 4,096 recorded decisions change: fancyColor red → gray (31), title "a" → "b" (6)
  ///
  /// The same context and key are recorded once. A recorded context keeps its set values and the
  /// fixed models of its chain alive, but not its live models. A context is not recorded if no
  /// swap can change its rules. Several live models may have the same gate, and then share its
  /// capacity; each uses only the contexts that ask it.
  ///
  /// - Parameters:
  ///   - policy: Whether changes refuse the generation.
  ///   - capacity: The most questions that are recorded, at least 1; when they are reached, a new
  ///     question replaces the oldest one.
  ///   - sampling: The share of the answers whose questions are recorded.
  ///   - keys: The keys or paths whose questions are recorded; `nil` for all.
  ///   - timeLimit: How long both models are asked, newest contexts first.
  ///     Contexts beyond the limit are not compared; the report gives their number.
  /// - Returns: The gate.
  public static func recorded(
    _ policy: ChangePolicy = .refuse(ifMoreThan: 0), capacity: Int = 4096,
    sampling: ObserverRegistration.Sampling = .all, keys: Set<String>? = nil,
    timeLimit: Duration = .seconds(5)
  ) -> ReloadGate {
    let recorder = DecisionRecorder(capacity: capacity, sampling: sampling, keys: keys)
    return recorded(recorder, policy, timeLimit: timeLimit)
  }

  /// A gate that compares the answers to the questions of a recorder.
  static func recorded(
    _ decisions: DecisionRecorder, _ policy: ChangePolicy = .refuse(ifMoreThan: 0),
    timeLimit: Duration = .seconds(5)
  ) -> ReloadGate {
    // Allow more time: host functions may make even one context slow.
    let observer = ObserverRegistration(decisions, sampling: decisions.sampling)
    return ReloadGate(timeLimit: timeLimit + .seconds(5), observers: [observer]) { swap in
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
  /// Asks both models all recorded questions, until the time limit.
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
