import CLuaSupport

/// What observers need of the thread on which a question is asked.
///
/// Nothing here is shared by threads, so that a question that is not picked
/// costs no other thread anything.
public enum ThreadObserving {
  /// Returns whether an observer is told of the next question of this thread.
  ///
  /// Of each `interval` questions that a thread asks, one is picked, at random:
  /// a program that asks in a rhythm is not always picked at the same key.
  public static func isPicked(observer: UInt64, interval: UInt32) -> Bool {
    lrs_isPicked(observer, interval)
  }

  /// Whether an observer is running on this thread.
  public static var isUnderWay: Bool { lrs_isObserving() }

  /// Runs an observer.
  public static func with<Result>(_ body: () -> Result) -> Result {
    let outer = lrs_isObserving()
    lrs_setObserving(true)
    defer { lrs_setObserving(outer) }
    return body()
  }
}
