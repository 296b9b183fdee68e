/// A value that never changes, read without counting references to its parts.
///
/// Threads that share an object and count references to what is in it wait for
/// one another; a part that is only looked at need not be counted.
///
/// INVARIANT: `@unchecked Sendable` because the value is `Sendable` and is never
/// written after `init`.
@safe public final class FixedValue<Value: Sendable & ~Copyable>: @unchecked Sendable {
  @usableFromInline let storage: UnsafeMutablePointer<Value>

  /// Runs a body that borrows the value: no part of it is copied, or counted.
  @inlinable @inline(__always) public func with<Result, Failure: Error>(
    _ body: (borrowing Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(storage.pointee)
  }

  /// Keeps a value.
  public init(_ value: consuming Value) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(to: value)
  }

  deinit {
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }
}

extension FixedValue where Value: Copyable {
  /// The value.
  @inlinable @inline(__always) public var value: Value {
    _read { yield unsafe storage.pointee }
  }
}
