import LuaBridge

/// The fields that the table of a rule has, each found once.
struct RuleFields {
  var complexity: LuaNode?
  var doc: LuaNode?
  var key: LuaNode?
  var name: LuaNode?
  var priority: LuaNode?
  var rules: LuaNode?
  var set: LuaNode?
  var value: LuaNode?
  var when: LuaNode?
  /// Those that no rule has.
  var unknown: [String] = []

  static let names = [
    "complexity", "doc", "key", "name", "priority", "rules", "set", "value", "when",
  ]

  init(_ table: LuaNodeTable) {
    for (name, node) in table.fields {
      // Nine comparisons of strings would cost more than what is read.
      switch (name.utf8.count, name) {
      case (3, "key"): key = node
      case (3, "set"): set = node
      case (3, "doc"): doc = node
      case (4, "when"): when = node
      case (4, "name"): self.name = node
      case (5, "value"): value = node
      case (5, "rules"): rules = node
      case (8, "priority"): priority = node
      case (10, "complexity"): complexity = node
      default: unknown.append(name)
      }
    }
  }
}
