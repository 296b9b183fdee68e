import LuaBridge

// A question that only Lua can answer, about the same values as before.
//
// Where an access has run rules that asked the host for nothing, as all that they read was
// read before, they do the same again: there is nothing for an access to note, to compute or
// to answer. So the functions are called without one, on a whole budget as any question; what
// goes wrong, or cannot be told without an access, is asked once more in the ordinary way.

/// How the candidates of a key are asked again, without an access.
///
/// INVARIANT: belongs to a ``KeyKnowledge``, which one thread uses at a time.
final class Repetition {
  /// Those that Lua alone can try, from the best on.
  private let candidates: LuaCandidates
  private let budget: LuaBudget
  private let allowance: LuaBudget.Allowance
  /// Stands for the values about which the key was asked, when all that was read was there; 0
  /// for none.
  let subject = ThreadCell<UInt64>(0)
  /// Whether an answer turned out to be nothing that can be told so.
  private let isRefused = ThreadCell(false)

  /// Creates it for a model without plans; `nil` where somebody wants to know of each candidate.
  init?(_ all: [KeyKnowledge.Candidate], in core: ModelCore) {
    guard !core.isPlanned, core.request.log == nil, core.budget.depth > 0 else { return nil }
    candidates = LuaCandidates(
      all.prefix { $0.scope == 0 && $0.call != nil }.compactMap(\.call))
    allowance = core.budget.allowance
    budget = LuaBudget(allowance)
  }

  /// Notes that a candidate has answered about some values, and the host was asked for nothing.
  func note(_ candidate: Int, of subject: UInt64) {
    if candidate < candidates.count, !isRefused.value { self.subject.value = subject }
  }

  /// What asking again came to.
  enum Outcome {
    case answer(Int, LuaValue)
    /// It is asked in the ordinary way.
    case none
    /// The same, and the state cannot be asked again.
    case spoilt
  }

  /// Asks again, about what was asked before.
  @inline(__always)
  func ask(
    _ state: Uncounted<LuaState>, about subject: UInt64, memoryLimit: Int
  ) -> Outcome {
    guard subject == self.subject.value else { return .none }
    budget.renew(allowance)
    return state.with { state in
      switch state.askAgain(candidates, using: budget, memoryLimit: memoryLimit) {
      case .winner(let candidate, let value): return .answer(candidate, value)
      case .none:
        refuse()
        return .none
      case .failed:
        refuse()
        return budget.isOutOfMemory || !state.recover() ? .spoilt : .none
      }
    }
  }

  /// Notes that the key is not to be asked again so.
  func refuse() {
    subject.value = 0
    isRefused.value = true
  }
}

extension KeyKnowledge.Candidate {
  /// How Lua alone tries it; `nil` where the host has a part in it.
  fileprivate var call: LuaCandidates.Call? {
    let value: Int?
    switch gives {
    case .constant: value = nil
    case .function(let number): value = number
    case .host: return nil
    }
    return switch test {
    case .always: LuaCandidates.Call(.always, value: value)
    case .never: LuaCandidates.Call(.never, value: nil)
    case .function(let number): LuaCandidates.Call(.function(number), value: value)
    case .other: nil
    }
  }
}

extension KeyKnowledge {
  /// Puts the answer of Lua into a place, if it gave one about the same values before.
  ///
  /// - Returns: Whether the state can be asked again.
  func fillAgain(
    _ place: borrowing VacantPlace, of subject: UInt64, in state: Uncounted<LuaState>,
    within limits: Budget
  ) -> Bool {
    guard let repetition else { return true }
    switch repetition.ask(state, about: subject, memoryLimit: limits.memory) {
    case .none: return true
    case .spoilt: return false
    case .answer(let candidate, .nil): kept(candidate, as: place.type)?.with { $0.fill(place) }
    case .answer(_, let value): place.put(NativeValue(value))
    }
    if place.isVacant { repetition.refuse() }
    return true
  }
}

extension ModelCore {
  /// Puts the answer of Lua for a key that is not set into a place, if it has given one before.
  func fillAgain(
    _ place: borrowing VacantPlace, withValueOf number: UInt32, of subject: UInt64
  ) {
    guard suspensions.isEmpty else { return }
    let workplace = lend()
    workplace.fillAgain(place, withValueOf: number, of: subject)
    pool.giveBack(workplace)
  }
}
