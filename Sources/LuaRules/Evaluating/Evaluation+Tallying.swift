import LuaBridge

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Keys whose rules answer together, by their hit policy.

extension Evaluation {
  /// The hit policy that the models declare for a key.
  @inline(__always)
  func hitPolicy(of key: KeyID) -> HitPolicy {
    if cores.count == 1 { return keyEntry(of: key, in: 0).with { $0.hitPolicy } }
    return declaration(of: key)?.hitPolicy ?? .first
  }

  /// The first declaration of a key in the models.
  func declaration(of key: KeyID) -> DeclaredKey? {
    for link in linkNumbers {
      if let declared = keyEntry(of: key, in: link).with({ $0.declared }) { return declared }
    }
    return nil
  }

  /// Answers for a key whose accessor declares a hit policy, which the schemas of the models need not
  /// know.
  ///
  /// - Throws: ``RuleError`` with the code `conflicting-keys` if a schema declares another policy.
  func answer(
    _ key: KeyID, by policy: HitPolicy, as type: Any.Type, isSecret: Bool
  ) throws(RuleError) -> Answer? {
    let key = try resolved(key)
    let declared = declaration(of: key)
    if let declared, declared.hitPolicy != policy {
      throw .conflictingPolicies(of: key.name, policy, declared.hitPolicy)
    }
    if declared != nil || set(for: key) != nil { return try answer(key) }
    recorder?.noteReading(of: key)
    track(key, nil)
    let isDecimal = type == Decimal.self || type == Decimal?.self
    guard let answer = try tallied(key, by: policy, isDecimal: isDecimal, isSecret: isSecret)
    else {
      return answerWithoutRules(key)
    }
    // Rules that read the key do not know the policy, so they must not find this answer.
    if chain.isEmpty, known(key) == nil { remember(answer, for: key) }
    return answer
  }

  /// Answers for a key whose accessor declares a hit policy, in the requested type; `nil` if nothing
  /// answers.
  func typedAnswer<Value>(
    _ key: KeyID, by policy: HitPolicy, isSecret: Bool
  ) throws(RuleError) -> RuleAnswer<Value>? {
    let answer = try answer(key, by: policy, as: Value.self, isSecret: isSecret)
    guard let answer, !answer.isNothing else { return nil }
    let value = try convert(answer, named: key.name, to: Value.self, isSecret: isSecret)
    return RuleAnswer(value, answer.origin)
  }

  /// Answers for a key by all its candidates that hold; `nil` if nothing contributes.
  @inline(never)
  func tallied(_ key: KeyID, by policy: HitPolicy) throws(RuleError) -> Answer? {
    let isDecimal = declaration(of: key)?.type.withoutNull == .decimal
    return try tallied(
      key, by: policy, isDecimal: isDecimal, isSecret: mayHaveSecrets && isSecret(key.name))
  }

  private func tallied(
    _ key: KeyID, by policy: HitPolicy, isDecimal: Bool, isSecret: Bool
  ) throws(RuleError) -> Answer? {
    guard isAssigned(key) else { return nil }
    return try recorded(key) { () throws(RuleError) in
      var tally = Tally(key.name, by: policy, isDecimal: isDecimal, isSecret: isSecret)
      try nested(key) { () throws(RuleError) in
        for link in linkNumbers {
          currentLink = link
          let keyEntry = keyEntry(of: key, in: link)
          try everyWinner(of: keyEntry, by: plan(of: keyEntry)) { given, rule throws(RuleError) in
            try add(given, by: rule, to: &tally)
          }
        }
      }
      return tally.answer
    }
  }

  private func add(
    _ given: RawAnswer, by rule: Rule, to tally: inout Tally
  ) throws(RuleError) {
    guard !given.isDeclined else { return }
    recorder?.noteContribution(given)
    let contribution = Tally.Contribution(
      rule: rule, link: currentLink, given: given, value: reference(to: given))
    do throws(RuleError) {
      try tally.add(contribution) { areSame($0, $1) }
    } catch {
      throw told(error, by: rule)
    }
  }

  /// Tries all candidates of a key in the running model; `take` gets the values of those that hold.
  private func everyWinner(
    of keyEntry: UnretainedReference<KeyEntry>, by compiled: UnretainedReference<CompiledKey>?,
    _ take: (RawAnswer, Rule) throws(RuleError) -> Void
  ) throws(RuleError) {
    func attempt(
      _ candidate: Int, _ verdict: NativeVerdict, _ reader: inout EvaluationReader
    ) throws(RuleError) {
      if let found = try self.attempt(candidate, of: keyEntry, verdict, &reader) {
        let rule = keyEntry.with { $0.candidates[candidate].rule }
        try take(found.answer.rawAnswer, rule)
      }
    }
    // Scope 0: a plan's native code reads only what its rule is granted.
    scope = 0
    guard let compiled, recorder == nil, compiled.with({ $0.plan.triesAll }) else {
      for candidate in 0..<keyEntry.with({ $0.candidates.count }) {
        recorder?.begin(keyEntry.with { $0.candidates[candidate].rule }, of: currentLink)
        var reader = EvaluationReader(self, compiled)
        let verdict = reader.holds(candidate)
        try attempt(candidate, verdict, &reader)
      }
      return
    }
    var reader = EvaluationReader(self, compiled)
    _ = try compiled.with { compiled throws(RuleError) in
      try compiled.plan.ask(&reader) { candidate, isKnown, reader throws(RuleError) in
        try attempt(candidate, isKnown ? .yes : .undecided, &reader)
        return false
      }
    }
  }

  /// A raw answer as rules read it: a scalar, a table, or the handle of a view.
  private func reference(to given: RawAnswer) -> LuaValue {
    if case .lua(let value) = given { return value }
    switch views.representation(of: given) {
    case .value(let value): return value
    case .view(let view):
      if case .view(let handle, _, _, _) = views.add(view, given: given) { return .object(handle) }
      return .nil
    case .opaque(let value): return .object(views.add(opaque: value))
    // Swift may still convert what Lua cannot represent.
    case .unrepresentable: return given.swiftValue.map { .object(views.add(opaque: $0)) } ?? .nil
    }
  }

  /// Whether two rules gave the same value: objects are compared by what they show.
  private func areSame(_ left: Tally.Contribution, _ right: Tally.Contribution) -> Bool {
    if left.value.isEqual(to: right.value) { return true }
    views.beginCopying()
    guard let left = try? copy(left.given), let right = try? copy(right.given) else { return false }
    return left.isEqual(to: right)
  }
}

extension RuleError {
  /// The error for a key with two hit policies.
  static func conflictingPolicies(
    of key: String, _ first: HitPolicy, _ second: HitPolicy
  ) -> RuleError {
    RuleError(
      .conflictingKeys,
      "the key `\(key)` is declared with two hit policies: \(first.rawValue) and \(second.rawValue)"
    )
  }
}
