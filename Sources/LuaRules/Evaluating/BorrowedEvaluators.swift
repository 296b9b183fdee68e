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

  func place(of link: Int) -> UnretainedReference<PooledEvaluator>? {
    link == 0 ? firstPlace : furtherPlaces[link - 1]
  }

  mutating func setPlace(_ place: UnretainedReference<PooledEvaluator>?, of link: Int) {
    if link == 0 { firstPlace = place } else { furtherPlaces[link - 1] = place }
  }

  func state(of link: Int) -> UnretainedReference<LuaState>? {
    link == 0 ? firstState : furtherStates[link - 1]
  }

  mutating func setState(_ state: UnretainedReference<LuaState>?, of link: Int) {
    if link == 0 { firstState = state } else { furtherStates[link - 1] = state }
  }
}
