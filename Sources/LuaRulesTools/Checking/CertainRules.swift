import LuaRules

/// The candidates of a model, judged only by what the engine makes sure of.
///
/// They are made when they are asked for, which is for findings only.
final class CertainRules {
  private let variables: [DecisionVariable]
  private let types: KeyTypes
  private let close: (RuleCase) -> RuleCase?
  private var known: [Int: Candidate] = [:]

  /// The types of the variables.
  private(set) lazy var domains = DeclaredDomains(variables, types.strict)

  init(
    _ variables: [DecisionVariable], _ types: KeyTypes,
    closing close: @escaping (RuleCase) -> RuleCase?
  ) {
    self.variables = variables
    self.types = types
    self.close = close
  }

  /// Returns a rule as a candidate.
  func candidate(_ rule: InspectedRule) -> Candidate {
    if let candidate = known[rule.declarationIndex] { return candidate }
    let candidate = Candidate(rule, domains, closing: close)
    known[rule.declarationIndex] = candidate
    return candidate
  }

  /// Whether some of other rules certainly holds whenever a rule does.
  func isCovered(_ rule: InspectedRule, by others: [InspectedRule]) -> Bool {
    let candidates = others.map { candidate($0) }
    if candidates.contains(where: \.isUnconditional) { return true }
    guard let cases = candidate(rule).cases else { return false }
    var index = CoverIndex(counting: candidates.lazy.compactMap(\.cases).joined(), domains)
    for (position, candidate) in candidates.enumerated() {
      for situation in candidate.cases ?? [] { index.add(situation, of: position) }
    }
    return cases.allSatisfy { !index.cover($0).isEmpty }
  }
}
