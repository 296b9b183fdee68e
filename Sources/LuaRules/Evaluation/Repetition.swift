import LuaBridge

/// Asks the candidates of a key again about the values that they were asked about before,
/// without an access.
///
/// Where an access has run rules that asked the host for nothing, as all that they read had
/// been read before, they do the same again: there is nothing for an access to note, to
/// compute or to answer. So the functions are called without one, on a whole budget as for any
/// question; what goes wrong, or cannot be told so, is asked once more in the ordinary way.
///
/// INVARIANT: belongs to a ``KeyKnowledge``, which one thread uses at a time.
final class Repetition {
  private let candidates: LuaCandidates
  private let budget: LuaBudget
  private let allowance: LuaBudget.Allowance
  private let memoryLimit: Int
  /// Stands for the values that the key was asked about; 0 for none.
  let subject = ThreadCell<UInt64>(0)
  private let isRefused = ThreadCell(false)
  /// Whether the state that was asked last cannot be asked again.
  private let isSpoilt = ThreadCell(false)

  /// Creates it; `nil` where somebody wants to know of each candidate, or Lua is not called.
  init?(_ all: [KeyKnowledge.Candidate], in core: ModelCore) {
    guard core.request.log == nil, core.planned == nil, core.budget.depth > 0 else { return nil }
    candidates = LuaCandidates(all.map(\.call))
    allowance = core.budget.allowance
    budget = LuaBudget(allowance)
    memoryLimit = core.budget.memory
  }

  /// Notes that rules have answered about some values, and the host was asked for nothing.
  func note(_ subject: UInt64) {
    if !isRefused.value { self.subject.value = subject }
  }

  /// Notes that the key is not to be asked again so.
  func refuse() {
    subject.value = 0
    isRefused.value = true
  }

  /// What asking again came to.
  enum Outcome {
    /// What a candidate gave; `nil` for its constant.
    case answer(Int, LuaValue)
    case none
    /// Only an access can tell.
    case uncertain
  }

  /// Asks a state, by a body that asks candidates.
  ///
  /// - Returns: Whether the state can be asked again.
  @inline(__always)
  func asking(_ body: () -> Void) -> Bool {
    budget.renew(allowance)
    body()
    if !isSpoilt.value { return true }
    isSpoilt.value = false
    return false
  }

  /// Asks all candidates in order.
  @inline(__always)
  func ask(_ state: Uncounted<LuaState>) -> Outcome { ask(0..<candidates.count, in: state) }

  /// Asks some candidates in order.
  @inline(__always)
  func ask(_ range: Range<Int>, in state: Uncounted<LuaState>) -> Outcome {
    state.with { state in
      switch state.askAgain(candidates, in: range, using: budget, memoryLimit: memoryLimit) {
      case .winner(let candidate, let value): return .answer(candidate, value)
      case .none: return .none
      case .failed:
        refuse()
        isSpoilt.value = budget.isOutOfMemory || !state.recover()
        return .uncertain
      }
    }
  }
}

extension KeyKnowledge.Candidate {
  /// How Lua tries it.
  fileprivate var call: LuaCandidates.Call {
    let value: Int?
    switch gives {
    case .constant: value = nil
    case .function(let number): value = number
    case .host: return LuaCandidates.Call(.foreign, value: nil)
    }
    guard scope == 0 else { return LuaCandidates.Call(.foreign, value: nil) }
    return switch test {
    case .always: LuaCandidates.Call(.always, value: value)
    case .never: LuaCandidates.Call(.never, value: nil)
    case .function(let number): LuaCandidates.Call(.function(number), value: value)
    case .other: LuaCandidates.Call(.foreign, value: nil)
    }
  }
}

/// A repetition, and the state in which it asks.
struct LuaTrial {
  let repetition: Uncounted<Repetition>
  let state: Uncounted<LuaState>

  /// Asks one candidate.
  func ask(_ candidate: Int) -> Repetition.Outcome {
    repetition.with { $0.ask(candidate..<candidate + 1, in: state) }
  }
}

extension KeyKnowledge {
  /// Puts the answer into a place, if Lua had a part in it about the same values before.
  ///
  /// - Returns: Whether the state can be asked again.
  func fillAgain(
    _ place: borrowing VacantPlace, of subject: UInt64, _ values: ContextReader,
    in state: Uncounted<LuaState>, of core: ModelCore
  ) -> Bool {
    guard let repetition, subject == repetition.subject.value else { return true }
    return repetition.asking {
      if core.isPlanned {
        guard let planned = core.quickKeys[Int(key.number)] else { return }
        let trial = LuaTrial(repetition: Uncounted(repetition), state: state)
        var reader = QuickReader(values, core, planned, trying: trial)
        reader.fill(place)
      } else {
        switch repetition.ask(state) {
        case .none, .uncertain: break
        case .answer(let candidate, .nil):
          kept(candidate, as: place.type)?.with { $0.fill(place) }
        case .answer(_, let value): place.put(NativeValue(value))
        }
      }
      if place.isVacant { repetition.refuse() }
    }
  }
}

extension ModelCore {
  /// Puts the answer for a key that is not set into a place, if Lua had a part in it before.
  func fillAgain(
    _ place: borrowing VacantPlace, withValueOf number: UInt32, of subject: UInt64,
    _ values: ContextReader
  ) {
    guard suspensions.isEmpty else { return }
    let workplace = lend()
    workplace.fillAgain(place, withValueOf: number, of: subject, values)
    pool.giveBack(workplace)
  }
}
