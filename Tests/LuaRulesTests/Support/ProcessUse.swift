#if os(Linux)
  import Foundation
  import Testing

  /// What the process holds of the system.
  struct ProcessUse {
    let residentBytes: Int
    let descriptors: Int
    let threads: Int

    init() throws {
      let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        .split(separator: " ")
      residentBytes = try #require(Int(fields[1])) * sysconf(Int32(_SC_PAGESIZE))
      descriptors = try Self.countEntries("/proc/self/fd")
      threads = try Self.countEntries("/proc/self/task")
    }

    /// Checks that the process holds no more than at an earlier time.
    ///
    /// Descriptors and threads come and go with what is under way; what leaks, leaks once per round.
    func expectFlat(since earlier: ProcessUse, memory: Int = 2 << 20) {
      #expect(residentBytes - earlier.residentBytes < memory)
      #expect(descriptors <= earlier.descriptors + 4)
      // As many as the system keeps for queues, when a busy machine holds them up.
      #expect(threads <= earlier.threads + 300)
    }

    /// Whether memory can be measured: sanitizers keep freed memory for a while.
    static let isMeasured =
      ProcessInfo.processInfo.environment["FLAT_MEMORY_EVALUATIONS"] != "0"

    private static func countEntries(_ path: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: path).count
    }
  }
#endif
