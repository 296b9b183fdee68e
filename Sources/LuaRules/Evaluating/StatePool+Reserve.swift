import Dispatch
import LuaBridge
import Synchronization

// A state whose memory ran out is thrown away, and another one must run the rule
// files again. Once that has happened, one is made in advance and on a thread of
// its own, so that who asks next need not wait for it.

extension StatePool {
  /// The state in advance, if there is one.
  struct Reserve: Sendable {
    var idle: Idle?
    var since = ContinuousClock.now
    var isBeingMade = false
  }

  /// Here states are made in advance: one at a time, of all models.
  private static let queue = DispatchQueue(label: "luarules.states", qos: .utility)

  /// Takes the state in advance, if it is there long enough.
  func takeReserve(ifOlderThan age: Duration = .zero) -> Idle? {
    reserve.withLock { reserve in
      guard reserve.idle != nil, reserve.since.duration(to: .now) >= age else { return nil }
      return reserve.idle.take()
    }
  }

  /// Has a state made in advance, unless there is one or memory becomes short.
  func fillReserve(for core: ModelCore) {
    guard limits.idle > 0, limits.memory.used < limits.memory.limit / 2 else { return }
    let isMissing = reserve.withLock { reserve in
      guard reserve.idle == nil, !reserve.isBeingMade else { return false }
      reserve.isBeingMade = true
      return true
    }
    guard isMissing else { return }
    Self.queue.async { [self, weak core] in
      // What cannot be made here fails for who needs it, and is told there.
      let idle = core.flatMap { core in
        (try? ModelLoader.join(core)).map { Idle(place: PooledEvaluator(core, state: $0)) }
      }
      reserve.withLock { $0 = Reserve(idle: idle) }
    }
  }
}

extension ModelCore {
  /// A state that nobody uses: the one in advance, or else a new one.
  func freshState() throws(RuleError) -> LuaState {
    guard let state = pool.takeReserve()?.place.takeState() else {
      return try ModelLoader.join(self)
    }
    pool.fillReserve(for: self)
    return state
  }

  /// Throws the state of a workplace away, whose budget ran out, and sees to another.
  func dropState(of place: PooledEvaluator) {
    place.dropState()
    pool.fillReserve(for: self)
  }
}
