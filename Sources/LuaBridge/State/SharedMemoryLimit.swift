import CLuaSupport

/// Memory that Lua states share, with a limit for all together.
///
/// Beside it each state has a limit of its own. Where nothing is left, idle
/// states are closed before anything fails; they are made again when they are
/// needed. A question that finds nothing left all the same fails.
///
/// ```swift
/// SharedMemoryLimit.shared.limit = 256 << 20
/// ```
///
/// States take from it in portions of 64 KiB, so that threads seldom meet at
/// the counter.
@safe public final class SharedMemoryLimit: Sendable {
  /// The memory of all states of the process for which nothing else was said: 1 GiB.
  public static let shared = SharedMemoryLimit(limit: 1 << 30)

  /// `nil` when there was no memory even for the counter: then nothing is limited.
  ///
  /// INVARIANT: `nonisolated(unsafe)` because the pointer never changes, nor what is behind
  /// it, but for two atomic numbers.
  nonisolated(unsafe) let storage: OpaquePointer?

  private let users: SharedMemoryUsers

  /// Creates memory of its own, for the models that are to share it.
  ///
  /// - Parameter limit: The bytes that all its states may hold together.
  public init(limit: Int) {
    users = SharedMemoryUsers()
    let owner = unsafe Unmanaged.passUnretained(users).toOpaque()
    unsafe storage = lrs_newMemory(max(0, limit), owner) { owner, bytes in
      guard let owner = unsafe owner else { return }
      unsafe Unmanaged<SharedMemoryUsers>.fromOpaque(owner).takeUnretainedValue().relieve(bytes)
    }
  }

  deinit {
    if let storage = unsafe storage { unsafe lrs_freeMemory(storage) }
  }

  /// The bytes that all states may hold together.
  ///
  /// Set lower than what they hold, it lets none of them grow.
  public var limit: Int {
    get { unsafe storage.map { Int(clamping: unsafe lrs_sharedLimit($0)) } ?? .max }
    set { if let storage = unsafe storage { unsafe lrs_setSharedLimit(storage, max(0, newValue)) } }
  }

  /// The bytes that the states hold, and up to 128 KiB more for each.
  public var used: Int {
    unsafe storage.map { Int(clamping: unsafe lrs_sharedUse($0)) } ?? 0
  }

  /// Asks somebody to let states go where memory is short; held weakly.
  package func add(_ user: any SharedMemoryUser) { users.add(user) }
}
