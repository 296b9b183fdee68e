import CLuaSupport

/// A reference that does not keep its object alive.
///
/// It works like a `weak` variable. But a `weak` variable moves the reference counts of the
/// object into a side table, where each retain and release is several times as slow, for as
/// long as the object lives. This reference keeps the object's memory, not the object, and
/// leaves the counts in place.
@safe @usableFromInline package struct WeakReference<Object: AnyObject> {
  /// Keeps the memory of the object, not the object itself.
  private unowned let memory: Object
  private let address: Unmanaged<Object>

  /// Creates a reference to an object that is alive.
  @usableFromInline package init(_ object: Object) {
    memory = object
    unsafe address = .passUnretained(object)
  }

  /// The object; `nil` after it was released for the last time.
  @usableFromInline package var object: Object? {
    // INVARIANT: `memory` keeps this memory valid, whether the object is alive or not.
    guard let retained = unsafe lrs_tryRetain(address.toOpaque()) else { return nil }
    return unsafe Unmanaged<Object>.fromOpaque(retained).takeRetainedValue()
  }
}

/// INVARIANT: `@unchecked Sendable` because it is two addresses that never change, and the object
/// may be used from all threads.
extension WeakReference: @unchecked Sendable where Object: Sendable {}
