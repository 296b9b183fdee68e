/// A rule function as native code, as far as it can be.
struct NativeFunction: Sendable {
  /// The node that it begins with; `nil` for a function that is always run by Lua.
  var entry: Int32?
  /// Why Lua runs it, or parts of it.
  var obstacle: NativeObstacle?
  /// The paths that it reads natively, each once; exact if ``isWhole``.
  var reads: [NativePaths.ID]
  /// Whether its result, as that of a value function, can be `nil`; true also when unknown.
  var canDecline: Bool

  /// Whether Lua is never needed, unless a value is undecided.
  var isWhole: Bool { entry != nil && obstacle == nil }

  static func lua(because obstacle: NativeObstacle) -> NativeFunction {
    NativeFunction(entry: nil, obstacle: obstacle, reads: [], canDecline: true)
  }
}

/// The first thing in a rule function that only Lua can do.
struct NativeObstacle: Hashable, Sendable, CustomStringConvertible {
  enum Kind: Hashable, Sendable {
    case call, loop, table, closure, write, method, variableArguments
    case power, textFromElsewhere, computedMember, unknownVariable, comparison, result
    case tooLarge, unreadable
  }

  var kind: Kind
  /// The line, where it is known; 0 otherwise.
  var line: Int

  /// A sentence part that follows "run by Lua: ".
  var description: String {
    switch kind {
    case .call: "it calls a function that is not plain Lua, or too deeply nested"
    case .loop: "it has a loop"
    case .table: "it makes a table"
    case .closure: "it makes a function"
    case .write: "it writes to something"
    case .method: "it calls a method"
    case .variableArguments: "it uses `...`"
    case .power: "it uses `^`"
    case .textFromElsewhere: "it reads a member of a text or of a result"
    case .computedMember: "it reads a member whose name is computed"
    case .unknownVariable:
      "it uses a library or host function, or a variable that native code does not know"
    case .comparison: "it compares tables or functions"
    case .result: "it gives a table or a function"
    case .tooLarge: "it is too large"
    case .unreadable: "its compiled form is unknown"
    }
  }
}
