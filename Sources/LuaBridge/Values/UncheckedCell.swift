/// A variable that one thread uses at a time.
///
/// A class checks at run time that its variables are not changed while they are
/// read, which costs more than reading them. Here nobody checks.
///
/// INVARIANT: whoever has one does not change the value in a call that it makes
/// in the middle of reading or changing it.
@safe public final class UncheckedCell<Value> {
  @usableFromInline let storage: UnsafeMutablePointer<Value>

  /// The value.
  @inlinable @inline(__always) public var value: Value {
    _read { yield unsafe storage.pointee }
    _modify { yield unsafe &storage.pointee }
  }

  /// Creates a variable.
  public init(_ value: Value) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(to: value)
  }

  deinit {
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }
}
