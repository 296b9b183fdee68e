import LuaRules

extension RuleArguments {
  /// How models load and evaluate.
  var modelOptions: RuleOptions {
    RuleOptions(
      budget: answerBudget, loadingBudget: loadingBudget,
      hostStubs: host.map { RuleSource(path: $0) }, plan: plan,
      // Rules of one layer may be read by another one.
      unusedKeys: unusedKeys ?? (fallback.isEmpty ? .standard : .warn),
      allowsEmptyFolders: allowsEmptyFolders)
  }

  /// How rules are evaluated.
  var plan: EvaluationMode { isUnplanned ? .lua : .standard }

  /// The budget of an evaluation.
  var answerBudget: Budget {
    let limits = budget.merged
    var budget = Budget()
    if let instructions = limits.instructions { budget.instructions = instructions }
    if let time = limits.time { budget.time = .seconds(time) }
    if let memory = limits.memory { budget.memory = memory << 20 }
    if let depth = limits.depth { budget.depth = depth }
    if let nodes = limits.valueNodes { budget.valueNodes = nodes }
    if let bytes = limits.valueBytes { budget.valueBytes = bytes }
    if let depth = limits.valueDepth { budget.valueDepth = depth }
    return budget
  }

  /// The budget of loading.
  ///
  /// With limits, it has ten times the instructions, and three times the time, of an
  /// evaluation.
  var loadingBudget: Budget {
    let limits = budget.merged
    var budget = Budget.loading
    if let most = limits.instructions {
      let (instructions, isTooMany) = most.multipliedReportingOverflow(by: 10)
      budget.instructions = isTooMany ? .max : instructions
    }
    if let time = limits.time { budget.time = .seconds(time * 3) }
    if let file = limits.file { budget.fileSize = file }
    if let files = limits.files { budget.totalSize = files }
    return budget
  }
}

extension Budget {
  /// The time limit in seconds, as for `--budget time`.
  var seconds: String { time.map { "\($0 / .seconds(1))" } ?? "no limit" }
}
