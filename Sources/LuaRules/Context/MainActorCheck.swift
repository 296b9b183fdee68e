import Dispatch
import LuaBridge

/// Whether synchronous code is on the main actor, asked without a trap.
enum MainActorCheck {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the main thread, or the main queue, is running this code.
  ///
  /// On Linux the main queue may be served by another thread than the one the
  /// process began with, so both are asked.
  static var isOnMainActor: Bool {
    ThreadSlot.isMainThread || DispatchQueue.getSpecific(key: mark) == true
  }
}
