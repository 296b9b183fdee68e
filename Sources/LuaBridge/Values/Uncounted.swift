/// A reference that is not counted.
///
/// For objects that someone else keeps alive and that many threads use: counting
/// would make the threads wait for one another.
///
/// INVARIANT: whoever makes one says what keeps the object alive.
@safe public struct Uncounted<Object: AnyObject> {
  @usableFromInline let reference: Unmanaged<Object>

  @inlinable @inline(__always) init(_ reference: Unmanaged<Object>) {
    unsafe self.reference = reference
  }

  /// Creates a reference to an object that stays.
  @inlinable @inline(__always) public init(_ object: Object) {
    unsafe reference = .passUnretained(object)
  }

  /// Runs a body with the object, which nobody counts meanwhile.
  @inlinable @inline(__always) public func with<Result>(_ body: (Object) -> Result) -> Result {
    unsafe reference._withUnsafeGuaranteedRef { body($0) }
  }

  /// Runs a body that may throw with the object, which nobody counts meanwhile.
  @inlinable @inline(__always) public func tryWith<Result>(
    _ body: (Object) throws -> Result
  ) throws -> Result {
    try unsafe reference._withUnsafeGuaranteedRef { try body($0) }
  }

  /// The object.
  @inlinable @inline(__always) public var object: Object {
    unsafe reference.takeUnretainedValue()
  }
}

/// INVARIANT: `@unchecked Sendable` because it is an address, and what stands there may be
/// used from all threads.
extension Uncounted: @unchecked Sendable where Object: Sendable {}
