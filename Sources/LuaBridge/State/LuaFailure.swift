/// A failed call into Lua; its kind comes from the host's own flags, not from the message.
@usableFromInline package struct LuaFailure: Error {
  /// What kind of failure it is.
  @usableFromInline package enum Kind: Sendable, Equatable {
    /// The rule file's own error.
    case runtime
    /// Text that is not Lua.
    case syntax
    /// The Swift side threw; see ``LuaFailure/underlying``.
    case host
    /// A write to a frozen value; the message says which.
    case frozen
    /// A read of an undefined global; the message is its name.
    case undefinedGlobal
    /// A read of a library function that does not exist; the message is its full name.
    case undefinedField
    /// A read of an undefined `host.name`; the message is the name.
    case unknownHost
    /// A host function was called while a file was loading; the message is its name.
    case hostWhileLoading
    /// `pairs` over keys without an order; the message is their type.
    case unordered
    /// A table that cannot be copied; the message is the reason.
    case conversion
    /// A use of a host value after its evaluation ended.
    case staleView
    /// Too many nested calls for the thread's stack.
    case depth
    /// The budget's instructions are used up.
    case instructions
    /// The budget's time is used up.
    case time
    /// The state's memory is used up.
    case memory
    /// The memory of all states that share it is used up.
    case sharedMemory
    /// A value that leaves Lua has too many parts.
    case valueNodes
    /// A value that leaves Lua has too many bytes of text.
    case valueBytes
    /// A value that leaves Lua is nested too deeply.
    case valueDepth
  }

  /// What kind of failure it is.
  @usableFromInline package var kind: Kind
  /// The message of Lua or of the C code, without a position.
  @usableFromInline package var message: String
  /// The number of the chunk with the failing code; 0 if unknown.
  @usableFromInline package var chunk: Int
  /// The line in the chunk, counted from 1; 0 if unknown.
  @usableFromInline package var line: Int
  /// The active calls, innermost first; empty unless a traceback was requested.
  @usableFromInline package var traceback: [Frame]
  /// The name by which the innermost call names a function of a library; `nil` if a function of a file is
  /// the innermost one, or no traceback was requested.
  @usableFromInline package var libraryFunction: String?
  /// The error that Swift code threw.
  @usableFromInline package var underlying: (any Error)?
  /// The instructions that the call used, nested calls included.
  @usableFromInline package var spent = 0
  /// The compiled form of the function that failed, if the message says that something was `nil` and not
  /// which expression; empty otherwise.
  package var code: [UInt8] = []

  /// An active call.
  @usableFromInline package struct Frame: Sendable {
    /// The number of the chunk.
    @usableFromInline package var chunk: Int
    /// The line in the chunk.
    @usableFromInline package var line: Int
    /// The called function.
    @usableFromInline package var function: String
  }

  /// Creates a failure.
  @usableFromInline package init(
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
