// Stands in for `Synchronization.Mutex` under ThreadSanitizer on Linux.
//
// The real one waits by a futex of its own, which ThreadSanitizer does not see: it
// then reports a race for whatever the lock protects. It does see POSIX mutexes.
// `scripts/test-sanitizers thread` puts this file into each target of a copy of the
// package, where its name comes before the imported one.

import Glibc

/// A lock around a value, seen by ThreadSanitizer.
//
// Code that is inlined in other modules may use it, as it may the real one.
//
// INVARIANT: `@unchecked Sendable` because the value is touched under the lock only.
@usableFromInline final class Mutex<Value>: @unchecked Sendable {
  private let handle = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var content: Content

  /// The value, with a byte beside it.
  ///
  /// A value of no size, as that of `Mutex(())`, has the address of what lies beside it, and
  /// ThreadSanitizer takes an access to one for an access to the other.
  private struct Content {
    var value: Value
    let byte: UInt8 = 0
  }

  @usableFromInline init(_ value: consuming sending Value) {
    content = Content(value: value)
    unsafe pthread_mutex_init(handle, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(handle)
    unsafe handle.deallocate()
  }

  @usableFromInline func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe pthread_mutex_lock(handle)
    defer { unsafe pthread_mutex_unlock(handle) }
    return try body(&content.value)
  }
}
