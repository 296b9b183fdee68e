import LuaBridge

extension Evaluation {
  /// Notes that a key was read, and the type of its set value.
  @inline(__always)
  func track(_ key: KeyID, _ set: SetValue?) {
    if state.value.tracker != nil { trackSlowly(key, set) }
  }

  @inline(never)
  private func trackSlowly(_ key: KeyID, _ set: SetValue?) {
    if let set {
      state.value.tracker?.note(key, of: set.type)
    } else {
      state.value.tracker?.note(key)
    }
  }

  /// Notes a read or an action that does not depend on the values of the context alone.
  @inline(__always)
  func trackOther() {
    if state.value.tracker != nil { state.value.tracker?.noteOther() }
  }

  /// Notes that a declared default was read.
  func trackDefault(_ rawAnswer: RawAnswer) {
    guard case .swift(let value) = rawAnswer, !Immutability.isKnown(of: type(of: value)) else {
      return
    }
    trackOther()
  }

  /// Whether reads are tracked.
  var isTracking: Bool { state.value.tracker != nil }
}
