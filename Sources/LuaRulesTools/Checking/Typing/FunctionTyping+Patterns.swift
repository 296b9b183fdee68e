import LuaRules

// The patterns and replacements that library functions get.

extension FunctionTyping {
  /// Checks the pattern of a method such as `match`, whose object is not known: it is a string, since
  /// other values have no methods.
  mutating func checkPatternOfUnknown(_ arguments: Arguments) {
    guard let name = nameOfCallee() else { return }
    let full = "string.\(name)"
    guard ["string.find", "string.match", "string.gmatch", "string.gsub"].contains(full) else {
      return
    }
    checkPattern(full, arguments)
  }

  private mutating func checkReplacement(_ arguments: Arguments, of pattern: [UInt8]) {
    guard arguments.types.count > 2, let text = arguments.types[2].present.onlyText,
      let problem = PatternText.problem(ofReplacement: text, for: pattern)
    else { return }
    tell(
      TypeFault(
        .malformedPattern, problem.severity, problem.message, fix: problem.fix,
        subject: String(validating: text, as: UTF8.self).map { "\"\($0)\"" }, isFatal: false))
  }

  mutating func checkPattern(_ name: String, _ arguments: Arguments) {
    guard arguments.types.count > 1, let bytes = arguments.types[1].present.onlyText else { return }
    // With `true` as the fourth argument, `find` takes the text as it is.
    if name == "string.find", arguments.types.count > 3 || arguments.isOpen { return }
    guard let problem = PatternText.problem(of: bytes) else {
      if name == "string.gsub" { checkReplacement(arguments, of: bytes) }
      return
    }
    tell(
      TypeFault(
        .malformedPattern, problem.severity, problem.message, fix: problem.fix,
        subject: String(validating: bytes, as: UTF8.self).map { "\"\($0)\"" }, isFatal: false))
  }
}
