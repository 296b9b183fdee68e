import Dispatch
import LuaBridge
import Synchronization

// A state that ran out of memory is thrown away, and making another one runs the rule files
// again. After the first time, the pool makes a reserve state in advance, on another thread,
// so that the next evaluation need not wait.

extension StatePool {
  /// The reserve: at most one state made in advance.
  struct Reserve: Sendable {
    var idle: Idle?
    var since = ContinuousClock.now
    var isBeingMade = false
  }

  /// The queue on which reserve states are made, one at a time for all models.
  private static let queue = DispatchQueue(label: "luarules.states", qos: .utility)

  /// Takes the reserve state, if it has been there for at least `age`.
  func takeReserve(ifOlderThan age: Duration = .zero) -> Idle? {
    reserve.withLock { reserve in
      guard reserve.idle != nil, reserve.since.duration(to: .now) >= age else { return nil }
      return reserve.idle.take()
    }
  }

  /// Starts to make a reserve state, unless there is one or memory is short.
  func fillReserve(for core: ModelCore) {
    guard limits.idle > 0, limits.memory.used < limits.memory.limit / 2 else { return }
    let isMissing = reserve.withLock { reserve in
      guard reserve.idle == nil, !reserve.isBeingMade else { return false }
      reserve.isBeingMade = true
      return true
    }
    guard isMissing else { return }
    Self.queue.async { [self, weak core] in
      // An error is ignored here: the next evaluation that needs a state meets it again.
      let idle = core.flatMap { core in
        (try? ModelLoader.join(core)).map { Idle(place: PooledEvaluator(core, state: $0)) }
      }
      reserve.withLock { $0 = Reserve(idle: idle) }
    }
  }
}

extension ModelCore {
  /// Returns an unused state: the reserve, else a new one.
  func freshState() throws(RuleError) -> LuaState {
    guard let state = pool.takeReserve()?.place.takeState() else {
      return try ModelLoader.join(self)
    }
    pool.fillReserve(for: self)
    return state
  }

  /// Throws away the state of an evaluator whose budget ran out, and refills the reserve.
  func dropState(of place: PooledEvaluator) {
    place.dropState()
    pool.fillReserve(for: self)
  }
}
