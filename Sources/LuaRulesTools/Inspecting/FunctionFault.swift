import LuaRules

/// A forbidden or suspicious operation of a function that rules can reach.
struct FunctionFault: Sendable {
  let kind: Kind
  let location: SourceLocation

  /// The kinds of faults.
  enum Kind: Hashable, Sendable {
    case setsGlobal(String)
    /// Assigns to a local of its file.
    case setsVariable(String)
    /// Assigns to the context or to a value read from it.
    case setsMember([String])
    /// Assigns to a table of its file. A function that belongs to no rule may
    /// be there for loading only.
    case setsTable(String, isRule: Bool)
    case readsUndefinedGlobal(String)
    /// Reads a field that a library does not have, such as `string.fond`.
    case readsUndefinedField(String)
    case callsUnknownHost(String)
    /// Reads a function that makes conditions of patterns, such as `at_least`, which fails in a function.
    case readsCondition(String)
    case comparesWithNull([String])
  }
}
