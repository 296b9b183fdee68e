import CLuaSupport
import Dispatch
import Synchronization

/// Objects that are no longer published, kept until no thread has a pin from before.
///
/// Two banks of pins must be seen empty after an object was retired. First the bank that new pins do
/// not use: a thread that was about to pin when the banks changed last may be in it. Then the banks
/// change, and the other one empties as its readers end, because new readers no longer use it.
final class RetiredObjects: Sendable {
  static let shared = RetiredObjects()

  private struct State: Sendable {
    /// The objects that wait for the banks to be empty.
    var waiting: [any AnyObject & Sendable] = []
    /// The objects that were retired since.
    var next: [any AnyObject & Sendable] = []
    /// Whether the banks have changed for the waiting objects.
    var hasChangedBanks = false
    var isLookingLater = false

    /// Goes as far as the pins allow; returns the objects that no thread uses.
    mutating func advance() -> [any AnyObject & Sendable] {
      var unused: [any AnyObject & Sendable] = []
      while true {
        if waiting.isEmpty {
          guard !next.isEmpty else { return unused }
          swap(&waiting, &next)
          hasChangedBanks = false
        }
        guard lrs_isPinBankEmpty(1 - lrs_pinBank()) else { return unused }
        if hasChangedBanks {
          unused += waiting
          waiting = []
        } else {
          lrs_changePinBank()
          hasChangedBanks = true
        }
      }
    }
  }

  private let state = Mutex(State())
  fileprivate let queue = DispatchQueue(label: "luarules.retired", qos: .utility)

  /// The pause before the first look for pins that are gone; each further pause is twice as long,
  /// up to the longest.
  private static let firstPause = 1
  private static let longestPause = 64

  /// Keeps an object until no thread has a pin from before this call.
  func retire(_ object: any AnyObject & Sendable) {
    release { $0.next.append(object) }
  }

  private func release(afterPause pause: Int = 0, _ change: (inout State) -> Void) {
    let (unused, isWaiting) = state.withLock { state in
      change(&state)
      let unused = state.advance()
      let isWaiting = !state.waiting.isEmpty && !state.isLookingLater
      if isWaiting { state.isLookingLater = true }
      return (unused, isWaiting)
    }
    if isWaiting {
      let next = min(max(Self.firstPause, 2 * pause), Self.longestPause)
      queue.asyncAfter(deadline: .now() + .milliseconds(next)) { [self] in
        release(afterPause: next) { $0.isLookingLater = false }
      }
    }
    // Released while no lock is held: what an object holds may run any code in `deinit`.
    withExtendedLifetime(unused) {}
  }
}

/// Releases a value on another thread, whatever its objects do in `deinit`.
package func releaseElsewhere(_ value: some Sendable) {
  RetiredObjects.shared.queue.async { withExtendedLifetime(value) {} }
}
