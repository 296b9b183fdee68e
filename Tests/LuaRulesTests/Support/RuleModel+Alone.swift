import LuaBridge

@testable import LuaRules

extension RuleModel {
  /// A model whose states are closed only by what it does itself: others share no memory with it.
  init(
    alone text: String, host: HostFunctions = [:], budget: Budget = Budget(),
    plan: EvaluationMode = .standard
  ) throws(RuleError) {
    var states = StatePoolOptions()
    states.memory = SharedMemoryLimit(limit: 256 << 20)
    try self.init(
      sources: [RuleSource(text, name: "rules.lua")], host: host, budget: budget, states: states,
      plan: plan)
  }
}
