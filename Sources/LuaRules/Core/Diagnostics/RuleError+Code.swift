extension RuleError {
  /// The kind of a ``RuleError``.
  ///
  /// The type is not an enum, so that new kinds do not break a `switch`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The word that is printed in brackets.
    public let rawValue: String

    /// Creates a code.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    private init(_ rawValue: String) {
      self.rawValue = rawValue
    }
  }
}

extension RuleError.Code {
  // MARK: Sources

  /// A file or folder that is missing or cannot be read.
  public static let unreadable = Self("unreadable")
  /// An answer that cannot be written to its destination.
  public static let unwritable = Self("unwritable")
  /// Files whose signature does not match, or that are older than files
  /// accepted before.
  public static let untrusted = Self("untrusted")
  /// A file that is no bundle, or a damaged one.
  public static let badBundle = Self("bad-bundle")
  /// Text that is not Lua.
  public static let syntax = Self("syntax")
  /// A file that does not return rules.
  public static let noRules = Self("no-rules")
  /// A module that cannot be loaded.
  public static let module = Self("module")
  /// A generation that the live model does not keep.
  public static let noGeneration = Self("no-generation")
  /// A load of a live model that was stopped.
  public static let stopped = Self("stopped")
  /// A Lua library whose compiled form is unknown.
  public static let unknownLua = Self("unknown-lua")

  // MARK: Rules

  /// A field that rules do not have.
  public static let unknownField = Self("unknown-field")
  /// A rule whose fields do not make a rule.
  public static let badRule = Self("bad-rule")
  /// A priority that is neither a name nor an integer in range.
  public static let badPriority = Self("bad-priority")
  /// A pattern that tests nothing, or is not a pattern.
  public static let badPattern = Self("bad-pattern")
  /// A decision table whose columns or rows are not as expected.
  public static let badTable = Self("bad-table")
  /// A rule function that never returns anything.
  public static let noReturn = Self("no-return")

  // MARK: Names

  /// A key that is neither set, nor assigned by a rule, nor declared.
  public static let unknownKey = Self("unknown-key")
  /// A key of a rule that is neither declared nor read by any rule, so that the rule never matters.
  public static let unusedKey = Self("unused-key")
  /// A member that a value does not have.
  public static let unknownMember = Self("unknown-member")
  /// A global that is not defined.
  public static let undefinedGlobal = Self("undefined-global")
  /// A host function that the host does not have.
  public static let unknownHostFunction = Self("unknown-host-function")
  /// Two declarations of one key with different types.
  public static let conflictingKeys = Self("conflicting-keys")
  /// A key path that is not the accessor of a key.
  public static let notAnAccessor = Self("not-an-accessor")

  // MARK: Grants

  /// Something that the grant of the rule's source does not allow.
  public static let notGranted = Self("not-granted")
  /// A function that only Lua can run, in a source for which Lua is not called.
  public static let needsLua = Self("needs-lua")
  /// A grant that cannot be read.
  public static let badGrant = Self("bad-grant")

  // MARK: Answers

  /// A key that depends on itself.
  public static let cycle = Self("cycle")
  /// A value of another type than the key's.
  public static let wrongType = Self("wrong-type")
  /// A value that the key's type does not allow.
  public static let wrongValue = Self("wrong-value")
  /// Rules that answer together disagree, or several hold where one may.
  public static let hitPolicy = Self("hit-policy")
  /// An error that Lua raised while it ran a rule.
  public static let runtime = Self("runtime")
  /// A host function that failed.
  public static let hostFunction = Self("host-function")
  /// A write to a value that is read-only after loading.
  public static let frozen = Self("frozen")
  /// A limit of the budget that was reached.
  public static let budget = Self("budget")
  /// A rule that was suspended because it exhausted its budget again and again.
  public static let suspended = Self("suspended")

  // MARK: Schemas and contexts

  /// A schema that cannot be understood as a JSON Schema.
  public static let badSchema = Self("bad-schema")
  /// A context that is not JSON, or whose values do not fit their keys.
  public static let badContext = Self("bad-context")
}
