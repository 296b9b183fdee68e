import LuaBridge
import LuaRules

// What comparisons by `==` tell of values.

extension FunctionTyping {
  /// Narrows to what an outcome of `==` implies; returns whether the outcome is possible.
  mutating func assumeEqual(
    _ index: Int, _ right: LuaType, other: Int? = nil, _ outcome: Bool
  ) -> Bool {
    let left = type(index)
    if outcome {
      let both = left.intersection(right)
      if both.isNever || areDifferent(left, right, index, other) { return false }
      guard assumeTruth(of: index, both) else { return false }
      narrow(index, to: both)
      if let other {
        narrow(other, to: right.intersection(left))
        let places = (register(index).place, register(other).place)
        if places.0 != 0, places.1 != 0 {
          if state.areEqual(places.0, places.1) == false { return false }
          state.note(places.0, places.1, areEqual: true)
          if left.isOnly(.number), right.isOnly(.number) { state.noteEqual(places.0, places.1) }
        }
      }
      return noteKind(index, right, true)
    }
    if let other {
      let places = (register(index).place, register(other).place)
      if places.0 != 0, places.1 != 0 {
        if state.areEqual(places.0, places.1) == true || isItself(index, other) { return false }
        state.note(places.0, places.1, areEqual: false)
      }
    }
    let rest = left.excluding(right)
    guard !rest.isNever, assumeTruth(of: index, rest) else { return false }
    narrow(index, to: rest)
    if let other { narrow(other, to: right.excluding(left)) }
    return noteKind(index, right, false)
  }

  /// Narrows to what the truth of a register implies that is of a type now, as after `isSet == true`; returns
  /// whether that is possible.
  private mutating func assumeTruth(of index: Int, _ type: LuaType) -> Bool {
    guard let implication = register(index).implication, let truth = type.truth else { return true }
    guard let facts = truth ? implication.whenTrue : implication.whenFalse else { return false }
    return state.assume(facts)
  }

  /// Whether two registers hold the same declared value, which is equal to itself: a float may be none (NaN),
  /// and of tables nothing is said.
  func isItself(_ left: Int, _ right: Int) -> Bool {
    let place = register(left).place
    return place == register(right).place && analysis.places.isDeclared(place)
      && type(left).isOnly([.nothing, .no, .yes, .integer, .text])
  }

  /// Whether one side is a new table, which is equal to nothing else.
  func areDifferent(_ left: LuaType, _ right: LuaType, _ index: Int, _ other: Int?) -> Bool {
    guard left.isOnly(.table), right.isOnly(.table), let one = left.shape, let two = right.shape
    else { return false }
    return (one == .made) != (two == .made)
  }

  /// Narrows the value whose kind was compared, as in `type(x) == "string"`.
  private mutating func noteKind(_ index: Int, _ name: LuaType, _ isEqual: Bool) -> Bool {
    let place = register(index).kindOf
    // Where both are equal, the other side is a text as well.
    guard place != 0, let bytes = isEqual ? name.only(.text).onlyText : name.onlyText else {
      return true
    }
    let known = state.facts[place] ?? analysis.places[place].declared ?? .any
    let kinds: LuaType.Kinds
    switch String(decoding: bytes, as: UTF8.self) {
    case "nil": kinds = .nothing
    case "boolean": kinds = .boolean
    case "number": kinds = .number
    case "string": kinds = .text
    case "table": kinds = [.table, .other]
    case "function":
      if case .declared? = known.shape {
        kinds = [.function, .other]
      } else {
        kinds = [.function, .table, .other]
      }
    case "null": kinds = .null
    default: return true
    }
    let rest =
      isEqual
      ? known.only(kinds)
      : kinds == [.table, .other]
        ? known.without(.table)
        : [.nothing, .boolean, .number, .text, .null].contains(kinds)
          ? known.without(kinds) : known
    if rest.isNever { return false }
    state.facts[place] = rest
    return true
  }
}
