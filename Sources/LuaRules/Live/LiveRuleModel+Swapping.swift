extension LiveRuleModel {
  /// Makes a model active that was loaded elsewhere, until the sources change.
  ///
  /// The gate is asked first, on a thread of its own; the caller waits for its
  /// decision.
  ///
  /// - Returns: The number of the new generation, or the reason of the gate's refusal.
  /// - Throws: ``RuleError`` if the model is a list of rules in Swift that cannot be loaded; the earlier
  ///   generation stays active.
  @discardableResult
  public func replace(with model: RuleModel) throws(RuleError) -> ReloadOutcome {
    do {
      let outcome = try swap(try model.asked(), from: .replacement, digest: nil)
      announce(outcome)
      if case .swapped = outcome { noteRefusal(nil) }
      return outcome
    } catch {
      tell(.rejected(error))
      throw error
    }
  }

  /// Sends the event of an outcome.
  func announce(_ outcome: ReloadOutcome) {
    switch outcome {
    case .unchanged: break
    case .swapped(let generation): tell(.swapped(generation: generation))
    case .refused(let reason): tell(.refused(reason: reason))
    }
  }

  /// Asks the gate, and makes the models the current generation.
  ///
  /// If another generation became active while the gate decided, the gate is asked again, so it
  /// always judges the generation that is replaced. No lock is held while it decides.
  ///
  /// - Throws: ``RuleError`` when the rules are not accepted, such as those with an old revision.
  func swap(
    _ models: [ModelCore], from origin: LiveRuleOrigin, digest: SourceDigest?
  ) throws(RuleError) -> ReloadOutcome {
    let new = RuleModel(links: models.map(RuleLink.fixed))
    while true {
      let old = state.withLock { $0.history.last } ?? snapshot
      let swap = RuleSwap(live: self, old: old.ruleModel, new: new)
      let decision = decision(on: swap)
      if case .refuse(let reason) = decision {
        if let digest {
          state.withLock { $0.digest = digest }
          noteRefusal(Refusal(reason: reason, inputs: swap.inputs))
        }
        return .refused(reason: reason)
      }
      // A replacement was already accepted when it was loaded.
      if origin == .sources { for model in models { try model.request.accept() } }
      let added: Snapshot? = state.withLock { state in
        guard state.history.last?.generation == old.generation else { return nil }
        if let digest { state.digest = digest }
        return state.add(models, from: origin)
      }
      guard let added else { continue }
      publish(added)
      if case .report(let report) = decision {
        tell(.reported(generation: added.generation, report: report))
      }
      tellWarnings(of: added)
      return .swapped(generation: added.generation)
    }
  }

  /// Logs and sends what looks wrong in the rules of a snapshot.
  func tellWarnings(of snapshot: Snapshot) {
    let warnings = snapshot.models.warnings
    guard !warnings.isEmpty else { return }
    tell(.warned(generation: snapshot.generation, warnings))
  }

  private func decision(on swap: RuleSwap) -> ReloadGate.Decision {
    guard let gate = settings.live.gate else { return .allow }
    return judge.decision(of: gate, on: swap)
  }
}
