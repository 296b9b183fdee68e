/// A rule function as native code, as far as that is possible.
package struct DecisionFunction: Sendable {
  /// The first node; `nil` if Lua always runs the function.
  package var entry: Int32?
  /// Why Lua runs the function, or parts of it.
  package var obstacle: DecisionObstacle?
  /// The paths that the function reads natively, each once; complete if
  /// ``isWhole``.
  package var reads: [NativePaths.ID]
  /// Whether its result as a value function can be `nil`; true also if this is
  /// unknown.
  package var canDecline: Bool

  /// Whether Lua is needed only for undecided values.
  var isWhole: Bool { entry != nil && obstacle == nil }

  static func lua(because obstacle: DecisionObstacle) -> DecisionFunction {
    DecisionFunction(entry: nil, obstacle: obstacle, reads: [], canDecline: true)
  }
}

/// The first part of a rule function that only Lua can run.
package struct DecisionObstacle: Hashable, Sendable, CustomStringConvertible {
  enum Kind: Hashable, Sendable {
    case call, loop, table, closure, write, method, variableArguments
    case power, textFromElsewhere, computedMember, unknownVariable, comparison, result
    case tooLarge, unreadable
  }

  var kind: Kind
  /// The line, or 0 if it is unknown.
  package var line: Int

  /// The part of a sentence after "run by Lua: ".
  package var description: String {
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
