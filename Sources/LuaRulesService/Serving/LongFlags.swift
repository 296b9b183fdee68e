#if Service
  import NIOCore
  import Synchronization

  /// The flags whose evaluations took long during the last minute.
  ///
  /// A single long evaluation proves nothing, because every machine stalls once in a while. A flag
  /// counts as long after two long evaluations with at most seven short ones in between. It is
  /// forgotten when enough evaluations in a row were short.
  final class LongFlags: Sendable {
    /// What is known about a flag.
    private struct Record {
      /// A long evaluation adds ``LongFlags/longWeight``, a short one takes away one.
      var weight: Int
      /// Until when a flag is remembered.
      var end: NIODeadline

      /// Whether one long evaluation alone would not weigh as much.
      var isLong: Bool { weight > LongFlags.longWeight }
    }

    /// How many short evaluations cancel a long one.
    private static let longWeight = 8
    /// How long a flag is remembered.
    private static let memory = TimeAmount.seconds(60)
    /// From this number of flags on, those whose time is over are removed.
    private static let crowd = 1000

    /// Until when a flag is remembered, in nanoseconds: most services have none, and need no lock.
    private let end = Atomic<UInt64>(0)
    /// What is known about each flag, by the hash value of its key.
    ///
    /// Keys come from strangers, and may be large. Two keys with one hash value are one flag here.
    private let records = Mutex<[Int: Record]>([:])

    /// Whether evaluations of a flag took long during the minute before a time.
    func contains(_ key: String, at time: NIODeadline) -> Bool {
      guard time.uptimeNanoseconds < end.load(ordering: .relaxed) else { return false }
      let hash = key.hashValue
      return records.withLock { records in
        guard let record = records[hash] else { return false }
        return record.isLong && time < record.end
      }
    }

    /// Remembers that an evaluation of a flag took long.
    func insertLong(_ key: String, at time: NIODeadline) {
      let hash = key.hashValue
      let last = time + Self.memory
      records.withLock { records in
        if records.count >= Self.crowd { records = records.filter { time < $0.value.end } }
        var record = records[hash] ?? Record(weight: 0, end: last)
        if record.end <= time { record.weight = 0 }
        record.weight = min(record.weight + Self.longWeight, 2 * Self.longWeight)
        record.end = last
        records[hash] = record
      }
      end.store(last.uptimeNanoseconds, ordering: .relaxed)
    }

    /// Remembers that an evaluation of a flag did not take long.
    func insertShort(_ key: String, at time: NIODeadline) {
      guard time.uptimeNanoseconds < end.load(ordering: .relaxed) else { return }
      let hash = key.hashValue
      records.withLock { records in
        guard var record = records[hash] else { return }
        record.weight -= 1
        records[hash] = record.weight > 0 ? record : nil
      }
    }
  }
#endif
