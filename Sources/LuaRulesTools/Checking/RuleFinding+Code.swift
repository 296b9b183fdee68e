extension RuleFinding {
  /// The kind of a ``RuleFinding``.
  ///
  /// An error that stops rules from being loaded has its own code.
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

extension RuleFinding.Code {
  // MARK: Names

  /// A key that is read but neither declared nor assigned.
  public static let unknownKey = Self("unknown-key")
  /// A key that is assigned but not declared in the schema.
  public static let undeclaredKey = Self("undeclared-key")
  /// A key that is assigned, but neither declared nor read by any rule.
  public static let unusedKey = Self("unused-key")
  /// A member that a type does not have.
  public static let unknownMember = Self("unknown-member")
  /// A global that a function reads and that is not defined.
  public static let undefinedGlobal = Self("undefined-global")
  /// A host function that a function calls and that the host does not have.
  public static let unknownHostFunction = Self("unknown-host-function")

  // MARK: Values

  /// A value of another type than the key's.
  public static let wrongType = Self("wrong-type")
  /// A value that the key's type does not allow.
  public static let wrongValue = Self("wrong-value")
  /// A comparison that can never hold, or that fails.
  public static let impossibleComparison = Self("impossible-comparison")
  /// A comparison of a read value with `null`.
  public static let nullComparison = Self("null-comparison")
  /// A condition that always holds.
  public static let alwaysTrue = Self("always-true")
  /// A condition that never holds.
  public static let alwaysFalse = Self("always-false")

  /// A calculation, a join or a length with a value that has none.
  public static let wrongOperand = Self("wrong-operand")
  /// A call of a value that is no function.
  public static let wrongCall = Self("wrong-call")
  /// An argument that a function does not accept, or one that is missing.
  public static let wrongArgument = Self("wrong-argument")
  /// A format of `string.format` that does not fit its values.
  public static let wrongFormat = Self("wrong-format")
  /// A pattern that is malformed, or written as a regular expression.
  public static let malformedPattern = Self("malformed-pattern")
  /// A use of a value that may be missing.
  public static let possibleNil = Self("possible-nil")
  /// A failure of a rule in a context of the schema, which a trial shows.
  public static let possibleFailure = Self("possible-failure")
  /// A key that joins the values of its rules has its default after an error of one of them.
  public static let defaultOnError = Self("default-on-error")
  /// A division by a number that is always 0.
  public static let divisionByZero = Self("division-by-zero")

  // MARK: Order

  /// A rule after one that always holds.
  public static let unreachableRule = Self("unreachable-rule")
  /// A rule with the conditions and the value of an earlier one.
  public static let duplicateRule = Self("duplicate-rule")
  /// A rule with the conditions of an earlier one, and another value.
  public static let shadowedRule = Self("shadowed-rule")
  /// A rule that holds only if earlier rules hold.
  public static let subsumedRule = Self("subsumed-rule")
  /// Two rules that can both hold, and that only their position orders.
  public static let tie = Self("tie")
  /// A function that counts as one condition, so that a rule with fewer
  /// conditions wins.
  public static let countedHelper = Self("counted-helper")
  /// A test for nil that counts as a condition, so that its rule wins.
  public static let countedGuard = Self("counted-guard")

  /// Two rules that hold at once for a key that allows only one, or only one value.
  public static let overlap = Self("overlap")

  // MARK: Answers

  /// A key that depends on itself.
  public static let cycle = Self("cycle")
  /// Keys that may depend on each other in a circle.
  public static let possibleCycle = Self("possible-cycle")
  /// A function that can decline without a candidate behind it.
  public static let noAnswer = Self("no-answer")
  /// A value of an enumeration that no rule covers.
  public static let uncoveredValue = Self("uncovered-value")

  // MARK: Code

  /// A write to a value that is read-only after loading.
  public static let frozen = Self("frozen")
  /// A global of a rule file.
  public static let globalVariable = Self("global-variable")
  /// A field that occurs twice in a table; Lua uses the last one.
  public static let repeatedField = Self("repeated-field")
  /// A local variable that nothing uses.
  public static let unusedLocal = Self("unused-local")
  /// A result that nothing takes, or a value that a variable loses before it is read.
  public static let unusedValue = Self("unused-value")
  /// A stub of a host function that no rule names.
  public static let unusedHostStub = Self("unused-host-stub")
  /// A module that nothing requires.
  public static let unusedModule = Self("unused-module")
  /// A loop or a function that never ends.
  public static let endlessLoop = Self("endless-loop")
  /// A loop that ends in its first round on every way, or that counts in the wrong direction.
  public static let doubtfulLoop = Self("doubtful-loop")
  /// A branch of a function that is never taken.
  public static let unreachableBranch = Self("unreachable-branch")
  /// A test that has always the same outcome, or decides nothing.
  public static let decidedTest = Self("decided-test")
  /// A condition that only Lua can decide.
  public static let notPlanned = Self("not-planned")

  // MARK: Suppressions

  /// A suppression of an unknown code, or of a code that cannot be suppressed.
  public static let unknownSuppression = Self("unknown-suppression")
  /// A suppression that suppresses nothing.
  public static let unusedSuppression = Self("unused-suppression")

  /// All codes except those of errors that stop rules from being loaded.
  public static let all: [Self] = [
    .unknownKey, .undeclaredKey, .unusedKey, .unknownMember, .undefinedGlobal, .unknownHostFunction,
    .wrongType, .wrongValue, .impossibleComparison, .nullComparison, .alwaysTrue, .alwaysFalse,
    .wrongOperand, .wrongCall, .wrongArgument, .wrongFormat, .malformedPattern, .possibleNil,
    .possibleFailure,
    .defaultOnError, .divisionByZero, .unreachableRule, .duplicateRule, .shadowedRule,
    .subsumedRule, .tie,
    .countedHelper,
    .countedGuard, .overlap, .cycle, .possibleCycle, .noAnswer, .uncoveredValue, .frozen,
    .globalVariable,
    .repeatedField, .unusedLocal, .unusedValue, .unusedHostStub, .unusedModule, .endlessLoop,
    .doubtfulLoop,
    .unreachableBranch, .decidedTest, .notPlanned,
    .unknownSuppression, .unusedSuppression,
  ]
}
