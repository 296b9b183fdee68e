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
  private var value: Value

  @usableFromInline init(_ value: consuming sending Value) {
    self.value = value
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
    return try body(&value)
  }
}
