import LuaBridge
import LuaRules

/// The rules that are asked before others, and whose condition is one test of a path.
///
/// Where such a rule holds, the functions behind it are not called.
final class EarlierRules {
  /// A rule, and the values of the path for which it holds.
  struct Simple {
    let rule: InspectedRule
    let path: [String]
    fileprivate let domain: ValueDomain
  }

  private let rules: [ByteName: [Simple]]
  /// How many rules are looked at for one function.
  private static let most = 16

  init(_ rules: CheckedRules, _ schema: RuleSchema) {
    var found: [ByteName: [Simple]] = [:]
    for (key, candidates) in rules.keys where schema.hitPolicy(of: key).answersAlone {
      found[ByteName(key)] = candidates.compactMap { Simple($0, rules.model.variables) }
    }
    self.rules = found
  }

  /// Returns the rules that are asked before a rule.
  func callAsFunction(than rule: InspectedRule) -> [Simple] {
    Array((rules[ByteName(rule.key)] ?? []).prefix { $0.rule.rank > rule.rank }.prefix(Self.most))
  }
}

extension EarlierRules.Simple {
  /// Creates the test of a candidate; `nil` if it may decline, or tests anything else.
  ///
  /// Whether a value is there, careful functions test once more, so that tells nothing.
  fileprivate init?(_ candidate: Candidate, _ variables: [DecisionVariable]) {
    guard !candidate.canDecline, candidate.rule.conditions.count == 1,
      let situation = candidate.cases?.first, candidate.cases?.count == 1,
      situation.relations.isEmpty, situation.domains.count == 1,
      let (variable, domain) = situation.domains.first, variables[variable].isPath
    else { return nil }
    self.init(rule: candidate.rule, path: variables[variable].path, domain: domain)
  }

  /// Returns the values of a type for which the rule does not hold, as far as that can be said.
  func excluding(_ type: LuaType) -> LuaType {
    if domain == .truth { return type.only(.falsy) }
    if domain == .falsehood {
      return type.present.isOnly(.boolean) ? type.without(.falsy) : type
    }
    guard let allowed = domain.allowed, !allowed.contains(.nothing) else { return type }
    return allowed.reduce(type) { $0.excluding(LuaType(value: $1.value)) }
  }
}
