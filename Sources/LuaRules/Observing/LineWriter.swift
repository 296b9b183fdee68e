import Dispatch
import Synchronization

/// Writes lines on its own thread, one after the other.
final class LineWriter: Sendable {
  fileprivate struct State {
    var lines: [String] = []
    /// The number of lines dropped since the last accepted line.
    var dropped = 0
    var isScheduled = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "luarules.log", qos: .utility)
  private let capacity: Int
  private let write: @Sendable (String) -> Void

  init(capacity: Int, write: @escaping @Sendable (String) -> Void) {
    self.capacity = capacity
    self.write = write
  }

  /// Stamps a line and accepts it, unless too many lines wait; never waits for writing.
  func write(_ line: JSONLine) {
    let isFirst = state.withLock { state in
      guard state.lines.count < capacity else {
        state.dropped += 1
        return false
      }
      state.takeDropped()
      // Stamped under the lock, so that times never decrease from line to line.
      var line = line
      line.stamp()
      state.lines.append(line.text)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { queue.async { self.drain() } }
  }

  /// Waits until all earlier lines are written.
  func flush() {
    queue.sync { drain() }
  }

  private func drain() {
    while true {
      let lines = state.withLock { state in
        if state.lines.isEmpty { state.takeDropped() }
        defer { state.lines = [] }
        state.isScheduled = !state.lines.isEmpty
        return state.lines
      }
      if lines.isEmpty { return }
      lines.forEach(write)
    }
  }
}

extension LineWriter.State {
  /// Adds a line with the number of dropped lines.
  fileprivate mutating func takeDropped() {
    guard dropped > 0 else { return }
    var line = JSONLine()
    line.stamp()
    line.add("dropped", json: String(dropped))
    lines.append(line.text)
    dropped = 0
  }
}
