import LuaBridge

/// The workplaces that one access has borrowed, one of each model, and their states that are in use.
///
/// The first model has fields of its own, because most contexts have no other.
///
/// INVARIANT: workplaces are lent for the length of the access. The reference belongs to the access, or to
/// who runs an access of that workplace.
struct LentPlaces {
  var firstPlace: Uncounted<Workplace>?
  /// The state of the first model, once it is in use.
  var firstState: Uncounted<LuaState>?
  private var furtherPlaces: [Uncounted<Workplace>?]
  private var furtherStates: [Uncounted<LuaState>?]

  /// Makes room for the workplaces of so many models.
  init(count: Int) {
    furtherPlaces = Array(repeating: nil, count: max(0, count - 1))
    furtherStates = Array(repeating: nil, count: max(0, count - 1))
  }

  /// Whether there may be a state in use.
  var mayHaveStates: Bool { firstState != nil || !furtherStates.isEmpty }

  func place(of link: Int) -> Uncounted<Workplace>? {
    link == 0 ? firstPlace : furtherPlaces[link - 1]
  }

  mutating func setPlace(_ place: Uncounted<Workplace>?, of link: Int) {
    if link == 0 { firstPlace = place } else { furtherPlaces[link - 1] = place }
  }

  func state(of link: Int) -> Uncounted<LuaState>? {
    link == 0 ? firstState : furtherStates[link - 1]
  }

  mutating func setState(_ state: Uncounted<LuaState>?, of link: Int) {
    if link == 0 { firstState = state } else { furtherStates[link - 1] = state }
  }
}
