import LuaRules

/// What the tests of a function have looked at.
struct TestedPlaces {
  /// A declared value that a test has compared.
  struct Value {
    var type: LuaType
    let path: [String]?
    var isOrdered: Bool
  }

  /// The declared values, by their names in the source.
  private(set) var values: [String: Value] = [:]
  /// The keys that rules calculate, with their declared types.
  private(set) var calculated: [String: LuaType] = [:]
  private var positions: [TypePlaces.ID: Set<Int>] = [:]
  /// Whether a test has looked at a value that may depend on others in a way that is not known.
  var hasUnknown = false

  mutating func note(_ place: TypePlaces.ID, at position: Int) {
    positions[place, default: []].insert(position)
  }

  mutating func note(_ name: String, _ type: LuaType, path: [String]?, isOrdered: Bool) {
    guard !name.isEmpty else { return }
    guard var known = values[name] else {
      values[name] = Value(type: type, path: path, isOrdered: isOrdered)
      return
    }
    known.type = known.type.union(type)
    if isOrdered { known.isOrdered = true }
    values[name] = known
  }

  mutating func note(calculated name: String, _ type: LuaType) { calculated[name] = type }

  mutating func merge(_ other: TestedPlaces) {
    values.merge(other.values) { first, _ in first }
    calculated.merge(other.calculated) { first, _ in first }
    positions.merge(other.positions) { $0.union($1) }
    if other.hasUnknown { hasUnknown = true }
  }

  /// Whether a test may have made sure of a value in a way that the types do not show.
  ///
  /// Where ways meet, what one test has told on each of them is lost, so a second test of the same value
  /// may tell something of others.
  func mayGuard(_ place: TypePlaces.ID) -> Bool {
    if hasUnknown { return true }
    guard positions[place] != nil else { return false }
    return positions.contains { $0.key != place && $0.value.count > 1 }
  }

  /// Whether a place was tested.
  func looksAt(_ place: TypePlaces.ID) -> Bool { positions[place] != nil }
}
