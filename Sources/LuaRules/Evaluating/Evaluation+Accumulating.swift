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
    return declaringEntry(of: key)?.with { $0.hitPolicy } ?? .first
  }

  /// The first declaration of a key in the models.
  func declaration(of key: KeyID) -> DeclaredKey? {
    declaringEntry(of: key)?.with { $0.declared }
  }

  /// What the first model knows about a key that declares it.
  private func declaringEntry(of key: KeyID) -> UnretainedReference<KeyEntry>? {
    for modelIndex in modelIndices {
      let keyEntry = keyEntry(of: key, in: modelIndex)
      if keyEntry.with({ $0.isDeclared }) { return keyEntry }
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
    if let declared = declaringEntry(of: key)?.with({ $0.hitPolicy }) {
      guard declared == policy else { throw .conflictingPolicies(of: key.name, policy, declared) }
      return try answer(key)
    }
    if set(for: key) != nil { return try answer(key) }
    recorder?.noteReading(of: key)
    track(key, nil)
    let type = ValueType(joining: type)
    guard let answer = try accumulated(key, by: policy, as: type, isSecret: isSecret) else {
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
  func accumulated(_ key: KeyID, by policy: HitPolicy) throws(RuleError) -> Answer? {
    try accumulated(
      key, by: policy, as: declaringEntry(of: key)?.with { $0.type } ?? .any,
      isSecret: isSecret(key))
  }

  private func accumulated(
    _ key: KeyID, by policy: HitPolicy, as type: ValueType, isSecret: Bool
  ) throws(RuleError) -> Answer? {
    guard isAssigned(key) else { return nil }
    return try recorded(key) { () throws(RuleError) in
      var accumulator = HitPolicyAccumulator(key, by: policy, type: type, isSecret: isSecret)
      let declared = declaringEntry(of: key)
      // The rules of a key that no schema declares were ranked without knowledge of the policy.
      let isUnranked = declared == nil && policy.ranksByDeclaration
      try tryCandidates(
        of: key, keyEntry(of: key, in: 0), isJoining: true, isByDeclaration: isUnranked
      ) { found throws(RuleError) in
        try add(found, declared, to: &accumulator)
        return policy.answersAlone && !accumulator.contributions.isEmpty
      }
      return accumulator.answer
    }
  }

  private func add(
    _ found: borrowing Winner, _ declared: UnretainedReference<KeyEntry>?,
    to accumulator: inout HitPolicyAccumulator
  ) throws(RuleError) {
    let (given, rule) = (found.answer.rawAnswer, found.rule)
    guard !given.isDeclined else { return }
    recorder?.noteContribution(given)
    let value = reference(to: given)
    if case .null = value, accumulator.ignoresNull { return }
    do throws(RuleError) {
      if case .function = rule.assignment { try check(value, givenBy: rule, declared) }
      let contribution = HitPolicyAccumulator.Contribution(
        rule: rule, modelIndex: currentModelIndex, given: given,
        value: accumulator.normalized(value))
      try accumulator.add(contribution) { (first, second) throws(RuleError) in
        try areSame(first, second)
      }
    } catch {
      throw annotated(error, by: rule)
    }
  }

  /// Throws if a scalar that a function gave does not fit its key; constants were checked while loading.
  private func check(
    _ value: LuaValue, givenBy rule: Rule, _ declared: UnretainedReference<KeyEntry>?
  ) throws(RuleError) {
    switch value {
    case .table, .object: return
    default: break
    }
    do throws(ConversionError) {
      try declared?.with { (entry) throws(ConversionError) in try entry.declared?.check(value) }
    } catch {
      throw RuleError(error.masked(isSecret, of: rule.key), givenBy: rule)
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
  ///
  /// - Throws: ``RuleError`` if the values are too large to be compared within the budget.
  private func areSame(
    _ left: HitPolicyAccumulator.Contribution, _ right: HitPolicyAccumulator.Contribution
  ) throws(RuleError) -> Bool {
    guard left.value.holdsParts || right.value.holdsParts else {
      return left.value.isEqual(to: right.value)
    }
    let (left, right) = (try comparable(left), try comparable(right))
    return left.isEqual(to: right)
  }

  private func comparable(_ contribution: HitPolicyAccumulator.Contribution) throws(RuleError)
    -> LuaValue
  {
    views.beginCopying()
    let value: LuaValue
    do throws(ConversionError) {
      value = try copy(contribution.given)
    } catch {
      throw RuleError(error, givenBy: contribution.rule)
    }
    guard spendNatively(steps: 0, work: value.nodeCount(upTo: limits.valueNodes)) else {
      throw exhaustion
    }
    return value
  }
}

extension LuaValue {
  fileprivate var holdsParts: Bool {
    switch self {
    case .table, .object: true
    default: false
    }
  }
}

extension ValueType {
  /// The form in which values of a Swift type are joined; `any` for what Lua calculates with anyway.
  fileprivate init(joining type: Any.Type) {
    self =
      switch type {
      case is Decimal.Type, is Decimal?.Type: .decimal
      case is Date.Type, is Date?.Type: .date
      case is Duration.Type, is Duration?.Type: .duration
      default: .any
      }
  }
}
