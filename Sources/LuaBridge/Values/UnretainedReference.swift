/// A reference that is not counted.
///
/// For objects that someone else keeps alive and that many threads use: counting
/// would make the threads wait for one another.
///
/// INVARIANT: whoever makes one says what keeps the object alive.
@safe public struct UnretainedReference<Object: AnyObject> {
  /// What refers to the object.
  @unsafe public let reference: Unmanaged<Object>

  /// Creates a reference from one of the standard library.
  @unsafe @inlinable @inline(__always) public init(_ reference: Unmanaged<Object>) {
    unsafe self.reference = reference
  }

  /// Retains an object, until the reference is released.
  @inlinable @inline(__always) public static func retaining(_ object: Object) -> UnretainedReference
  {
    unsafe UnretainedReference(.passRetained(object))
  }

  /// Releases the object, which somebody has retained.
  @inlinable @inline(__always) public func release() { unsafe reference.release() }

  /// Creates a reference to an object that stays.
  @inlinable @inline(__always) public init(_ object: Object) {
    unsafe reference = .passUnretained(object)
  }

  /// Runs a body with the object, which nobody counts meanwhile.
  @inlinable @inline(__always) public func with<Value, Failure: Error>(
    _ body: (Object) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let result: Result<Value, Failure> = unsafe reference._withUnsafeGuaranteedRef { object in
      Result { () throws(Failure) in try body(object) }
    }
    return try result.get()
  }

  /// The object.
  @inlinable @inline(__always) public var object: Object {
    unsafe reference.takeUnretainedValue()
  }
}

/// INVARIANT: `@unchecked Sendable` because it is an address, and what stands there may be
/// used from all threads.
extension UnretainedReference: @unchecked Sendable where Object: Sendable {}
