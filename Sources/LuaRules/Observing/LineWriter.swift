import Dispatch
import Synchronization

/// Writes lines on a thread of its own, one after the other.
final class LineWriter: Sendable {
  fileprivate struct State {
    var lines: [String] = []
    /// How many lines were dropped since the last one that was taken.
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

  /// Stamps a line and takes it, unless too many wait; never waits for writing.
  func write(_ line: JSONLine) {
    let isFirst = state.withLock { state in
      guard state.lines.count < capacity else {
        state.dropped += 1
        return false
      }
      state.takeDropped()
      // Stamped here, so that times never go back from line to line.
      var line = line
      line.stamp()
      state.lines.append(line.text)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { queue.async { self.drain() } }
  }

  /// Waits until all lines are written that were taken before.
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
  /// Makes the line that tells of dropped ones.
  fileprivate mutating func takeDropped() {
    guard dropped > 0 else { return }
    var line = JSONLine()
    line.stamp()
    line.add("dropped", json: String(dropped))
    lines.append(line.text)
    dropped = 0
  }
}
