import LuaBridge

/// The pooled evaluators that one evaluation has borrowed, one for each model,
/// and their Lua states in use.
///
/// The first model has fields of its own, because most contexts have only one model.
///
/// INVARIANT: an evaluator is borrowed until the evaluation ends. The reference belongs to the
/// evaluation, or to the function that runs the evaluation of that pooled evaluator.
struct BorrowedEvaluators {
  var firstPlace: UnretainedReference<PooledEvaluator>?
  /// The state of the first model, once it is in use.
  var firstState: UnretainedReference<LuaState>?
  private var furtherPlaces: [UnretainedReference<PooledEvaluator>?]
  private var furtherStates: [UnretainedReference<LuaState>?]

  /// Creates the storage for `count` models.
  init(count: Int) {
    furtherPlaces = Array(repeating: nil, count: max(0, count - 1))
    furtherStates = Array(repeating: nil, count: max(0, count - 1))
  }

  /// Whether some state may be in use.
  var mayHaveStates: Bool { firstState != nil || !furtherStates.isEmpty }

  func place(of modelIndex: Int) -> UnretainedReference<PooledEvaluator>? {
    modelIndex == 0 ? firstPlace : furtherPlaces[modelIndex - 1]
  }

  mutating func setPlace(_ place: UnretainedReference<PooledEvaluator>?, of modelIndex: Int) {
    if modelIndex == 0 { firstPlace = place } else { furtherPlaces[modelIndex - 1] = place }
  }

  func state(of modelIndex: Int) -> UnretainedReference<LuaState>? {
    modelIndex == 0 ? firstState : furtherStates[modelIndex - 1]
  }

  mutating func setState(_ state: UnretainedReference<LuaState>?, of modelIndex: Int) {
    if modelIndex == 0 { firstState = state } else { furtherStates[modelIndex - 1] = state }
  }
}
