/// The instructions, time, memory, depth and size that one evaluation may use.
///
/// Everything that one question from outside causes shares one budget: the rules
/// of other keys, host functions, and what host functions ask in turn.
public struct Budget: Sendable, Hashable {
  /// The instructions of the Lua machine, counted in steps of a thousand.
  public var instructions: Int

  /// The processor time of the evaluating thread, checked every thousand
  /// instructions; `nil` for no limit.
  public var time: Duration?

  /// The bytes that one Lua state may hold.
  public var memory: Int

  /// How many keys may be computed one inside the other.
  public var depth: Int

  /// The parts of one value that Lua returns: 100,000 by default.
  ///
  /// Scalars, names and tables count, each as often as it occurs. Such values
  /// are the results of rules, the arguments of host functions, and, while
  /// files are loaded, the result of a file.
  public var valueNodes = 100_000

  /// The bytes of all strings in one value that Lua returns: 16 MiB by default.
  public var valueBytes = 16 << 20

  /// The nesting depth of tables in one value that Lua returns: 100 by default,
  /// and never more.
  public var valueDepth = 100 {
    didSet { valueDepth = min(valueDepth, 100) }
  }

  /// The bytes of one rule file when files are loaded: 4 MiB by default.
  public var fileSize = 4 << 20

  /// The bytes of all files of a model together, modules included: 64 MiB by default.
  public var totalSize = 64 << 20

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

  /// The budget for loading a model: by default 200,000,000 instructions, 5 s,
  /// and files that return 4,000,000 parts with 64 MiB of text.
  public static let loading = {
    var budget = Budget(instructions: 200_000_000, time: .seconds(5))
    budget.valueNodes = 4_000_000
    budget.valueBytes = 64 << 20
    return budget
  }()

  /// Returns the budget with the lower one of each limit of both budgets.
  package func tightened(to other: Budget) -> Budget {
    var result = self
    result.instructions = min(instructions, other.instructions)
    result.time = [time, other.time].compactMap(\.self).min()
    result.memory = min(memory, other.memory)
    result.depth = min(depth, other.depth)
    result.valueNodes = min(valueNodes, other.valueNodes)
    result.valueBytes = min(valueBytes, other.valueBytes)
    result.valueDepth = min(valueDepth, other.valueDepth)
    result.fileSize = min(fileSize, other.fileSize)
    result.totalSize = min(totalSize, other.totalSize)
    return result
  }
}
