import Synchronization

/// Lines that come from another thread.
final class LineBox: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock(\.self) }

  func add(_ line: String) {
    lines.withLock { $0.append(line) }
  }
}
