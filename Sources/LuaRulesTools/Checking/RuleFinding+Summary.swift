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
  /// catalogue.
  public var summary: String { Self.summaries[self] ?? "The rules cannot be loaded." }

  private static let summaries: [Self: String] = [
    .unknownKey: "A key is read that is neither declared nor assigned.",
    .undeclaredKey: "A key is assigned that the schema does not declare.",
    .unusedKey: "A key is assigned that is neither declared nor read by any rule.",
    .unknownMember: "A member is read that the type does not have.",
    .undefinedGlobal: "A function reads a global that nobody defines.",
    .unknownHostFunction: "A function calls a host function that there is not.",
    .wrongType: "A value has another type than its key.",
    .wrongValue: "A value is none of those that its key may have.",
    .impossibleComparison: "A comparison can never hold, or fails.",
    .nullComparison: "Something that is read is compared with `null`, which it never is.",
    .alwaysTrue: "A condition always holds.",
    .alwaysFalse: "A condition can never hold.",
    .wrongOperand: "A value is calculated with, joined or measured that has no such operation.",
    .wrongCall: "A value is called that is no function.",
    .wrongArgument: "A function gets an argument that it does not accept, or too few.",
    .wrongFormat: "A format of `string.format` does not fit its values.",
    .malformedPattern: "A pattern is malformed, or written as a regular expression.",
    .possibleNil: "A value is used that may be missing.",
    .possibleFailure: "A rule fails in a context that the schema allows.",
    .defaultOnError: "A rule can fail, and the key does not declare what it has then.",
    .divisionByZero: "A number is divided by 0.",
    .unreachableRule: "A rule is asked after one that always holds.",
    .duplicateRule: "A rule is there twice.",
    .shadowedRule: "A rule has the same condition as one that is asked before it.",
    .subsumedRule: "A rule holds only when others do that are asked before it.",
    .tie: "Two rules can both hold, and only their place decides.",
    .countedHelper: "A function that is called counts as one condition, and so its rule loses.",
    .countedGuard: "A test for nil counts as a condition, and so its rule wins.",
    .overlap: "Two rules hold at once for a key that allows only one, or only one value.",
    .cycle: "A key depends on itself.",
    .possibleCycle: "Keys may depend on each other in a circle.",
    .noAnswer: "A function can decline, and nobody comes after it.",
    .uncoveredValue:
      "A value of an enumeration, or a number between ranges, is covered by no rule.",
    .frozen: "A rule function writes to something outside of it.",
    .globalVariable: "A file defines a global.",
    .repeatedField: "A field stands twice in one table.",
    .unusedLocal: "A local variable is not used.",
    .unusedValue: "A result, or a value of a variable, is not used.",
    .unusedHostStub: "A function stands in for a host function that no rule names.",
    .unusedModule: "Nothing requires a module.",
    .endlessLoop: "A loop or a function never ends.",
    .doubtfulLoop: "A loop has one round at most, or counts in the wrong direction.",
    .unreachableBranch: "A branch of a function is never taken.",
    .decidedTest: "A test has always the same outcome, or decides nothing.",
    .notPlanned: "Only Lua can decide a condition.",
    .unknownSuppression: "A comment ignores something that cannot be ignored.",
    .unusedSuppression: "A comment ignores something that is not there.",
  ]
}
