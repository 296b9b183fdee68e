import CLuaSupport

/// A place, one for each thread, for the evaluation that is under way on it.
public enum ThreadSlot {
  /// The object that is in the slot of this thread.
  public static var current: AnyObject? {
    guard let pointer = unsafe lrs_currentEvaluation() else { return nil }
    return unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Whether an object is in the slot of this thread.
  public static var isOccupied: Bool { unsafe lrs_currentEvaluation() != nil }

  /// Runs the body with an object in the slot of this thread.
  @inlinable @inline(__always)
  public static func with<Result, Failure: Error>(
    _ object: AnyObject, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let previous = put(object)
    // INVARIANT: the object outlives the body, which runs on this thread and returns before us.
    defer {
      restore(previous)
      withExtendedLifetime(object) {}
    }
    return try body()
  }

  /// What is in a slot, not retained.
  @safe public struct Content {
    fileprivate let object: UnsafeMutableRawPointer?
  }

  /// Puts an object into the slot, and returns what was there.
  ///
  /// INVARIANT: who does it keeps the object, and calls ``restore(_:)`` on the same thread.
  public static func put(_ object: AnyObject) -> Content {
    let previous = unsafe Content(object: lrs_currentEvaluation())
    unsafe lrs_setCurrentEvaluation(Unmanaged.passUnretained(object).toOpaque())
    return previous
  }

  /// Puts back what was in the slot.
  public static func restore(_ previous: Content) {
    unsafe lrs_setCurrentEvaluation(previous.object)
  }

  /// Whether this is the thread that the process began with.
  public static var isMainThread: Bool { lrs_isMainThread() }
}
