/// A call into Lua that failed, as the host's own flags tell it.
public struct LuaFailure: Error {
  /// What kind of failure it is.
  public enum Kind: Sendable, Equatable {
    /// The rule file's own error.
    case runtime
    /// Text that is not Lua.
    case syntax
    /// The Swift side threw; see ``LuaFailure/underlying``.
    case host
    /// A write to what is frozen; the message says to what.
    case frozen
    /// A read of a global that nobody defined; the message is its name.
    case undefinedGlobal
    /// A read of a library function that is not there; the message is its full name.
    case undefinedField
    /// A read of `host.name` that nobody defined; the message is the name.
    case unknownHost
    /// A host function was called while a file was loading; the message is its name.
    case hostWhileLoading
    /// `pairs` over keys that have no order; the message is their type.
    case unordered
    /// A table that has no copy; the message is the reason.
    case conversion
    /// A value of the host that was kept longer than its evaluation.
    case staleView
    /// Too many calls inside one another for the thread's stack.
    case depth
    /// The budget's instructions are used up.
    case instructions
    /// The budget's time is used up.
    case time
    /// The state's memory is used up.
    case memory
    /// The states that share their memory hold too much together.
    case sharedMemory
    /// A value on its way out has too many parts.
    case valueNodes
    /// A value on its way out has too much text.
    case valueBytes
    /// A value on its way out is nested too deeply.
    case valueDepth
  }

  /// What kind of failure it is.
  public var kind: Kind
  /// What Lua, or the support code, says of it; without a position.
  public var message: String
  /// The number of the chunk in which the code was, 0 when that is unknown.
  public var chunk: Int
  /// The line in the chunk, counted from 1; 0 when that is unknown.
  public var line: Int
  /// The calls that led there, innermost first; empty unless it was asked for.
  public var traceback: [Frame]
  /// What the Swift side threw.
  public var underlying: (any Error)?
  /// The instructions that the call took, with all that it caused.
  public var spent = 0

  /// A call that was under way.
  public struct Frame: Sendable {
    /// The number of the chunk.
    public var chunk: Int
    /// The line in the chunk.
    public var line: Int
    /// What was called.
    public var function: String
  }

  /// Creates a failure.
  public init(
    _ kind: Kind, _ message: String = "", chunk: Int = 0, line: Int = 0,
    traceback: [Frame] = [], underlying: (any Error)? = nil
  ) {
    self.kind = kind
    self.message = message
    self.chunk = chunk
    self.line = line
    self.traceback = traceback
    self.underlying = underlying
  }
}
