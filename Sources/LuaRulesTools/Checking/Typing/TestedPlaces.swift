import LuaBytecode
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
  /// The positions of the tests in the function, by the places that they look at.
  private var positions: [TypePlaces.ID: Set<Int>] = [:]
  /// The positions of tests that look at a value that may depend on others in a way that is not known.
  private var unknown: Set<Int> = []
  /// How often places were tested before the function was called.
  private var earlier: [TypePlaces.ID: Int] = [:]
  /// Whether a test before has looked at a value that may depend on others in a way that is not known.
  var hadUnknown = false

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

  /// Notes a test of a value that may depend on others in a way that is not known.
  mutating func noteUnknown(at position: Int) { unknown.insert(position) }

  /// Notes a test before the function is called.
  mutating func note(earlier place: TypePlaces.ID) { earlier[place, default: 0] += 1 }

  /// Adds the tests of another function that is called before.
  mutating func merge(earlier other: TestedPlaces) {
    mergeValues(of: other)
    earlier.merge(other.counts) { $0 + $1 }
    if other.hadUnknown || !other.unknown.isEmpty { hadUnknown = true }
  }

  /// Adds the tests of a function that is made at a position.
  mutating func merge(_ other: TestedPlaces, at position: Int) {
    mergeValues(of: other)
    for place in other.positions.keys { note(place, at: position) }
    if !other.unknown.isEmpty { noteUnknown(at: position) }
  }

  /// Adds what the tests of a called function have looked at.
  mutating func merge(called other: TestedPlaces) { mergeValues(of: other) }

  /// The same tests, for a function that is called after them.
  var beforeCall: TestedPlaces {
    var before = TestedPlaces()
    before.merge(earlier: self)
    return before
  }

  private mutating func mergeValues(of other: TestedPlaces) {
    values.merge(other.values) { first, _ in first }
    calculated.merge(other.calculated) { first, _ in first }
  }

  /// How often each place was tested.
  private var counts: [TypePlaces.ID: Int] {
    earlier.merging(positions.mapValues(\.count)) { $0 + $1 }
  }

  /// Whether a test may have made sure of a value in a way that the types do not show.
  ///
  /// Where ways meet, what one test has told on each of them is lost, so a second test of the same value
  /// may tell something of others. A test counts only where it decides whether the position is reached.
  ///
  /// - Parameters:
  ///   - place: The value.
  ///   - position: Where it is used.
  ///   - function: The function.
  ///   - isReached: Whether a way leads to an instruction, by position.
  /// - Returns: Whether a test may have made sure that the value is there.
  /// - Complexity: O(*n* · *t*) for *n* instructions and *t* tests.
  func mayGuard(
    _ place: TypePlaces.ID, at position: Int, of function: CompiledFunction, isReached: [Bool]
  ) -> Bool {
    if hadUnknown { return true }
    let isBefore = function.positions(leadingTo: position, isReached, whateverGive: [])
    let uses = (positions[place] ?? []).filter { isBefore[$0] }
    var doubtful = unknown.filter { isBefore[$0] }
    if doubtful.isEmpty, uses.isEmpty, earlier[place] == nil { return false }
    for (other, tests) in positions where other != place {
      let before = tests.filter { isBefore[$0] }
      let count = before.count + (earlier[other] ?? 0)
      if earlier[place] != nil, count > 1 { return true }
      if !uses.isEmpty, count > 1 { doubtful.formUnion(before) }
    }
    if earlier[place] != nil, earlier.contains(where: { $0.key != place && $0.value > 1 }) {
      return true
    }
    // Whether a loop is entered may depend on the value.
    if !uses.isEmpty {
      doubtful.formUnion(function.code.indices.filter { function.decidesLoop($0) })
    }
    if doubtful.isEmpty { return false }
    return !function.positions(
      leadingTo: position, isReached, whateverGive: doubtful.union(uses))[0]
  }

  /// Whether an instruction is reached whatever the tests give of which the types do not show all.
  func isCertain(_ position: Int, of function: CompiledFunction, isReached: [Bool]) -> Bool {
    unknown.isEmpty
      || function.positions(leadingTo: position, isReached, whateverGive: unknown)[0]
  }

  /// Whether a place was tested.
  func looksAt(_ place: TypePlaces.ID) -> Bool {
    positions[place] != nil || earlier[place] != nil
  }
}

extension CompiledFunction {
  /// Whether an instruction enters a `for` loop or leaves it.
  fileprivate func decidesLoop(_ position: Int) -> Bool {
    switch code[position].opcode {
    case .forPrepare, .forLoop, .genericForLoop: true
    default: false
    }
  }

  /// Returns from which instructions another one is reached, where all loops come to an end.
  ///
  /// - Parameters:
  ///   - target: The other instruction.
  ///   - isReached: Whether an instruction is reached at all, by position.
  ///   - doubtful: The instructions that lead there only if all their ways do.
  /// - Returns: Whether an instruction leads there, by position.
  fileprivate func positions(
    leadingTo target: Int, _ isReached: [Bool], whateverGive doubtful: Set<Int>
  ) -> [Bool] {
    var isExcluded = Array(repeating: false, count: code.count)
    while true {
      var leads = Array(repeating: false, count: code.count)
      leads[target] = true
      var hasChanged = true
      while hasChanged {
        hasChanged = false
        for position in code.indices.reversed() where !leads[position] && !isExcluded[position] {
          guard isReached[position] else { continue }
          forEachSuccessor(of: position) { if leads[$0] { leads[position] = true } }
          if leads[position] { hasChanged = true }
        }
      }
      var isDone = true
      for position in doubtful where leads[position] && position != target {
        var leadsAlways = true
        forEachSuccessor(of: position) { if isReached[$0], !leads[$0] { leadsAlways = false } }
        guard !leadsAlways else { continue }
        isExcluded[position] = true
        isDone = false
      }
      if isDone { return leads }
    }
  }
}
