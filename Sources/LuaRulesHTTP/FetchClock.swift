#if HTTP
  import Foundation

  /// What lets time pass: the clock of the host, or that of a test or a simulation.
  @_spi(Simulation) public struct FetchClock: Sendable {
    /// Waits for the time between two questions; throws when the task is cancelled.
    public var wait: @Sendable (Duration) async throws -> Void
    /// Waits for the most time that a question may take; throws when the task is cancelled, because
    /// there is an answer.
    public var expire: @Sendable (Duration) async throws -> Void
    /// The seconds since 1970, by a clock that may jump.
    public var now: @Sendable () -> Int

    /// Creates a clock; by default it is that of the host.
    public init(
      wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
      expire: @escaping @Sendable (Duration) async throws -> Void = {
        try await Task.sleep(for: $0)
      },
      now: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
    ) {
      self.wait = wait
      self.expire = expire
      self.now = now
    }
  }
#endif
