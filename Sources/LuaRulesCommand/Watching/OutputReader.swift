import Foundation

/// The reader of standard output, if it is a pipe.
enum OutputReader {
  /// Whether the reader has closed the pipe.
  static var isGone: Bool { hasLeft(within: 0) == true }

  /// Has the command end without a word when it writes to a pipe that nobody
  /// reads, also where the program that started it ignores that signal.
  static func endsCommandOnLeaving() {
    signal(SIGPIPE, SIG_DFL)
  }

  /// Calls back when the reader has closed the pipe; writing is then an error,
  /// not a signal.
  static func onLeaving(_ body: @escaping @Sendable () -> Void) {
    signal(SIGPIPE, SIG_IGN)
    Thread.detachNewThread {
      while let hasLeft = hasLeft(within: -1) {
        if hasLeft { return body() }
      }
    }
  }

  /// Waits until the reader has closed the pipe.
  ///
  /// - Parameter milliseconds: The time limit; -1 waits without a limit.
  /// - Returns: Whether the reader has closed it; `nil` if this cannot be
  ///   determined.
  private static func hasLeft(within milliseconds: Int32) -> Bool? {
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    let count = unsafe poll(&output, 1, milliseconds)
    if count < 0 { return errno == EINTR ? false : nil }
    return Int32(output.revents) & Int32(POLLERR | POLLHUP) != 0
  }
}
