import Observation

/// A refusal of a gate.
struct Refusal: Sendable {
  let reason: String
  /// The files that the gate read besides the rules.
  let inputs: GateInputs
}

extension LiveRuleModel {
  /// Why the gate refused the sources as they are; `nil` if it did not.
  ///
  /// While there is a reason, an earlier generation stays active.
  public var refusal: String? {
    registrar.access(self, keyPath: \.refusal)
    return state.withLock { $0.refusal?.reason }
  }

  /// Stores the gate's refusal of the last load, and notifies its observers.
  func noteRefusal(_ refusal: Refusal?) {
    let isSame = state.withLock { state in
      guard refusal?.reason == state.refusal?.reason else { return false }
      // The gate has read its files again.
      state.refusal = refusal
      return true
    }
    guard !isSame else { return }
    registrar.withSharedMutation(of: self, keyPath: \.refusal) {
      state.withLock { $0.refusal = refusal }
    }
  }
}
