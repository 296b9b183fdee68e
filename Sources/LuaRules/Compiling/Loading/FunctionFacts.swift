import LuaBridge
import LuaBytecode

/// The facts about a function that loading needs.
struct FunctionFacts {
  /// The number of the host function, if it is one.
  var host: Int?
  var complexity: Int
  /// Whether none of its returns gives a value.
  var neverReturns: Bool
  var location: SourceLocation?
  /// An error if the function does what its source may not do.
  var violation: RuleError?
}
