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
    let look = try? Access.with(context) { access throws(RuleError) -> FlipLook in
      let witness = Witness()
      access.witness = witness
      defer { access.witness = nil }
      var look = FlipLook(work: work)
      do throws(RuleError) {
        guard let answer = try access.answer(at: key) else { throw access.unknownKey(key) }
        let value = try access.copy(answer, named: key, as: access.declaredType(at: key))
        look.isFound = value.isEqual(to: wanted)
      } catch {
        look.isFound = false
      }
      access.witness = nil
      guard !look.isFound, look.work.spend(access.instructionsUsed) else { return look }
      return access.budget.pausingClock {
        var finder = FlipFinder(access, witness, work: look.work)
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
