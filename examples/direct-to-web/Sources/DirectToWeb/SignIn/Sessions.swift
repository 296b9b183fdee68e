import Synchronization

/// Who has a session.
public enum SessionOwner: Hashable, Sendable {
  /// A user of the file, as the entry was at sign-in.
  case user(name: String, fingerprint: [UInt8])
  /// Who opened the one-time link.
  case local
}

/// The sessions of a server, in memory.
///
/// The browser has a token of 32 random bytes; memory holds only its digest. A restart ends all sessions.
public final class Sessions: Sendable {
  /// When sessions end.
  public struct Limits: Sendable {
    /// How long a session may be unused.
    public var idle: Duration = .seconds(30 * 60)
    /// How long a session may last.
    public var total: Duration = .seconds(12 * 3600)
    /// How many sessions there may be; beyond, the one that is unused for the longest time ends.
    public var count = 10_000

    /// Makes the usual limits.
    public init() {}
  }

  private struct Session {
    let owner: SessionOwner
    let begin: ContinuousClock.Instant
    var lastUse: ContinuousClock.Instant
  }

  private let limits: Limits
  private let now: @Sendable () -> ContinuousClock.Instant
  private let sessions = Mutex<[SecretDigest: Session]>([:])

  /// Makes an empty store.
  ///
  /// - Parameters:
  ///   - limits: When sessions end.
  ///   - now: The time.
  public init(
    limits: Limits = Limits(),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.limits = limits
    self.now = now
  }

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - owner: Who has the session.
  ///   - old: The token that came with the request; its session ends, so a token from before the
  ///     sign-in is worth nothing after it.
  /// - Returns: The token.
  /// - Complexity: O(1); O(*count*) when the store is full.
  public func begin(_ owner: SessionOwner, replacing old: String? = nil) -> String {
    let token = RandomBytes.token()
    let now = now()
    sessions.withLock { sessions in
      if let old { sessions[SecretDigest(old)] = nil }
      if sessions.count >= limits.count { makeRoom(&sessions, now) }
      sessions[SecretDigest(token)] = Session(owner: owner, begin: now, lastUse: now)
    }
    return token
  }

  /// Returns who has a session, and counts that as its use; nil for an unknown token or one that ended.
  public func owner(of token: String) -> SessionOwner? {
    let digest = SecretDigest(token)
    let now = now()
    return sessions.withLock { sessions in
      guard let session = sessions[digest] else { return nil }
      guard isAlive(session, now) else {
        sessions[digest] = nil
        return nil
      }
      sessions[digest]?.lastUse = now
      return session.owner
    }
  }

  /// Ends a session: the user signs out.
  public func end(_ token: String) {
    sessions.withLock { $0[SecretDigest(token)] = nil }
  }

  /// Ends all sessions of a user.
  ///
  /// - Complexity: O(*count*).
  public func endAll(of name: String) {
    sessions.withLock { sessions in
      sessions = sessions.filter { _, session in
        guard case .user(let other, _) = session.owner else { return true }
        return !other.utf8.elementsEqual(name.utf8)
      }
    }
  }

  /// The number of sessions in memory, with those that ended and were not asked since.
  public var count: Int { sessions.withLock(\.count) }

  private func isAlive(_ session: Session, _ now: ContinuousClock.Instant) -> Bool {
    now - session.lastUse < limits.idle && now - session.begin < limits.total
  }

  private func makeRoom(
    _ sessions: inout [SecretDigest: Session], _ now: ContinuousClock.Instant
  ) {
    sessions = sessions.filter { isAlive($0.value, now) }
    while sessions.count >= max(1, limits.count),
      let oldest = sessions.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      sessions[oldest.key] = nil
    }
  }
}
