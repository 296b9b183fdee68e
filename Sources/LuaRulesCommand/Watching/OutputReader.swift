import Foundation

/// Whoever reads standard output, when it is a pipe.
enum OutputReader {
  /// Whether nobody reads any more.
  static var isGone: Bool { hasLeft(within: 0) == true }

  /// Calls back when nobody reads any more; writing is then an error, and no signal.
  static func onLeaving(_ body: @escaping @Sendable () -> Void) {
    signal(SIGPIPE, SIG_IGN)
    Thread.detachNewThread {
      while let hasLeft = hasLeft(within: -1) {
        if hasLeft { return body() }
      }
    }
  }

  /// Waits until the reader has left.
  ///
  /// - Parameter milliseconds: How long; -1 waits without end.
  /// - Returns: Whether it has; `nil` when that cannot be told.
  private static func hasLeft(within milliseconds: Int32) -> Bool? {
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    let count = unsafe poll(&output, 1, milliseconds)
    if count < 0 { return errno == EINTR ? false : nil }
    return Int32(output.revents) & Int32(POLLERR | POLLHUP) != 0
  }
}
