import LuaBridge

extension Evaluation {
  /// Notes that a key was asked for, with what is set for it.
  @inline(__always)
  func track(_ key: KeyID, _ set: SetValue?) {
    if question.value.tracker != nil { trackSlowly(key, set) }
  }

  @inline(never)
  private func trackSlowly(_ key: KeyID, _ set: SetValue?) {
    if let set {
      question.value.tracker?.note(key, of: set.type)
    } else {
      question.value.tracker?.note(key)
    }
  }

  /// Notes that something was read, or done, that is not a value of the context.
  @inline(__always)
  func trackOther() {
    if question.value.tracker != nil { question.value.tracker?.noteOther() }
  }

  /// Notes that a declared default was read.
  func trackDefault(_ payload: RawAnswer) {
    guard case .swift(let value) = payload, !Immutability.isKnown(of: type(of: value)) else {
      return
    }
    trackOther()
  }

  /// Whether what is read is noted.
  var isTracking: Bool { question.value.tracker != nil }
}
