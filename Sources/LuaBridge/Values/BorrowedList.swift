/// The elements of an array that is borrowed while a body runs.
///
/// A read here retains neither the array nor an element.
@safe @usableFromInline package struct BorrowedList<Element> {
  @usableFromInline let first: UnsafePointer<Element>?
  /// The number of elements.
  @usableFromInline package let count: Int

  @inlinable @inline(__always)
  init(_ elements: UnsafeBufferPointer<Element>) {
    unsafe first = elements.baseAddress
    count = elements.count
  }

  /// An element.
  ///
  /// INVARIANT: read only until the body that received the list returns.
  @inlinable @inline(__always) package subscript(index: Int) -> Element {
    _read {
      guard index >= 0, index < count, let first = unsafe first else {
        preconditionFailure("index out of range")
      }
      yield unsafe first[index]
    }
  }

  /// Runs `body` with the elements of an array.
  @inlinable @inline(__always) package static func with<Result, Failure: Error>(
    _ elements: [Element], _ body: (BorrowedList<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe elements.withUnsafeBufferPointer { buffer throws(Failure) in
      try unsafe body(BorrowedList(buffer))
    }
  }
}
