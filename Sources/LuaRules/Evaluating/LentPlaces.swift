import LuaBridge

/// The workplaces that one evaluation has borrowed, one of each model, and their states that are in use.
///
/// The first model has fields of its own, because most contexts have no other.
///
/// INVARIANT: workplaces are lent for the length of the evaluation. The reference belongs to the evaluation, or to
/// who runs an evaluation of that workplace.
struct LentPlaces {
  var firstPlace: UnretainedReference<PooledEvaluator>?
  /// The state of the first model, once it is in use.
  var firstState: UnretainedReference<LuaState>?
  private var furtherPlaces: [UnretainedReference<PooledEvaluator>?]
  private var furtherStates: [UnretainedReference<LuaState>?]

  /// Makes room for the workplaces of so many models.
  init(count: Int) {
    furtherPlaces = Array(repeating: nil, count: max(0, count - 1))
    furtherStates = Array(repeating: nil, count: max(0, count - 1))
  }

  /// Whether there may be a state in use.
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
