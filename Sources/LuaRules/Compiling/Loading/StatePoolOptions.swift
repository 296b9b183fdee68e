public import LuaBridge

/// The number of idle Lua states that a model keeps, and the memory that they
/// share.
///
/// Each thread with an evaluation uses its own state, and so does each nested
/// evaluation of another context that a host function starts. If no idle state
/// is left, the rule files are run again to create one.
public struct StatePoolOptions: Sendable, Hashable {
  /// How many idle states are kept.
  ///
  /// More states may be in use at once: no thread waits for a state, so a host
  /// function that starts an evaluation is never blocked. A state that comes
  /// back when the pool is full is released.
  public var idle: Int

  /// How long idle states are kept that are more than the threads currently
  /// need.
  ///
  /// It is checked once in a thousand evaluations, not by a timer: a model
  /// without evaluations keeps its states.
  public var idleTime: Duration

  /// The memory that the states share with the states of other models.
  public var memory = SharedMemoryLimit.shared

  /// Returns whether two options have the same limits and the same memory.
  public static func == (left: StatePoolOptions, right: StatePoolOptions) -> Bool {
    left.idle == right.idle && left.idleTime == right.idleTime && left.memory === right.memory
  }

  /// Hashes the properties that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(idle)
    hasher.combine(idleTime)
    hasher.combine(ObjectIdentifier(memory))
  }

  /// Creates options; by default 64 idle states, and 10 s.
  public init(idle: Int = 64, idleTime: Duration = .seconds(10)) {
    self.idle = max(0, idle)
    self.idleTime = idleTime
  }
}
