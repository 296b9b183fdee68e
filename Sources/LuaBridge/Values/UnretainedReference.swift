/// An unretained reference.
///
/// It is for objects that something else keeps alive and that many threads use: with retain and
/// release these threads would wait for one another.
///
/// INVARIANT: the code that makes one states what keeps the object alive.
@safe @usableFromInline package struct UnretainedReference<Object: AnyObject> {
  /// The reference in its standard library form.
  @unsafe @usableFromInline package let reference: Unmanaged<Object>

  /// Creates a reference from its standard library form.
  @unsafe @inlinable @inline(__always) package init(_ reference: Unmanaged<Object>) {
    unsafe self.reference = reference
  }

  /// Retains an object; the caller must release it.
  @inlinable @inline(__always) package static func retaining(_ object: Object)
    -> UnretainedReference
  {
    unsafe UnretainedReference(.passRetained(object))
  }

  /// Releases an object that was retained.
  @inlinable @inline(__always) package func release() { unsafe reference.release() }

  /// Creates a reference without retaining the object.
  @inlinable @inline(__always) package init(_ object: Object) {
    unsafe reference = .passUnretained(object)
  }

  /// Runs `body` with the object, without retain and release.
  @inlinable @inline(__always) package func with<Value, Failure: Error>(
    _ body: (Object) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let result: Result<Value, Failure> = unsafe reference._withUnsafeGuaranteedRef { object in
      Result { () throws(Failure) in try body(object) }
    }
    return try result.get()
  }

  /// The object.
  @inlinable @inline(__always) package var object: Object {
    unsafe reference.takeUnretainedValue()
  }
}

/// INVARIANT: `@unchecked Sendable` because it is only an address, and the object may be
/// used from all threads.
extension UnretainedReference: @unchecked Sendable where Object: Sendable {}
