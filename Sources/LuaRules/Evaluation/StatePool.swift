import LuaBridge
import Synchronization

/// The idle states of one model.
///
/// A state is lent to one access, on one thread, and given back. The lock is
/// held for the lending only, never while Lua or the host's code runs.
final class StatePool: Sendable {
  /// A state that nobody uses.
  ///
  /// INVARIANT: `@unchecked Sendable` because an idle state is referenced by
  /// the pool alone: `giveBack` is the last thing its borrower does with it.
  private struct Idle: @unchecked Sendable {
    let state: LuaState
  }

  private let idle = Mutex<[Idle]>([])

  /// How many idle states are kept.
  static let capacity = 16

  /// Takes an idle state, or `nil` when all are in use.
  func lend() -> LuaState? {
    idle.withLock { $0.popLast() }?.state
  }

  /// Takes a state back that its borrower no longer uses.
  func giveBack(_ state: LuaState) {
    let returned = Idle(state: state)
    idle.withLock { states in
      if states.count < Self.capacity { states.append(returned) }
    }
  }
}
