import CLuaSupport

/// A thread-local slot for the current evaluation.
@usableFromInline package enum ThreadSlot {
  /// The object in the slot of this thread.
  @usableFromInline package static var current: AnyObject? {
    guard let pointer = unsafe lrs_currentEvaluation() else { return nil }
    return unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Whether the slot of this thread contains an object.
  @usableFromInline package static var isOccupied: Bool { unsafe lrs_currentEvaluation() != nil }

  /// Runs the body with an object in the slot of this thread.
  @inlinable @inline(__always)
  package static func with<Result, Failure: Error>(
    _ object: AnyObject, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let previous = put(object)
    // INVARIANT: the object outlives the body, which runs on this thread and returns first.
    defer {
      restore(previous)
      withExtendedLifetime(object) {}
    }
    return try body()
  }

  /// The previous content of a slot, unretained.
  @safe @usableFromInline package struct Content {
    fileprivate let object: UnsafeMutableRawPointer?
  }

  /// Puts an object into the slot, and returns the previous content.
  ///
  /// INVARIANT: the caller keeps the object alive, and calls ``restore(_:)`` on the same thread.
  @usableFromInline package static func put(_ object: AnyObject) -> Content {
    let previous = unsafe Content(object: lrs_currentEvaluation())
    unsafe lrs_setCurrentEvaluation(Unmanaged.passUnretained(object).toOpaque())
    return previous
  }

  /// Restores the previous content of the slot.
  @usableFromInline package static func restore(_ previous: Content) {
    unsafe lrs_setCurrentEvaluation(previous.object)
  }

  /// Whether this is the main thread.
  @usableFromInline package static var isMainThread: Bool { lrs_isMainThread() }
}
