#if Service
  import Synchronization

  /// How many requests are in work, and how many of them evaluate on the threads of tasks.
  ///
  /// One atomic number has both, so a request that evaluates there changes it twice.
  struct RequestCounts: ~Copyable, Sendable {
    /// The requests in the lower half, those on threads of tasks in the upper half.
    private let counts = Atomic<UInt64>(0)

    private static let request: UInt64 = 1
    private static let onTaskThread: UInt64 = 1 << 32

    /// The number of requests that have begun and not ended.
    var inWork: Int { Int(UInt32(truncatingIfNeeded: counts.load(ordering: .relaxed))) }

    /// Counts a request that begins on the thread of a task; returns both numbers with it.
    func begin() -> (inWork: Int, onTaskThreads: Int) {
      let new = counts.wrappingAdd(Self.request + Self.onTaskThread, ordering: .relaxed).newValue
      return (Int(UInt32(truncatingIfNeeded: new)), Int(new >> 32))
    }

    /// Counts that a request leaves the thread of a task, and is still in work.
    func leaveTaskThread() {
      counts.wrappingSubtract(Self.onTaskThread, ordering: .relaxed)
    }

    /// Counts the end of a request that has left the thread of a task.
    func end() {
      counts.wrappingSubtract(Self.request, ordering: .relaxed)
    }

    /// Counts the end of a request on the thread of a task.
    func endOnTaskThread() {
      counts.wrappingSubtract(Self.request + Self.onTaskThread, ordering: .relaxed)
    }
  }
#endif
