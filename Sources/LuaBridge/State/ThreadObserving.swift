import CLuaSupport

/// The thread-local state for observers.
///
/// Threads share nothing here, so a question that is not picked
/// costs other threads nothing.
@usableFromInline package enum ThreadObserving {
  /// Returns whether an observer receives the next answer of this thread.
  ///
  /// One of `interval` questions on a thread is picked, at random: then a program
  /// with a regular pattern of questions does not always get the same key picked.
  @usableFromInline package static func isPicked(observer: UInt64, interval: UInt32) -> Bool {
    lrs_isPicked(observer, interval)
  }

  /// Whether an observer is running on this thread.
  @usableFromInline package static var isUnderWay: Bool { lrs_isObserving() }

  /// Runs an observer.
  @usableFromInline package static func with<Result>(_ body: () -> Result) -> Result {
    let outer = lrs_isObserving()
    lrs_setObserving(true)
    defer { lrs_setObserving(outer) }
    return body()
  }
}
