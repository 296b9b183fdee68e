import LuaBridge

/// The answer of a changed context, and the values that could be set next.
struct CounterfactualLook {
  /// Whether the answer is the wanted one.
  var isFound = false
  var moves: [CounterfactualMove] = []
  /// Why some rules cannot be made to hold, or to fail.
  var notes: [String] = []
  /// The remaining work of the search.
  var work: CounterfactualWork
}

extension RuleContext {
  /// Asks for a key, and searches for values that could give it a wanted value.
  func look(for key: String, _ wanted: LuaValue, work: CounterfactualWork) -> CounterfactualLook {
    var context = self
    context.remembered = nil
    context.values.renew()
    let look = try? Evaluation.with(context) { evaluation throws(RuleError) -> CounterfactualLook in
      let recorder = EvaluationRecorder()
      evaluation.recorder = recorder
      defer { evaluation.recorder = nil }
      var look = CounterfactualLook(work: work)
      do throws(RuleError) {
        guard let answer = try evaluation.answer(at: key) else { throw evaluation.unknownKey(key) }
        let value = try evaluation.copy(answer, named: key, as: evaluation.declaredType(at: key))
        look.isFound = value.isEqual(to: wanted)
      } catch {
        look.isFound = false
      }
      evaluation.recorder = nil
      guard !look.isFound, look.work.spend(evaluation.instructionsUsed) else { return look }
      return evaluation.budget.pausingClock {
        var finder = CounterfactualFinder(evaluation, recorder, work: look.work)
        finder.find(movesFor: KeyID(key), .one(wanted))
        look.moves = finder.moves
        look.notes = finder.notes
        look.work = finder.work
        return look
      }
    }
    return look ?? CounterfactualLook(work: work)
  }
}

/// A value to set at a path to change an answer.
struct CounterfactualMove: Sendable {
  let path: [String]
  let value: LuaValue
}
