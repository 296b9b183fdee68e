import LuaBridge

/// Reads scalars that are set on a context, or stored in what is set; all else is odd.
///
/// Nothing is run, noted or changed by that: who gets no answer asks in the
/// ordinary way, as if nothing had been read.
struct QuickReader: NativeReader {
  private let values: ContextValues
  private let keyKnowledge: Uncounted<KeyKnowledge>
  private var readCount = 0

  /// More reads than that are counted by an access.
  private static var readLimit: Int { 4096 }

  init(_ values: ContextValues, _ knowledge: KeyKnowledge) {
    self.values = values
    keyKnowledge = Uncounted(knowledge)
  }

  @inline(__always)
  mutating func read(_ path: NativePaths.ID) -> NativeValue {
    readCount += 1
    guard readCount <= Self.readLimit else { return .odd }
    let knowledge = keyKnowledge.object
    let place = knowledge.place(of: path)
    guard place.key != 0 else { return .odd }
    return values.stored(at: place) { knowledge.resolve(place, in: $0) } ?? .odd
  }

  func count(of path: NativePaths.ID) -> Int64? { nil }
}

extension ModelCore {
  /// Answers with a constant that a plan finds by scalars alone, as it was converted before.
  ///
  /// - Returns: `nil` when that is not all there is to it.
  func quickAnswer(
    to key: KeyID, in values: ContextValues, as type: Any.Type
  ) -> KeptAnswer? {
    guard isPlanned, !hasSecrets, budget.depth > 0, key.number != 0 else { return nil }
    return pool.withIdle { $0.quickAnswer(to: key, in: values, as: type) }
  }
}

extension Workplace {
  fileprivate func quickAnswer(
    to key: KeyID, in values: ContextValues, as type: Any.Type
  ) -> KeptAnswer? {
    guard let found = known(key) else { return nil }
    return found.with { knowledge in
      guard knowledge.readsPlainly, let plan = knowledge.knownPlan else { return nil }
      return plan.with { plan in
        var reader = QuickReader(values, knowledge)
        var answer: KeptAnswer?
        _ = plan.ask(&reader) { candidate, isKnown, _ in
          // What is not certain ends it, too.
          if isKnown, case .constant = knowledge.candidates[candidate].gives {
            answer = knowledge.constant(of: candidate, as: type)
          }
          return true
        }
        return answer
      }
    }
  }
}

extension RuleContext {
  /// Answers for a key that is not set, with nothing lent and nothing begun.
  ///
  /// - Returns: `nil` when the key is to be asked for in an access.
  func quickAnswer(to key: KeyID, as type: Any.Type) -> KeptAnswer? {
    guard !ThreadSlot.isOccupied, !values.hasAliases, !values.hasSecrets, tighterBudget == nil,
      !values.contains(key)
    else { return nil }
    return model.withOnlyCore { $0.quickAnswer(to: key, in: values, as: type) }
  }
}
