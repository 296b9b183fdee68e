import Dispatch
import LuaBridge

/// A check for the main actor that does not trap.
enum MainActorCheck {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the main thread, or the main queue, is running this code.
  ///
  /// On Linux the main queue may run on another thread than the first thread of
  /// the process, so both are checked.
  static var isOnMainActor: Bool {
    ThreadSlot.isMainThread || DispatchQueue.getSpecific(key: mark) == true
  }
}
