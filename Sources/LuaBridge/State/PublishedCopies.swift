import CLuaSupport
import Synchronization

/// A value that many threads read while another thread replaces it, as one equal object for each
/// stripe of threads.
///
/// Threads that retain one object wait for one another, so each thread uses the object of its own
/// stripe. A reader pins what is published, which is one atomic addition that no other thread
/// waits for. It takes no lock, and it never waits for a replacement; a replacement never waits for
/// readers either. All threads see a replacement at the same moment.
///
/// INVARIANT: `@unchecked Sendable` because the copies do not change, their address is atomic, and
/// replaced copies live until no thread has a pin from before the replacement.
@safe @usableFromInline
package struct PublishedCopies<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
  @usableFromInline typealias First = UnsafeMutablePointer<Unmanaged<Object>>

  @usableFromInline let current: Atomic<First>

  @inlinable @inline(__always) static var count: Int { Int(LRS_PIN_STRIPES) }

  /// Keeps the copies alive that were made at once.
  @safe private final class Owner: @unchecked Sendable {
    let first: First

    init(_ first: First) { unsafe self.first = unsafe first }

    deinit {
      for index in 0..<PublishedCopies.count { unsafe first[index].release() }
      unsafe first.deallocate()
    }
  }

  /// Makes an object for each stripe.
  @usableFromInline package init(_ make: () -> Object) {
    unsafe current = Atomic(Self.copies(make))
  }

  deinit { _ = unsafe Owner(current.load(ordering: .acquiring)) }

  private static func copies(_ make: () -> Object) -> First {
    let first = First.allocate(capacity: count)
    for index in 0..<count { unsafe (first + index).initialize(to: .passRetained(make())) }
    return unsafe first
  }

  /// Runs `body` with the object of this thread's stripe, which stays alive until the body returns.
  ///
  /// The body must be short and must run engine code only: a replaced object is released when
  /// all bodies that may use it have returned.
  @inlinable @inline(__always)
  package func withPinned<Result>(_ body: (Object) -> Result) -> Result {
    let pin = lrs_pin()
    defer { lrs_unpin(pin) }
    let object = unsafe current.load(ordering: .sequentiallyConsistent)[Int(pin / 2)]
    return unsafe object._withUnsafeGuaranteedRef(body)
  }

  /// Replaces the objects for all threads at once.
  ///
  /// - Returns: The old objects, to be retired while no lock is held.
  @usableFromInline package func replace(_ make: () -> Object) -> Retirement {
    let replaced = unsafe current.exchange(
      Self.copies(make), ordering: .sequentiallyConsistent)
    return Retirement(object: unsafe Owner(replaced))
  }
}

/// Something that is no longer published, and that threads may still be using.
@usableFromInline package struct Retirement: Sendable {
  fileprivate let object: any AnyObject & Sendable

  /// Releases the object as soon as no thread uses it: at once on this thread if none does now,
  /// else soon on another thread.
  @usableFromInline package func begin() { RetiredObjects.shared.retire(object) }
}
