import LuaBridge
import Synchronization

/// Room for one object that threads hand to one another without a lock.
///
/// Whoever takes the object out owns it, and nobody else sees it until it is put back.
///
/// INVARIANT: `@unchecked Sendable` because an object in the slot is used by nobody, and the one
/// thread that takes it out sees all that was done with it before.
@safe struct AtomicSlot<Object: AnyObject>: ~Copyable, @unchecked Sendable {
  private let content: Atomic<Unmanaged<Object>?>

  init() { unsafe content = Atomic(nil) }

  deinit { unsafe content.load(ordering: .acquiring)?.release() }

  /// Whether the slot was empty at the time of the call.
  var isEmpty: Bool { unsafe content.load(ordering: .relaxed) == nil }

  /// Takes the object out, retained for the caller; `nil` if the slot is empty.
  @inline(__always)
  func take() -> UnretainedReference<Object>? {
    unsafe content.exchange(nil, ordering: .acquiring).map { unsafe UnretainedReference($0) }
  }

  /// Puts an object in, which the caller has retained; does nothing if the slot is full.
  ///
  /// - Returns: Whether the slot has taken the reference.
  @inline(__always)
  func put(_ object: UnretainedReference<Object>) -> Bool {
    unsafe content.compareExchange(
      expected: nil, desired: object.reference, successOrdering: .releasing,
      failureOrdering: .relaxed
    ).exchanged
  }
}
