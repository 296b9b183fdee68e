import LuaBridge

@testable import LuaRules

extension RuleModel {
  /// A model whose states are closed only by what it does itself: others share no memory with it.
  init(
    alone text: String, host: HostFunctions = [:], options: RuleOptions = RuleOptions()
  ) throws(RuleError) {
    var options = options
    options.states.memory = SharedMemoryLimit(limit: 256 << 20)
    try self.init(text: text, host: host, options: options)
  }
}
