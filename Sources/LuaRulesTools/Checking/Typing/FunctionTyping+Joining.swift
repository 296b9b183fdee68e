import LuaRules

// Where ways meet.

extension FunctionTyping {
  /// Joins a state to what is known at a position.
  mutating func arrive(at target: Int, _ arriving: TypeState) {
    var state = arriving
    narrowSums(in: &state, at: target)
    if let loop, !loop.contains(target) {
      leavesLoop = true
      return
    }
    // A join compares all registers and facts, and copies the facts for each truth that differs.
    analysis.spend(state.size / 16)
    if let known = arrived[target] {
      analysis.spend(known.copies(joining: state) * (state.facts.count / 8))
    }
    if target <= position, loop == nil {
      if var known = backEdges[target] {
        _ = known.join(state, isWidening: false)
        backEdges[target] = known
      } else {
        backEdges[target] = state
      }
    }
    guard var known = arrived[target] else {
      arrived[target] = state
      follow(next: target)
      return
    }
    visits[target, default: 0] += 1
    let isWidening = visits[target, default: 0] > 3 && repeated.contains(target)
    if known.join(state, isWidening: isWidening) {
      narrowSums(in: &known, at: target)
      for (place, contents) in known.tables where contents.isShared {
        changedTables.insert(place)
        sharedTables.insert(place)
      }
      arrived[target] = known
      follow(next: target)
    }
  }

  private mutating func follow(next position: Int) {
    let index = pending.partitioningIndex { $0 <= position }
    if index < pending.count, pending[index] == position { return }
    pending.insert(position, at: index)
  }
}
