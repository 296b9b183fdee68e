import LuaBridge

extension Evaluation {
  /// Notes that a key was read, and its set value.
  @inline(__always)
  func track(_ key: KeyID, _ set: SetValue?) {
    if state.value.tracker != nil { trackSlowly(key, set) }
  }

  @inline(never)
  private func trackSlowly(_ key: KeyID, _ set: SetValue?) {
    if let set {
      state.value.tracker?.note(key, set)
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

  /// Notes the set values that Lua code has read without asking Swift.
  func trackDirectReads() {
    for modelIndex in cores.indices {
      guard let lua = state.value.borrowed.state(of: modelIndex) else { continue }
      for number in lua.with({ $0.readKeys(of: state.value.entries) }) {
        let key = KeyID(number: number)
        track(key, set(for: key))
      }
    }
  }

  /// Whether reads are tracked.
  var isTracking: Bool { state.value.tracker != nil }
}
