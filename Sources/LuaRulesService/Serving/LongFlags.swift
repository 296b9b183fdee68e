#if Service
  import NIOCore
  import Synchronization

  /// The flags whose evaluation took long during the last minute.
  final class LongFlags: Sendable {
    /// How long a flag is remembered.
    private static let memory = TimeAmount.seconds(60)
    /// From this number of flags on, those whose time is over are removed.
    private static let crowd = 1000

    /// Until when a flag is remembered, in nanoseconds: most services have none, and need no lock.
    private let end = Atomic<UInt64>(0)
    /// Until when each flag is remembered, by the hash value of its key.
    ///
    /// Keys come from strangers, and may be large. Two keys with one hash value are one flag here.
    private let ends = Mutex<[Int: NIODeadline]>([:])

    /// Whether an evaluation of a flag took long during the minute before a time.
    func contains(_ key: String, at time: NIODeadline) -> Bool {
      guard time.uptimeNanoseconds < end.load(ordering: .relaxed) else { return false }
      let hash = key.hashValue
      return ends.withLock { $0[hash].map { time < $0 } ?? false }
    }

    /// Remembers a flag whose evaluation ended at a time.
    func insert(_ key: String, at time: NIODeadline) {
      let hash = key.hashValue
      let last = time + Self.memory
      ends.withLock { ends in
        if ends.count >= Self.crowd { ends = ends.filter { time < $0.value } }
        ends[hash] = last
      }
      end.store(last.uptimeNanoseconds, ordering: .relaxed)
    }
  }
#endif
