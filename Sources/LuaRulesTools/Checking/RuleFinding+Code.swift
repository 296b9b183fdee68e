extension RuleFinding {
  /// The kind of a ``RuleFinding``.
  ///
  /// What stops rules from being loaded has the code of the error.
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

  /// A key that is read, and neither declared nor assigned.
  public static let unknownKey = Self("unknown-key")
  /// A key that is assigned, and not declared though there is a schema.
  public static let undeclaredKey = Self("undeclared-key")
  /// A member that a type does not have.
  public static let unknownMember = Self("unknown-member")
  /// A global that a function reads, and nobody defines.
  public static let undefinedGlobal = Self("undefined-global")
  /// A host function that a function calls, and the host does not have.
  public static let unknownHostFunction = Self("unknown-host-function")

  // MARK: Values

  /// A value of another type than the key's.
  public static let wrongType = Self("wrong-type")
  /// A value that the key's type does not have.
  public static let wrongValue = Self("wrong-value")
  /// A comparison that can never hold, or fails.
  public static let impossibleComparison = Self("impossible-comparison")
  /// A comparison of something that is read with `null`.
  public static let nullComparison = Self("null-comparison")
  /// A condition that always holds.
  public static let alwaysTrue = Self("always-true")
  /// A condition that never holds.
  public static let alwaysFalse = Self("always-false")

  // MARK: Order

  /// A rule after one that always holds.
  public static let unreachableRule = Self("unreachable-rule")
  /// A rule with the conditions and the value of an earlier one.
  public static let duplicateRule = Self("duplicate-rule")
  /// A rule with the conditions of an earlier one, and another value.
  public static let shadowedRule = Self("shadowed-rule")
  /// A rule that only holds where earlier ones do.
  public static let subsumedRule = Self("subsumed-rule")
  /// Two rules that can both hold, and that only their place puts in order.
  public static let tie = Self("tie")
  /// A function that counts as one condition, and so loses to fewer than are in it.
  public static let countedHelper = Self("counted-helper")
  /// A test for nil that counts as a condition, and so wins.
  public static let countedGuard = Self("counted-guard")

  // MARK: Answers

  /// A key that depends on itself.
  public static let cycle = Self("cycle")
  /// Keys that may depend on each other in a circle.
  public static let possibleCycle = Self("possible-cycle")
  /// A function that can decline, with nobody behind it.
  public static let noAnswer = Self("no-answer")
  /// A value of an enumeration that no rule covers.
  public static let uncoveredValue = Self("uncovered-value")

  // MARK: Code

  /// A write to something that is read-only once the rules are loaded.
  public static let frozen = Self("frozen")
  /// A global of a rule file.
  public static let globalVariable = Self("global-variable")
  /// A field that stands twice in a table, of which Lua takes the last.
  public static let repeatedField = Self("repeated-field")
  /// A local variable of a file that nothing uses.
  public static let unusedLocal = Self("unused-local")
  /// A module that nothing requires.
  public static let unusedModule = Self("unused-module")
  /// A condition that only Lua can decide.
  public static let notPlanned = Self("not-planned")

  // MARK: Suppressions

  /// A suppression of something that is no code, or cannot be suppressed.
  public static let unknownSuppression = Self("unknown-suppression")
  /// A suppression that suppresses nothing.
  public static let unusedSuppression = Self("unused-suppression")

  /// All codes but those of errors that stop rules from being loaded.
  public static let all: [Self] = [
    .unknownKey, .undeclaredKey, .unknownMember, .undefinedGlobal, .unknownHostFunction,
    .wrongType, .wrongValue, .impossibleComparison, .nullComparison, .alwaysTrue, .alwaysFalse,
    .unreachableRule, .duplicateRule, .shadowedRule, .subsumedRule, .tie, .countedHelper,
    .countedGuard, .cycle, .possibleCycle, .noAnswer, .uncoveredValue, .frozen, .globalVariable,
    .repeatedField, .unusedLocal, .unusedModule, .notPlanned, .unknownSuppression,
    .unusedSuppression,
  ]
}
