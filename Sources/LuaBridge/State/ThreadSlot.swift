import CLuaSupport

/// A place, one for each thread, for the access that is under way on it.
public enum ThreadSlot {
  /// The object that is in the slot of this thread.
  public static var current: AnyObject? {
    guard let pointer = unsafe lrs_currentAccess() else { return nil }
    return unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Whether an object is in the slot of this thread.
  public static var isOccupied: Bool { unsafe lrs_currentAccess() != nil }

  /// Runs the body with an object in the slot of this thread.
  public static func with<Result, Failure: Error>(
    _ object: AnyObject, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let previous = unsafe lrs_currentAccess()
    unsafe lrs_setCurrentAccess(Unmanaged.passUnretained(object).toOpaque())
    // INVARIANT: the object outlives the body, which runs on this thread and returns before us.
    defer { unsafe lrs_setCurrentAccess(previous) }
    return try withExtendedLifetime(object) { () throws(Failure) in try body() }
  }

  /// Whether this is the thread that the process began with.
  public static var isMainThread: Bool { lrs_isMainThread() }
}
