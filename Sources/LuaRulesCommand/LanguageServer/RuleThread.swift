import Foundation

/// A thread on which rules are loaded or run.
enum RuleThread {
  /// The size of the stack: that of a main thread, which deeply nested rules need.
  private static let stackSize = 8 << 20

  /// Runs something on a new thread.
  ///
  /// - Parameters:
  ///   - isPatient: Whether the threads of others come first.
  ///   - body: What is run.
  static func start(isPatient: Bool = false, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread {
      if isPatient { yieldToOthers() }
      body()
    }
    thread.stackSize = stackSize
    #if !os(Linux)
      if isPatient { thread.qualityOfService = .utility }
    #endif
    thread.start()
  }

  private static func yieldToOthers() {
    #if canImport(Glibc)
      // SOURCE: setpriority(2): on Linux the calling thread alone has the priority.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
    #endif
  }
}
