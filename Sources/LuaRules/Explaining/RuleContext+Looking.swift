import LuaBridge

/// What an answer is, and what could be set to make it another one.
struct FlipLook {
  /// Whether it is the one that is wanted.
  var isFound = false
  var moves: [FlipMove] = []
  /// Why some rules cannot be made to hold, or not to.
  var notes: [String] = []
  /// What the search may still take.
  var work: FlipWork
}

extension RuleContext {
  /// Asks for a key, and looks what could be set to make it have a value.
  func look(for key: String, _ wanted: LuaValue, work: FlipWork) -> FlipLook {
    var context = self
    context.remembered = nil
    context.values.renew()
    let look = try? Evaluation.with(context) { evaluation throws(RuleError) -> FlipLook in
      let recorder = EvaluationRecorder()
      evaluation.recorder = recorder
      defer { evaluation.recorder = nil }
      var look = FlipLook(work: work)
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
        var finder = FlipFinder(evaluation, recorder, work: look.work)
        finder.find(movesFor: KeyID(key), .one(wanted))
        look.moves = finder.moves
        look.notes = finder.notes
        look.work = finder.work
        return look
      }
    }
    return look ?? FlipLook(work: work)
  }
}

/// A value that may be set to change an answer.
struct FlipMove: Sendable {
  let path: [String]
  let value: LuaValue
}
