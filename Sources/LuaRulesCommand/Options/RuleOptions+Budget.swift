import LuaRules

extension RuleOptions {
  /// What asking may use.
  var budget: Budget {
    var budget = Budget()
    if let maxInstructions { budget.instructions = maxInstructions }
    if let maxTime { budget.time = .seconds(maxTime) }
    if let maxMemory { budget.memory = maxMemory << 20 }
    return budget
  }

  /// What loading may use: ten times what an answer may, where that is limited.
  var loadingBudget: Budget {
    var budget = Budget.loading
    if let maxInstructions {
      let (instructions, isTooMany) = maxInstructions.multipliedReportingOverflow(by: 10)
      budget.instructions = isTooMany ? .max : instructions
    }
    if let maxTime { budget.time = .seconds(maxTime * 10) }
    return budget
  }
}
