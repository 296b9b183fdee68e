import LuaRules

/// Keys whose rules answer together: two of six candidates hold, by a plan.
let hitPolicyBenchmarks = [
  Benchmark("policy-collect", countsAllocations: true) {
    let context = try order()
    precondition(context[dynamic: NotesKey.self] == ["1", "4"])
    return { calls in
      for _ in 0..<calls { keep(context[dynamic: NotesKey.self]) }
    }
  },
  Benchmark("policy-sum", countsAllocations: true) {
    let context = try order()
    precondition(context[dynamic: SurchargeKey.self] == 5)
    return { calls in
      for _ in 0..<calls { keep(context[dynamic: SurchargeKey.self]) }
    }
  },
]

private struct NotesKey: DynamicEnvironmentKey {
  static let defaultValue: [String] = []
  static let hitPolicy = HitPolicy.collect
}

private struct SurchargeKey: DynamicEnvironmentKey {
  static let defaultValue = 0
  static let hitPolicy = HitPolicy.sum
}

private struct ZoneKey: DynamicEnvironmentKey { static let defaultValue = 0 }

private func order() throws -> RuleContext {
  let rules = (0..<6).map { number in
    """
    { key = "notes", when = { zone = \(number % 3) }, value = "\(number)" },
    { key = "surcharge", when = { zone = \(number % 3) }, value = \(number) },
    """
  }
  let model = try RuleModel(
    text: "return {\n\(rules.joined(separator: "\n"))\n}",
    schema: RuleSchema(keys: NotesKey.self, SurchargeKey.self, ZoneKey.self))
  var context = RuleContext(model)
  context[dynamic: ZoneKey.self] = 1
  return context
}
