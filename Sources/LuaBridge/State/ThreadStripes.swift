import Synchronization

/// One value for each group of threads, each value with its own lock.
///
/// Threads that read one memory location, or retain one object, wait for one another. So each
/// thread uses the stripe of its own group, which few other threads use.
///
/// INVARIANT: `@unchecked Sendable` because each value is behind a mutex, and the pointer to
/// the mutexes never changes.
@safe public final class ThreadStripes<Value: Sendable>: @unchecked Sendable {
  @usableFromInline struct Stripe: ~Copyable {
    @usableFromInline let value: Mutex<Value>
    /// Keeps the locks of two stripes on different cache lines.
    private let padding: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
      (0, 0, 0, 0, 0, 0, 0, 0)

    init(_ value: Value) {
      self.value = Mutex(value)
    }
  }

  @usableFromInline let stripes: UnsafeMutablePointer<Stripe>

  /// The number of stripes.
  @inlinable @inline(__always) public static var count: Int { 16 }

  /// Makes a value for each stripe.
  public init(_ make: () -> Value) {
    unsafe stripes = .allocate(capacity: Self.count)
    for index in 0..<Self.count { unsafe (stripes + index).initialize(to: Stripe(make())) }
  }

  deinit {
    unsafe stripes.deinitialize(count: Self.count)
    unsafe stripes.deallocate()
  }

  /// Runs `body` with the value of this thread's stripe, under its lock.
  @inlinable @inline(__always)
  public func withOwn<Result>(_ body: (inout Value) -> sending Result) -> sending Result {
    with(ThreadNumbers.current % Self.count, body)
  }

  /// Runs `body` with the value of a stripe, under its lock.
  @inlinable @inline(__always)
  public func with<Result>(
    _ index: Int, _ body: (inout Value) -> sending Result
  ) -> sending Result {
    precondition((0..<Self.count).contains(index))
    return unsafe stripes[index].value.withLock { value in body(&value) }
  }
}
