import LuaBridge

extension Budget {
  /// The allowance that a Lua budget starts with.
  var allowance: LuaBudget.Allowance {
    LuaBudget.Allowance(
      instructions: instructions, time: time,
      values: .init(nodes: valueNodes, bytes: valueBytes, depth: valueDepth))
  }
}

// MARK: - In errors

extension Budget {
  /// The time limit, as errors show it.
  var timeText: String {
    guard let time else { return "the time" }
    let seconds =
      Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    return seconds < 1 ? "\(Self.text(seconds * 1000)) ms" : "\(Self.text(seconds)) s"
  }

  /// The memory limit, as errors show it.
  var memoryText: String { Self.text(bytes: memory) }

  /// Returns a number of bytes, as errors show it.
  static func text(bytes: Int) -> String {
    bytes.isMultiple(of: 1 << 20) ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
  }

  private static func text(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}
