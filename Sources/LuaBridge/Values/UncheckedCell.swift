/// A variable without the run-time check for exclusive access, for one thread at a time.
///
/// Swift checks at run time that a variable of a class is not changed during another
/// access to it, which costs more than the access. Here there is no check.
///
/// INVARIANT: the owner does not change the value in a call that it makes
/// during an access to the value.
@safe @usableFromInline package final class UncheckedCell<Value> {
  @usableFromInline let storage: UnsafeMutablePointer<Value>

  /// The value.
  @inlinable @inline(__always) package var value: Value {
    _read { yield unsafe storage.pointee }
    _modify { yield unsafe &storage.pointee }
  }

  /// Creates a variable.
  @usableFromInline package init(_ value: Value) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(to: value)
  }

  deinit {
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }
}
