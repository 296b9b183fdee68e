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
  /// Whether a number was tested whose calculation may leave the range of integers.
  private(set) var mayOverflow = false
  /// The positions of the tests in the function, by the places that they look at.
  private var positions: [TypePlaces.ID: Set<Int>] = [:]
  /// The positions of tests that look at a value that may depend on others in a way that is not known.
  private var unknown: Set<Int> = []
  /// Those of them that look at nothing but arguments of the function, of which the types show all.
  private var ofArguments: Set<Int> = []
  /// The keys that rules answer and that tests look at, by the positions of the tests: what these answers
  /// depend on, they may tell something of.
  private var answers: [Int: Set<String>] = [:]
  /// Such keys that were looked at before the function was called.
  private var earlierAnswers: Set<String> = []
  /// How often places were tested before the function was called.
  private var earlier: [TypePlaces.ID: Int] = [:]
  /// Whether a test before has looked at a value that may depend on others in a way that is not known.
  var hadUnknown = false

  /// The numbers of which the function has looked at the fraction, as `x % 1` and `math.floor(x)` do.
  private(set) var rounded: Set<TypePlaces.ID> = []

  /// The positions of tests that end the evaluation with one of their outcomes: calls of `assert`.
  private var ending: Set<Int> = []

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

  /// Notes a test of a number whose calculation may leave the range of integers.
  mutating func noteOverflow() { mayOverflow = true }

  /// Notes a test of a value that may depend on others in a way that is not known.
  ///
  /// - Parameters:
  ///   - position: The test.
  ///   - isOfArgument: Whether the value is an argument of the function.
  mutating func noteUnknown(at position: Int, isOfArgument: Bool = false) {
    if !isOfArgument {
      ofArguments.remove(position)
    } else if !unknown.contains(position) {
      ofArguments.insert(position)
    }
    unknown.insert(position)
  }

  /// Notes a test of a key that rules answer.
  mutating func note(answer key: String, at position: Int) {
    answers[position, default: []].insert(key)
  }

  /// Notes a test of a key that rules answer before the function is called.
  mutating func note(earlierAnswer key: String) { earlierAnswers.insert(key) }

  /// Notes that a test ends the evaluation with one of its outcomes.
  mutating func noteEnd(at position: Int) { ending.insert(position) }

  /// Notes numbers of which the fraction is looked at.
  mutating func note(rounded places: Set<TypePlaces.ID>) { rounded.formUnion(places) }

  /// Notes a test before the function is called.
  mutating func note(earlier place: TypePlaces.ID) { earlier[place, default: 0] += 1 }

  /// Adds the tests of another function that is called before.
  mutating func merge(earlier other: TestedPlaces) {
    mergeValues(of: other)
    earlier.merge(other.counts) { $0 + $1 }
    if other.hadUnknown || !other.unknown.isEmpty { hadUnknown = true }
    earlierAnswers.formUnion(other.earlierAnswers)
    for keys in other.answers.values { earlierAnswers.formUnion(keys) }
  }

  /// Adds the tests of a function that is made at a position.
  mutating func merge(_ other: TestedPlaces, at position: Int) {
    mergeValues(of: other)
    for place in other.positions.keys { note(place, at: position) }
    if !other.unknown.isEmpty { noteUnknown(at: position) }
    for keys in other.answers.values { answers[position, default: []].formUnion(keys) }
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
    rounded.formUnion(other.rounded)
    if other.mayOverflow { mayOverflow = true }
  }

  /// The tests without those that look at values of which it is not known on what they depend.
  var withoutUnknown: TestedPlaces {
    var others = self
    others.unknown = []
    return others
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
  ///   - ways: The ways through the function.
  ///   - renewal: Where the value is read anew in each round of a loop; `nil` for one that stays.
  ///   - isExact: Whether the types show all that a test of the value tells, so that it guards nothing more.
  ///   - mayDepend: Whether the answers for a key may depend on the value.
  /// - Returns: Whether a test may have made sure that the value is there.
  /// - Complexity: O(*n* · *t*) for *n* instructions and *t* tests.
  func mayGuard(
    _ place: TypePlaces.ID, at position: Int, _ ways: WaysToUse, renewedAt renewal: Int? = nil,
    ignoring isExact: (Int) -> Bool = { _ in false }, _ mayDepend: (String) -> Bool
  ) -> Bool {
    if hadUnknown || earlierAnswers.contains(where: mayDepend) { return true }
    var isBefore = ways.positions(leadingTo: position)
    // A comparison does not make sure of what it compares itself, in a loop either.
    isBefore[position] = false
    var uses = (positions[place] ?? []).filter { isBefore[$0] && !isExact($0) }
    if let renewal, !uses.isEmpty {
      let isSame = ways.positions(leadingTo: position, without: [renewal])
      uses = uses.filter { isSame[$0] }
    }
    var doubtful = unknown.filter { isBefore[$0] }
    for (test, keys) in answers where isBefore[test] && keys.contains(where: mayDepend) {
      doubtful.insert(test)
    }
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
    // Whether a loop is entered may depend on the value. A loop around the use is not ended by a test that its
    // first round comes to behind the use.
    var loops: Set<Int> = []
    let use = position
    let untested = ways.whatever(doubtful, ending: ending).positions(leadingTo: use)
    let code = ways.function.code
    for position in code.indices where ways.function.decidesLoop(position) {
      let end = code[position].target(from: position)
      let loop = min(position, end)...max(position, end)
      if !uses.isEmpty || doubtful.contains(where: { loop.contains($0) }),
        !(uses.isEmpty && loop.contains(use) && untested[end < position ? end : position + 1])
      {
        loops.insert(position)
      }
    }
    if doubtful.isEmpty, loops.isEmpty { return false }
    return !ways.whatever(doubtful.union(uses), loops: loops, ending: ending)
      .positions(leadingTo: position)[0]
  }

  /// Whether an instruction is reached whatever the tests give of which the types do not show all.
  ///
  /// - Parameters:
  ///   - position: The instruction.
  ///   - ways: The ways through the function.
  ///   - ignoresArguments: Whether tests of arguments do not count.
  ///   - showsAll: Whether the types show all that a test of a place tells.
  /// - Returns: Whether it is reached in any case.
  func isCertain(
    _ position: Int, _ ways: WaysToUse, ignoresArguments: Bool,
    _ showsAll: (TypePlaces.ID) -> Bool
  ) -> Bool {
    var doubtful = unknown.subtracting(ignoresArguments ? ofArguments : []).union(answers.keys)
    for (place, tests) in positions where !showsAll(place) { doubtful.formUnion(tests) }
    if doubtful.isEmpty { return true }
    return ways.whatever(doubtful, ending: ending).positions(leadingTo: position)[0]
  }

  /// Whether the types show all that the tests tell: each looks at a declared value, and at most one value is
  /// looked at more than once.
  var areExact: Bool {
    unknown.isEmpty && !hadUnknown && answers.isEmpty && earlierAnswers.isEmpty && earlier.isEmpty
      && positions.values.count { $0.count > 1 } <= 1
  }

  /// Whether nothing was tested.
  var isEmpty: Bool {
    positions.isEmpty && unknown.isEmpty && earlier.isEmpty && !hadUnknown && answers.isEmpty
      && earlierAnswers.isEmpty
  }

  /// Whether some test tells something that the types do not show.
  var tellsMore: Bool {
    hadUnknown || !unknown.isEmpty || !answers.isEmpty || !earlierAnswers.isEmpty
      || positions.values.contains { $0.count > 1 }
  }

  /// Whether a place like another one was tested.
  func looks(atAny isLike: (TypePlaces.ID) -> Bool) -> Bool {
    positions.keys.contains(where: isLike)
  }

  /// Whether a place like another one was tested, in the function or before.
  func hasLooked(atAny isLike: (TypePlaces.ID) -> Bool) -> Bool {
    positions.keys.contains(where: isLike) || earlier.keys.contains(where: isLike)
  }

  /// Whether something at another position tests a place, or may do so.
  func mayLook(at place: TypePlaces.ID, otherThanAt position: Int) -> Bool {
    positions[place]?.contains { $0 != position } == true || unknown.contains { $0 != position }
      || answers.keys.contains { $0 != position }
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
}
