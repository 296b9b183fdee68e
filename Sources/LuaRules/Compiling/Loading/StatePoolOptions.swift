public import LuaBridge

/// How many Lua states a model keeps at hand, and what memory they share.
///
/// Each thread that asks has a state of its own, and so has each question that
/// a host function asks of another context meanwhile. A state that no idle one
/// can be had for is made by running the rule files again.
public struct StatePoolOptions: Sendable, Hashable {
  /// How many idle states are kept.
  ///
  /// More than that may be in use at once: nobody waits for a state, so a host
  /// function that asks again is never stuck. What comes back when so many are
  /// idle is thrown away.
  public var idle: Int

  /// For how long states stay that more threads needed at once than do now.
  ///
  /// It is looked at once in a thousand evaluations, not by a timer: a model that
  /// nobody asks keeps what it has.
  public var idleTime: Duration

  /// The memory that the states share with those of other models.
  public var memory = SharedMemoryLimit.shared

  /// Returns whether two are the same limits, of the same memory.
  public static func == (left: StatePoolOptions, right: StatePoolOptions) -> Bool {
    left.idle == right.idle && left.idleTime == right.idleTime && left.memory === right.memory
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(idle)
    hasher.combine(idleTime)
    hasher.combine(ObjectIdentifier(memory))
  }

  /// Creates limits; by default 64 idle states, and 10 s.
  public init(idle: Int = 64, idleTime: Duration = .seconds(10)) {
    self.idle = max(0, idle)
    self.idleTime = idleTime
  }
}
