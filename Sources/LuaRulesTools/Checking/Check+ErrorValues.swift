import LuaBridge
import LuaRules

// Keys whose default stands in for the answers of rules that fail.

extension Check {
  /// Finds keys that join the values of their rules, of which one can fail, and that do not say what
  /// accessors return then.
  ///
  /// The default of such a key usually means that no rule had anything to say.
  mutating func checkErrorValues(of rules: CheckedRules) {
    let silent = rules.keys.filter { key, _ in
      schema.hitPolicy(of: key).joinsValues && !schema.hasValueOnError(key)
        // An export leaves out the values of secrets.
        && !schema.isSecret(key)
    }
    guard !silent.isEmpty else { return }
    let failing = FailingRules(rules, types, names)
    for (key, candidates) in silent {
      guard let rule = failing.firstRule(of: candidates.map(\.rule)) else { continue }
      add(
        .defaultOnError, .warning,
        "this rule can fail, and after an error `\(key)` has its default, as if no rule held",
        at: rule.location,
        fix: "declare what it has then: `x-on-error` in the schema, `valueOnError` in Swift",
        subject: key, rule: rule)
    }
  }
}

/// Which rules can fail, as far as the types of what they read do not exclude it.
private final class FailingRules {
  private let rules: [ByteName: [InspectedRule]]
  private let names: DeclaredNames
  private let typing: RuleTyping
  private var functions: [Int: Bool] = [:]
  private var known: [SourceLocation: Bool] = [:]

  init(_ rules: CheckedRules, _ types: KeyTypes, _ names: DeclaredNames) {
    self.rules = Dictionary(grouping: rules.model.rules) { ByteName($0.key) }
    self.names = names
    typing = RuleTyping(TypeAnalysis(rules.model, types.strict), rules.uses)
  }

  /// Returns the first of some rules that can fail.
  func firstRule(of rules: [InspectedRule]) -> InspectedRule? { rules.first(where: canFail) }

  /// Whether a rule can fail, or a rule of a key that it reads.
  private func canFail(_ rule: InspectedRule) -> Bool {
    if let known = known[rule.location] { return known }
    // A circle of keys is reported elsewhere.
    known[rule.location] = false
    let result =
      rule.conditions.contains(where: canFail) || canFail(rule.outcome)
      || rule.probablePaths.contains { path in
        names.assignedKey(of: path).map { rules[$0]?.contains(where: canFail) == true } ?? false
      }
    known[rule.location] = result
    return result
  }

  private func canFail(_ condition: InspectedRule.Condition) -> Bool {
    switch condition {
    case .pattern, .never: false
    case .host: true
    case .function(let function): canFail(function)
    }
  }

  private func canFail(_ outcome: InspectedRule.Outcome) -> Bool {
    switch outcome {
    case .constant: false
    case .host: true
    case .function(let function): canFail(function)
    }
  }

  private func canFail(_ function: InspectedFunction) -> Bool {
    if let known = functions[function.number] { return known }
    let result =
      typing.follow(function.number).map { typing in
        typing.mayRaise || (typing.faults + typing.calledFaults).contains(where: \.isFailure)
      } ?? true
    functions[function.number] = result
    return result
  }
}

extension TypeFault {
  /// Whether an evaluation fails where it comes to the fault.
  fileprivate var isFailure: Bool {
    isFatal || code == .possibleNil && !endsLoop
  }
}
