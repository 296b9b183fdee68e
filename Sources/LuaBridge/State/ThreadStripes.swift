import Synchronization

/// A value for each of some groups of threads, behind a lock of the group's own.
///
/// Threads that read one place, or count one object, wait for one another; so a
/// thread uses the stripe of its own, which few others use.
///
/// INVARIANT: `@unchecked Sendable` because each value is behind a mutex, and where
/// the mutexes stand is written once.
@safe public final class ThreadStripes<Value: Sendable>: @unchecked Sendable {
  @usableFromInline struct Stripe: ~Copyable {
    @usableFromInline let value: Mutex<Value>
    /// Keeps the locks of two stripes out of one line of the processor's cache.
    private let padding: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
      (0, 0, 0, 0, 0, 0, 0, 0)

    init(_ value: Value) {
      self.value = Mutex(value)
    }
  }

  @usableFromInline let stripes: UnsafeMutablePointer<Stripe>

  /// How many there are.
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

  /// Runs a body with the value of this thread's stripe, which is locked meanwhile.
  @inlinable @inline(__always)
  public func withOwn<Result>(_ body: (inout Value) -> sending Result) -> sending Result {
    with(ThreadNumbers.current % Self.count, body)
  }

  /// Runs a body with the value of a stripe, which is locked meanwhile.
  @inlinable @inline(__always)
  public func with<Result>(
    _ index: Int, _ body: (inout Value) -> sending Result
  ) -> sending Result {
    precondition((0..<Self.count).contains(index))
    return unsafe stripes[index].value.withLock { value in body(&value) }
  }
}
