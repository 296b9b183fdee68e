import Synchronization

/// A token that opens a session once.
///
/// Where there are no users, the server listens on the loopback address only and prints a link with the
/// token. A new token comes with a restart.
public final class OneTimeLink: Sendable {
  /// The token: 43 letters that stand for themselves in URLs.
  public let token: String
  private let end: ContinuousClock.Instant
  private let now: @Sendable () -> ContinuousClock.Instant
  private let isUsed = Mutex(false)

  /// Makes a token.
  ///
  /// - Parameters:
  ///   - lifetime: How long the token is good.
  ///   - now: The time.
  public init(
    lifetime: Duration = .seconds(600),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    token = RandomBytes.token()
    end = now() + lifetime
    self.now = now
  }

  /// Whether a text is the token, for the first time and in time.
  ///
  /// Another text does not use the token up.
  public func use(_ text: String) -> Bool {
    guard SecretDigest(text) == SecretDigest(token), now() < end else { return false }
    return isUsed.withLock { isUsed in
      defer { isUsed = true }
      return !isUsed
    }
  }
}
