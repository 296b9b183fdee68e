/// A value that is borrowed, not copied, while a body runs.
///
/// To copy a value with parts is to retain all its parts, and two threads
/// that retain the same object wait for one another.
@safe @usableFromInline package struct Borrowed<Value> {
  @usableFromInline let place: UnsafePointer<Value>

  @inlinable @inline(__always) init(_ place: UnsafePointer<Value>) {
    unsafe self.place = place
  }

  /// The value.
  ///
  /// INVARIANT: read only until the body that received it returns.
  @inlinable @inline(__always) package var value: Value {
    _read { yield unsafe place.pointee }
  }

  /// Runs `body` with a borrowed value.
  @inlinable @inline(__always) package static func with<Result, Failure: Error>(
    _ value: borrowing Value, _ body: (Borrowed<Value>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafePointer(to: value) { place throws(Failure) in
      try unsafe body(Borrowed(place))
    }
  }
}
