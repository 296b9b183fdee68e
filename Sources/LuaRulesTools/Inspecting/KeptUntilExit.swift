import Synchronization

/// Values that are kept until the process ends.
///
/// To free what is known of thousands of rules takes a tenth of the time of a check. A command that
/// ends leaves that to the system, which frees the memory of a process at once.
package enum KeptUntilExit {
  /// INVARIANT: `@unchecked Sendable` because nothing uses a value that is kept.
  private struct Kept: @unchecked Sendable {
    let value: Any
  }

  private static let values = Mutex<[Kept]>([])

  package static func keep(_ value: Any) {
    let kept = Kept(value: value)
    values.withLock { $0.append(kept) }
  }
}
