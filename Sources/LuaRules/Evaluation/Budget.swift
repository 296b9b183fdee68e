/// The instructions, time, memory and depth that one access may use.
///
/// All that one question causes shares one budget: the rules of other keys,
/// host functions, and what host functions ask in turn.
public struct Budget: Sendable, Hashable {
  /// The instructions of the Lua machine, counted in steps of a thousand.
  public var instructions: Int

  /// The processor time of the asking thread, looked at every thousand instructions.
  public var time: Duration?

  /// The bytes that one Lua state may hold.
  public var memory: Int

  /// How many keys may be computed for one another, one inside the other.
  public var depth: Int

  /// Creates a budget; by default 1,000,000 instructions, 100 ms, 64 MiB and 100 keys.
  public init(
    instructions: Int = 1_000_000, time: Duration? = .milliseconds(100),
    memory: Int = 64 << 20, depth: Int = 100
  ) {
    self.instructions = instructions
    self.time = time
    self.memory = memory
    self.depth = depth
  }

  /// What loading a model may use: by default 200,000,000 instructions and 5 s.
  public static let loading = Budget(instructions: 200_000_000, time: .seconds(5))

  var timeText: String {
    guard let time else { return "the time" }
    let seconds =
      Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    return seconds < 1 ? "\(Self.text(seconds * 1000)) ms" : "\(Self.text(seconds)) s"
  }

  private static func text(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }

  var memoryText: String {
    memory.isMultiple(of: 1 << 20) ? "\(memory >> 20) MiB" : "\(memory) bytes"
  }
}
