#if Service
  import NIOCore
  import NIOPosix

  /// Runs evaluations so that those that take long do not hold up probes and short ones.
  ///
  /// Requests are answered on the threads of Swift's tasks, of which there are as many as processors.
  /// Short evaluations run there, because another thread costs several microseconds. One of these
  /// threads never evaluates, so that a probe is always answered.
  ///
  /// How long an evaluation takes is known when it ends. Flags that took long twice have threads of
  /// their own for a minute, one fewer than there are processors: other flags do not wait for them.
  final class EvaluationThreads: Sendable {
    /// The time from which on an evaluation is long.
    ///
    /// A short one that loses its processor to another thread takes some milliseconds, too.
    private static let longTime = TimeAmount.milliseconds(10)

    let requests = RequestCounts()
    private let longFlags = LongFlags()
    /// How many evaluations may be on the threads of tasks.
    private let taskThreadLimit = System.coreCount - 1
    /// Runs evaluations for which no thread of a task is left.
    private let pool = NIOThreadPool(numberOfThreads: System.coreCount)
    /// Runs the flags that took long.
    private let longPool = NIOThreadPool(numberOfThreads: max(1, System.coreCount - 1))

    init() {
      pool.start()
      longPool.start()
    }

    deinit {
      pool.shutdownGracefully { _ in }
      longPool.shutdownGracefully { _ in }
    }

    /// Runs the evaluation of a request.
    ///
    /// - Parameters:
    ///   - key: The key of the flag; all flags together have an empty one.
    ///   - requestLimit: The most requests in work.
    ///   - evaluation: The evaluation.
    /// - Returns: The answer; `nil` if too many requests are in work.
    /// - Throws: `CancellationError` if the task was cancelled before it began.
    func run<Answer: Sendable>(
      _ key: String, requestLimit: Int, _ evaluation: @escaping @Sendable () -> Answer
    ) async throws -> Answer? {
      let begun = requests.begin()
      guard begun.inWork <= requestLimit else {
        requests.endOnTaskThread()
        return nil
      }
      let start = NIODeadline.now()
      guard begun.onTaskThreads <= taskThreadLimit, !longFlags.contains(key, at: start) else {
        requests.leaveTaskThread()
        defer { requests.end() }
        return try await runInPool(key, evaluation)
      }
      defer { requests.endOnTaskThread() }
      return measured(key, from: start, evaluation)
    }

    private func runInPool<Answer: Sendable>(
      _ key: String, _ evaluation: @escaping @Sendable () -> Answer
    ) async throws -> Answer {
      if !longFlags.contains(key, at: .now()) {
        let answer = try await pool.runIfActive { () -> Answer? in
          let start = NIODeadline.now()
          // Another evaluation of the flag may have ended while this one waited.
          guard !self.longFlags.contains(key, at: start) else { return nil }
          return self.measured(key, from: start, evaluation)
        }
        if let answer { return answer }
      }
      return try await longPool.runIfActive {
        self.measured(key, from: .now(), evaluation)
      }
    }

    private func measured<Answer>(
      _ key: String, from start: NIODeadline, _ evaluation: () -> Answer
    ) -> Answer {
      let answer = evaluation()
      let end = NIODeadline.now()
      if end - start > Self.longTime {
        longFlags.insertLong(key, at: end)
      } else {
        longFlags.insertShort(key, at: end)
      }
      return answer
    }
  }
#endif
