import LuaRules

struct Customer: Sendable {
  enum Plan: String, Sendable { case free, pro }

  var name: String
  var plan: Plan
}
