import LuaBytecode
import LuaRules

// Checks of what functions divide for keys that accept integers only.

extension Check {
  /// Reports results of `/` that a function gives to keys for integers, unless a condition of the key may
  /// make sure that they are whole.
  mutating func reportQuotients(
    _ typing: RuleTyping.Result, _ function: InspectedCode.Function, _ outcomes: [InspectedRule],
    _ rules: CheckedRules, _ told: inout ToldFindings
  ) {
    guard !typing.quotients.isEmpty else { return }
    var seen: Set<String> = []
    for rule in outcomes where seen.insert(rule.key).inserted {
      guard case .integer? = acceptedType(for: rule.key)?.present,
        !rules.model.rules.contains(where: { $0.key == rule.key && mayTestDivisibility($0, rules) })
      else { continue }
      for position in typing.quotients.sorted() {
        let place = SourceLocation(file: function.file, line: function.code.line(at: position))
        guard told.insert(.wrongType, place, nil) else { continue }
        add(
          .wrongType, .warning,
          "`/` gives a float, which may have a fraction, and `\(rule.key)` expects an integer",
          at: place, fix: "`//` divides without a fraction", subject: "/", rule: rule)
      }
    }
  }

  /// Whether the conditions of a rule may depend on what can be divided without a rest.
  private func mayTestDivisibility(_ rule: InspectedRule, _ rules: CheckedRules) -> Bool {
    rule.conditions.contains { condition in
      switch condition {
      case .never: return false
      case .host: return true
      case .pattern(let entries): return entries.contains { isCalculated($0.path) }
      case .function(let function):
        guard let code = rules.model.code.functions[function.number]?.code else { return true }
        return code.looksAtFractions || function.probablePaths.contains { isCalculated($0) }
          || code.code.contains { $0.opcode == .call || $0.opcode == .tailCall }
      }
    }
  }

  private func isCalculated(_ path: [String]) -> Bool {
    path.indices.contains { types.isCalculated(path[...$0].joined(separator: ".")) }
  }
}
