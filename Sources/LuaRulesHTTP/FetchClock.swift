#if HTTP
  import Foundation

  /// What lets time pass: the clock of the host, or that of a test or a simulation.
  package struct FetchClock: Sendable {
    /// Waits for the time between two questions; throws when the task is cancelled.
    package var wait: @Sendable (Duration) async throws -> Void
    /// Waits for the most time that a question may take; throws when the task is cancelled, because
    /// there is an answer.
    package var expire: @Sendable (Duration) async throws -> Void
    /// The seconds since 1970, by a clock that may jump.
    package var now: @Sendable () -> Int

    /// Creates a clock; by default it is that of the host.
    package init(
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
