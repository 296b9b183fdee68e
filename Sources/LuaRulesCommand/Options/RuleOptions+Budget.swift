import LuaRules

extension RuleOptions {
  /// How rules are tried.
  var plan: EvaluationMode { isUnplanned ? .lua : .standard }

  /// What asking may use.
  var budget: Budget {
    var budget = Budget()
    if let maxInstructions { budget.instructions = maxInstructions }
    if let maxTime { budget.time = .seconds(maxTime) }
    if let maxMemory { budget.memory = maxMemory << 20 }
    if let maxDepth { budget.depth = maxDepth }
    if let maxValueNodes { budget.valueNodes = maxValueNodes }
    if let maxValueBytes { budget.valueBytes = maxValueBytes }
    if let maxValueDepth { budget.valueDepth = maxValueDepth }
    return budget
  }

  /// What loading may use: ten times the instructions that an answer may, and
  /// three times its time, where these are limited.
  var loadingBudget: Budget {
    var budget = Budget.loading
    if let maxInstructions {
      let (instructions, isTooMany) = maxInstructions.multipliedReportingOverflow(by: 10)
      budget.instructions = isTooMany ? .max : instructions
    }
    if let maxTime { budget.time = .seconds(maxTime * 3) }
    if let maxFile { budget.fileSize = maxFile }
    if let maxFiles { budget.totalSize = maxFiles }
    return budget
  }
}

extension Budget {
  /// The limit of time, as `--max-time` takes it.
  var seconds: String { time.map { "\($0 / .seconds(1))" } ?? "no limit" }
}
