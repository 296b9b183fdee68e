import CLuaSupport

/// A memory limit that several Lua states share.
///
/// Each state also has its own limit. If no shared memory is left, idle
/// states are closed first; they are made again when they are
/// needed. If that frees too little, the evaluation fails.
///
/// ```swift
/// SharedMemoryLimit.shared.limit = 256 << 20
/// ```
///
/// A state takes its memory from the limit in portions of 64 KiB, so that threads
/// rarely contend for the counter.
@safe public final class SharedMemoryLimit: Sendable {
  /// The default limit, for all states of the process without another one: 1 GiB.
  public static let shared = SharedMemoryLimit(limit: 1 << 30)

  /// `nil` if there was no memory even for the counter; then nothing is limited.
  ///
  /// INVARIANT: `nonisolated(unsafe)` because neither the pointer nor the memory behind it changes,
  /// except for two atomic numbers.
  nonisolated(unsafe) let storage: OpaquePointer?

  private let users: SharedMemoryUsers

  /// Creates a separate limit for some models.
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
  /// If it is set below the current use, no state can grow.
  public var limit: Int {
    get { unsafe storage.map { Int(clamping: unsafe lrs_sharedLimit($0)) } ?? .max }
    set { if let storage = unsafe storage { unsafe lrs_setSharedLimit(storage, max(0, newValue)) } }
  }

  /// The bytes that the states hold, plus up to 128 KiB for each state.
  public var used: Int {
    unsafe storage.map { Int(clamping: unsafe lrs_sharedUse($0)) } ?? 0
  }

  /// Adds an object that can close idle states when memory is short; it is held weakly.
  package func add(_ user: any SharedMemoryUser) { users.add(user) }
}
