extension RuleFinding {
  /// Returns how many findings there are of each severity, in words.
  static func counts(of findings: [RuleFinding]) -> String {
    let names = [(Severity.error, "error"), (.warning, "warning"), (.info, "info")]
    return names.compactMap { severity, name in
      let count = findings.count { $0.severity == severity }
      if count == 0 { return nil as String? }
      return "\(count) \(name)\(count == 1 || severity == .info ? "" : "s")"
    }.joined(separator: ", ")
  }
}

extension RuleFinding.Code {
  /// The meaning of findings of this kind, in a sentence for a table or a
  /// catalog.
  public var summary: String { Self.summaries[self] ?? "The rules cannot be loaded." }

  private static let summaries: [Self: String] = [
    .unknownKey: "A rule reads a key that is neither declared nor assigned.",
    .undeclaredKey: "A rule assigns a key that the schema does not declare.",
    .unusedKey: "A rule assigns a key that is neither declared nor read by any rule.",
    .unknownMember: "A rule reads a member that the type does not have.",
    .undefinedGlobal: "A function reads a global that is not defined.",
    .unknownHostFunction: "A function calls a host function that does not exist.",
    .wrongType: "A value does not have the type of its key.",
    .wrongValue: "A value is not one of those that its key allows.",
    .impossibleComparison: "A comparison can never be true, or it fails.",
    .nullComparison: "A value that a rule reads is compared with `null`, which it never equals.",
    .alwaysTrue: "A condition always holds.",
    .alwaysFalse: "A condition can never hold.",
    .wrongOperand:
      "A calculation, a concatenation or `#` is applied to a value that does not support it.",
    .wrongCall: "A value that is not a function is called.",
    .wrongArgument:
      "A function is called with an argument that it does not accept, or with too few.",
    .wrongFormat: "A format of `string.format` does not fit its values.",
    .malformedPattern: "A pattern is malformed, or it is written as a regular expression.",
    .possibleNil: "A value that may be missing is used without a test.",
    .possibleFailure: "A rule fails in a context that the schema allows.",
    .defaultOnError: "A rule can fail, and its key declares no value for errors.",
    .divisionByZero: "A number is divided by 0.",
    .unreachableRule: "A rule never wins, because a rule before it always holds.",
    .duplicateRule: "The same rule appears twice.",
    .shadowedRule: "A rule has the same condition as a rule before it.",
    .subsumedRule: "A rule holds only where rules before it also hold.",
    .tie: "Two rules can both hold, and only their order of declaration decides which wins.",
    .countedHelper: "A call of a function counts as one condition, so its rule loses.",
    .countedGuard: "A test for nil counts as a condition, so its rule wins.",
    .overlap: "Two rules hold at once for a key that allows only one rule, or only one value.",
    .cycle: "A key depends on itself.",
    .possibleCycle: "Keys may depend on each other in a cycle.",
    .noAnswer: "A function may return `nil` with no later rule to answer.",
    .uncoveredValue:
      "No rule covers a value of an enumeration, a number between ranges, or a context that a table has to answer.",
    .frozen: "A rule function writes to something outside itself.",
    .globalVariable: "A file defines a global variable.",
    .repeatedField: "A table sets the same field twice.",
    .unusedLocal: "A local variable is never used.",
    .unusedValue: "A result, or a value assigned to a variable, is never used.",
    .unusedHostStub: "A stub belongs to a host function that no rule names.",
    .unusedModule: "A module is never required.",
    .endlessLoop: "A loop or a function never ends.",
    .doubtfulLoop: "A loop runs at most once, or counts in the wrong direction.",
    .unreachableBranch: "A branch of a function is never taken.",
    .decidedTest: "A test always has the same outcome, or its outcome makes no difference.",
    .notPlanned: "Only Lua can decide a condition.",
    .unknownSuppression: "A comment ignores a code that does not exist or that cannot be ignored.",
    .unusedSuppression: "A comment ignores a finding that does not occur.",
  ]
}
