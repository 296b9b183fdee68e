import LuaRules

extension RuleArguments {
  /// How models load and evaluate.
  var modelOptions: RuleOptions {
    RuleOptions(
      budget: budget, loadingBudget: loadingBudget,
      hostStubs: host.map { RuleSource(path: $0) }, plan: plan,
      // Rules of one layer may be read by another one.
      unusedKeys: unusedKeys ?? (fallback.isEmpty ? .standard : .warn),
      allowsEmptyFolders: allowsEmptyFolders)
  }

  /// How rules are evaluated.
  var plan: EvaluationMode { isUnplanned ? .lua : .standard }

  /// The budget of an evaluation.
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

  /// The budget of loading.
  ///
  /// With limits, it has ten times the instructions, and three times the time, of an
  /// evaluation.
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
  /// The time limit in seconds, as for `--max-time`.
  var seconds: String { time.map { "\($0 / .seconds(1))" } ?? "no limit" }
}
