#if Service
  import NIOCore
  import NIOPosix
  import Synchronization

  /// Runs evaluations: short ones at once, and long ones on threads of their own.
  ///
  /// Requests are answered on the threads of Swift's tasks, of which there are as many as processors.
  /// Rules that compute for long would keep every other request waiting there, that of a probe too.
  /// Another thread costs several microseconds, which short evaluations would notice.
  final class EvaluationThreads: Sendable {
    /// The time from which on an evaluation is long.
    private static let longTime = Duration.milliseconds(1)
    /// How many evaluations after a long one run on threads of their own.
    private static let cautiousCount = 100

    private let pool = NIOThreadPool(numberOfThreads: System.coreCount)
    private let cautious = Atomic<Int>(0)

    init() { pool.start() }

    deinit { pool.shutdownGracefully { _ in } }

    /// Runs an evaluation.
    ///
    /// - Throws: `CancellationError` if the task was cancelled before it began.
    func run<Answer: Sendable>(
      _ evaluation: @escaping @Sendable () -> Answer
    ) async throws -> Answer {
      guard cautious.load(ordering: .relaxed) > 0 else { return measured(evaluation) }
      cautious.subtract(1, ordering: .relaxed)
      return try await pool.runIfActive { self.measured(evaluation) }
    }

    private func measured<Answer>(_ evaluation: () -> Answer) -> Answer {
      let start = ContinuousClock.now
      let answer = evaluation()
      if ContinuousClock.now - start > Self.longTime {
        cautious.store(Self.cautiousCount, ordering: .relaxed)
      }
      return answer
    }
  }
#endif
