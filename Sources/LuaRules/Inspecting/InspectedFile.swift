/// A rule file or a module, with what its own code shows.
package struct InspectedFile: Sendable {
  package let name: String
  /// Whether it was loaded by `require`.
  package let isModule: Bool
  /// Local variables of the file that nothing uses.
  package let unusedLocals: [UnusedLocal]
  /// The globals that the file defines, with the line where it first does.
  package let globals: [(name: String, line: Int)]

  /// The fields that stand twice in a table; Lua takes the last.
  package let repeatedFields: [RepeatedField]

  /// A field that stands twice in a table.
  package struct RepeatedField: Sendable {
    package let name: String
    package let line: Int
    /// The line of the one before it, which does not count.
    package let firstLine: Int
  }

  /// A local variable that nothing uses.
  package struct UnusedLocal: Sendable {
    package let name: String
    package let line: Int
    package let holds: Content
  }

  /// What a local variable was made for.
  package enum Content: Sendable {
    case function, module, value
  }
}

/// Something that a function which rules can reach does, and should not.
package struct FunctionFault: Sendable {
  package let kind: Kind
  package let location: SourceLocation

  /// What it does.
  package enum Kind: Hashable, Sendable {
    case setsGlobal(String)
    /// Assigns to a local of its file.
    case setsVariable(String)
    /// Assigns to the context or to a value that it gave.
    case setsMember([String])
    /// Assigns to a table of its file; what no rule has may be there for loading only.
    case setsTable(String, isRule: Bool)
    case readsUndefinedGlobal(String)
    /// Reads what a library does not have, as `string.fond`.
    case readsUndefinedField(String)
    case callsUnknownHost(String)
    case comparesWithNull([String])
  }
}
