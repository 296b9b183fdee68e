import CLuaSupport

/// A reference that does not keep its object alive.
///
/// It does what a `weak` variable does. But that one moves the reference counts of the object into a
/// table beside it, where each retain and release is several times as slow, for as long as the object
/// lives. This one keeps the memory of the object, and leaves its counts where they are.
@safe public struct WeakReference<Object: AnyObject> {
  /// Keeps the memory, and nothing else.
  private unowned let memory: Object
  private let address: Unmanaged<Object>

  /// Creates a reference to an object that is alive.
  public init(_ object: Object) {
    memory = object
    unsafe address = .passUnretained(object)
  }

  /// The object; `nil` when nobody keeps it any more.
  public var object: Object? {
    // INVARIANT: the memory is an object's, alive or at its end, as `memory` says.
    guard let retained = unsafe lrs_tryRetain(address.toOpaque()) else { return nil }
    return unsafe Unmanaged<Object>.fromOpaque(retained).takeRetainedValue()
  }
}

/// INVARIANT: `@unchecked Sendable` because it is two addresses that nobody changes, and the object
/// may be used from all threads.
extension WeakReference: @unchecked Sendable where Object: Sendable {}
