/// A value that stays where it is while a body runs, without a copy of it.
///
/// Copying a value with parts touches the reference counts of all of them, and
/// two threads that count the same object wait for one another.
@safe public struct Borrowed<Value> {
  @usableFromInline let place: UnsafePointer<Value>

  @inlinable @inline(__always) init(_ place: UnsafePointer<Value>) {
    unsafe self.place = place
  }

  /// The value.
  ///
  /// INVARIANT: read only until the body that was given it returns.
  @inlinable @inline(__always) public var value: Value {
    _read { yield unsafe place.pointee }
  }

  /// Runs a body with a value that it borrows.
  @inlinable @inline(__always) public static func with<Result, Failure: Error>(
    _ value: borrowing Value, _ body: (Borrowed<Value>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafePointer(to: value) { place throws(Failure) in
      try unsafe body(Borrowed(place))
    }
  }
}
