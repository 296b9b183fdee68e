import LuaBridge

/// Asks the candidates of a key in Lua without an access.
///
/// Most functions read what is set on the context, and nothing else. Lua finds that by itself, so
/// there is nothing for an access to compute, to note or to answer. The functions are called without
/// one, on a whole budget as for any question. What goes wrong, or needs the host, is asked once more
/// in an access. No code of the host's has run until then.
///
/// INVARIANT: belongs to a ``KeyKnowledge``, which one thread uses at a time.
final class LoneCandidates {
  private let candidates: LuaCandidates
  private let budget: LuaBudget
  private let allowance: LuaBudget.Allowance
  private let memoryLimit: Int
  private let attempts = ThreadCell(Attempts())

  /// When it was of no use to ask, it is asked more and more seldom.
  private struct Attempts {
    /// How many questions go to an access at once.
    var skipped = 0
    /// How many did after the last attempt that was of no use.
    var pause = 0
    /// Whether the last question was answered without an access.
    var isOfUse = false
    /// Whether the state that was asked cannot be asked again.
    var isSpoilt = false
  }

  private static let longestPause = 1000

  init(_ all: [KeyKnowledge.Candidate], in core: ModelCore) {
    candidates = LuaCandidates(all.map(\.call))
    allowance = core.budget.allowance
    budget = LuaBudget(allowance)
    memoryLimit = core.budget.memory
  }

  /// Asks a state, by a body that asks candidates and returns whether that gave an answer.
  ///
  /// - Returns: Whether the state can be asked again.
  @inline(__always)
  func ask(_ body: () -> Bool) -> Bool {
    if attempts.value.skipped > 0 {
      attempts.value.skipped -= 1
      attempts.value.isOfUse = false
      return true
    }
    budget.renew(allowance)
    attempts.value.isOfUse = body()
    if attempts.value.isOfUse {
      attempts.value.pause = 0
      return true
    }
    // What used its budget up here does so once more in the access.
    attempts.value.pause =
      budget.isExhausted
      ? Self.longestPause : min(2 * attempts.value.pause + 1, Self.longestPause)
    attempts.value.skipped = attempts.value.pause
    defer { attempts.value.isSpoilt = false }
    return !attempts.value.isSpoilt
  }

  /// Whether the last question was answered without an access.
  var isOfUse: Bool { attempts.value.isOfUse }

  /// Asks all candidates in order.
  @inline(__always)
  func ask(_ values: EntryReader, in state: Uncounted<LuaState>) -> LuaState.AnswerAlone {
    ask(0..<candidates.count, values, in: state)
  }

  /// Asks some candidates in order.
  @inline(__always)
  func ask(
    _ range: Range<Int>, _ values: EntryReader, in state: Uncounted<LuaState>
  ) -> LuaState.AnswerAlone {
    state.with { state in
      let answer = state.askAlone(
        candidates, in: range, reading: values, using: budget, memoryLimit: memoryLimit)
      if case .failed = answer {
        attempts.value.isSpoilt = budget.isOutOfMemory || !state.recover()
      }
      return answer
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

/// Asks Lua for the candidates that a plan leaves to it.
struct LoneLua {
  let candidates: Uncounted<LoneCandidates>
  let values: EntryReader
  let state: Uncounted<LuaState>

  /// Asks one candidate.
  func ask(_ candidate: Int) -> LuaState.AnswerAlone {
    candidates.with { $0.ask(candidate..<candidate + 1, values, in: state) }
  }
}

extension KeyKnowledge {
  /// Puts the answer for the key, which is not set, into a place, if it is found without an access.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - context: The context that is asked.
  ///   - state: The state in which Lua is asked, if there is one.
  ///   - core: The model.
  ///   - host: Runs code of the host's.
  ///   - isNobody: Becomes true where no candidate holds, and nothing is declared.
  /// - Returns: Whether the state can be asked again.
  func fill(
    _ place: borrowing VacantPlace, of context: Borrowed<RuleContext>,
    in state: Uncounted<LuaState>?,
    of core: ModelCore, asking host: Uncounted<HostReads>, _ isNobody: inout Bool
  ) -> Bool {
    let values = context.value.values.read
    return lone.ask {
      if core.isPlanned {
        guard let planned = core.quickKeys[Int(key.number)] else { return false }
        let lua = state.map {
          LoneLua(candidates: Uncounted(lone), values: values, state: $0)
        }
        var reader = QuickReader(
          ContextReader(values, isWhole: true), core, planned, asking: lua, and: host)
        if case .nobody? = reader.fill(place) {
          isNobody = core.fillDefault(place, ofKeyWith: key.number).outcome != nil
        }
      } else if let state {
        switch lone.ask(values, in: state) {
        case .none, .failed: break
        case .winner(let candidate, .nil):
          kept(candidate, as: place.type)?.with { $0.fill(place) }
        case .winner(_, let value): place.put(NativeValue(value))
        }
      }
      return isNobody || !place.isVacant
    }
  }
}
