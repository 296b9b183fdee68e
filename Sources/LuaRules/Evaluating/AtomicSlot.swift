import LuaBridge
import Synchronization

/// A lock-free slot for one object, through which threads pass the object to one another.
///
/// The thread that takes the object out owns it until that thread puts it back.
///
/// INVARIANT: `@unchecked Sendable` because no thread uses an object while it is in the slot, and
/// the thread that takes it out sees everything that was done to it before.
@safe struct AtomicSlot<Object: AnyObject>: ~Copyable, @unchecked Sendable {
  private let content: Atomic<Unmanaged<Object>?>

  init() { unsafe content = Atomic(nil) }

  deinit { unsafe content.load(ordering: .acquiring)?.release() }

  /// Whether the slot was empty at the time of the call.
  var isEmpty: Bool { unsafe content.load(ordering: .relaxed) == nil }

  /// Takes the object out, retained for the caller; returns `nil` if the slot is empty.
  @inline(__always)
  func take() -> UnretainedReference<Object>? {
    unsafe content.exchange(nil, ordering: .acquiring).map { unsafe UnretainedReference($0) }
  }

  /// Puts in an object that the caller has retained; does nothing if the slot is full.
  ///
  /// - Returns: Whether the slot took over the reference.
  @inline(__always)
  func put(_ object: UnretainedReference<Object>) -> Bool {
    unsafe content.compareExchange(
      expected: nil, desired: object.reference, successOrdering: .releasing,
      failureOrdering: .relaxed
    ).exchanged
  }
}
