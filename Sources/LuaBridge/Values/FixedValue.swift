/// A value that never changes, read without retaining its parts.
///
/// Threads that retain parts of a shared object wait for one another; a part that
/// is only read need not be retained.
///
/// INVARIANT: `@unchecked Sendable` because the value is `Sendable` and is never
/// written after `init`.
@safe @usableFromInline
package final class FixedValue<Value: Sendable & ~Copyable>: @unchecked Sendable {
  @usableFromInline let storage: UnsafeMutablePointer<Value>

  /// Runs `body` with the borrowed value; no part of it is copied or retained.
  @inlinable @inline(__always) package func with<Result, Failure: Error>(
    _ body: (borrowing Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(storage.pointee)
  }

  /// Stores a value.
  @usableFromInline package init(_ value: consuming Value) {
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
  @inlinable @inline(__always) package var value: Value {
    _read { yield unsafe storage.pointee }
  }
}
