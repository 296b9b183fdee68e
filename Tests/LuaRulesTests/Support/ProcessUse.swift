#if os(Linux)
  import Foundation
  import Testing

  /// What the process holds of the system.
  struct ProcessUse {
    /// The resident memory without what is read of files, such as code that runs for the first time.
    let anonymousBytes: Int
    let descriptors: Int
    let threads: Int

    init() throws {
      let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        .split(separator: " ")
      let pages = try #require(Int(fields[1])) - #require(Int(fields[2]))
      anonymousBytes = pages * sysconf(Int32(_SC_PAGESIZE))
      descriptors = try Self.countEntries("/proc/self/fd")
      threads = try Self.countEntries("/proc/self/task")
    }

    /// Checks that the process held no more than at an earlier time, in one of the stretches between
    /// some times at least.
    ///
    /// Descriptors and threads come and go with what is under way, and a thread that allocates for the
    /// first time takes memory of its own. What leaks, leaks in each stretch.
    static func expectFlat(_ uses: [ProcessUse], memory: Int = 2 << 20) {
      #expect(uses.count > 1)
      let stretches = zip(uses, uses.dropFirst())
      let growths = stretches.map { $1.anonymousBytes - $0.anonymousBytes }
      #expect(growths.contains { $0 < memory }, "\(growths)")
      #expect(stretches.contains { $1.descriptors <= $0.descriptors + 4 })
      // As many as the system keeps for queues, when a busy machine holds them up.
      #expect(stretches.contains { $1.threads <= $0.threads + 300 })
    }

    /// Whether memory can be measured: sanitizers keep freed memory for a while.
    static let isMeasured =
      ProcessInfo.processInfo.environment["FLAT_MEMORY_EVALUATIONS"] != "0"

    private static func countEntries(_ path: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: path).count
    }
  }
#endif
