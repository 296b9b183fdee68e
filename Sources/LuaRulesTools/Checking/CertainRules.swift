import LuaRules

/// The candidates of a model, judged only by what the engine makes sure of.
///
/// They are made when they are asked for, which is for findings only.
final class CertainRules {
  private let variables: [DecisionVariable]
  private let types: KeyTypes
  private let close: (RuleCase) -> RuleCase?
  private var known: [Int: Candidate] = [:]
  private let model: InspectedModel
  private lazy var typing = RuleTyping(
    TypeAnalysis(model, types.strict), FunctionUsers(model.rules))

  private lazy var declaredTyping = RuleTyping(
    TypeAnalysis(model, types), FunctionUsers(model.rules))

  /// The types of the variables.
  private(set) lazy var domains = DeclaredDomains(variables, types.strict)

  init(
    _ model: InspectedModel, _ types: KeyTypes,
    closing close: @escaping (RuleCase) -> RuleCase?
  ) {
    self.model = model
    variables = model.variables
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

  /// Whether a rule may decline, so that the next candidate is evaluated.
  func mayDecline(_ candidate: Candidate) -> Bool {
    guard candidate.canDecline, case .function(let function) = candidate.rule.outcome else {
      return candidate.canDecline
    }
    return typing.mayDecline(function)
  }

  /// Whether a rule may decline, if values are as the schema declares them.
  func mayDeclineAsDeclared(_ candidate: Candidate) -> Bool {
    guard candidate.canDecline, case .function(let function) = candidate.rule.outcome else {
      return candidate.canDecline
    }
    return declaredTyping.mayDecline(function)
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
