import LuaBytecode
import LuaRules

// Values that may be missing where they are used, and what makes sure of them.

extension FunctionTyping {
  /// Returns the warning of a value that may be missing, if the schema says so.
  func missing(
    _ type: LuaType, _ value: TypeState.Value, _ words: String?, _ use: String
  ) -> TypeFault? {
    guard isTelling, type.mayBe(.nothing), !type.isOnly(.nothing), let words else { return nil }
    guard value.place > 0 else {
      return missingUnset(words, use) ?? missingBehindAnd(value, words, use)
    }
    let origin = analysis.places[value.place].origin
    guard
      origin != nil
        || !analysis.places[analysis.places[value.place].root].isChosen
          && analysis.places[value.place].isOptional && analysis.places.isDeclared(value.place),
      analysis.places[value.place].isMissingAtFirst
        || !isTestedElsewhere(value.place) && !mayBeGuarded(value.place)
    else { return nil }
    if let origin {
      var fault = missing(words, use, origin)
      if let parameter = parameterCalled(for: value.place) {
        fault.isOfCallback = true
        return fault.of(parameter)
      }
      let isGiven = given.arguments?.contains { $0.place == value.place } == true
      guard isGiven else { return fault }
      // What is tested of other arguments may say under which key the value was read.
      return tests.isEmpty ? fault.of(value) : nil
    }
    let isOfContext = analysis.places[value.place].root == TypePlaces.context
    let path = analysis.places[value.place].path ?? []
    let reason =
      if list(of: value.place) != nil {
        "the list may be too short"
      } else if analysis.places[value.place].isNullable {
        "the schema allows null"
      } else if path.count != 1 {
        "the schema does not require it"
      } else if analysis.keys.isNullable(path[0]) {
        "the schema allows null"
      } else {
        "rules answer it in some cases only"
      }
    var fault = TypeFault(
      .possibleNil, .warning, "`\(words)` may be nil \(use): \(reason)",
      fix: words.contains("…")
        ? "test it first" : "test it first, as in `\(isOfContext ? "c." : "")\(words) and …`",
      subject: words.lastName, isFatal: false)
    let list = list(of: value.place)
    fault.path = analysis.places[list ?? value.place].path
    fault.isOfElement = list != nil
    fault.place = value.place
    return fault.of(value)
  }

  /// Returns the warning of a value that is nil where another one is, as in `contact and contact.mail`.
  private func missingBehindAnd(
    _ value: TypeState.Value, _ words: String, _ use: String
  ) -> TypeFault? {
    let place = value.missing
    let entry = analysis.places[place]
    let isDeclared =
      entry.isOptional && analysis.places.isDeclared(place)
      && !analysis.places[entry.root].isChosen && list(of: place) == nil
    guard place > 0, entry.origin != nil || isDeclared,
      state.facts[place]?.mayBe(.nothing) != false,
      !isTestedElsewhere(place), !mayBeGuarded(place), !isLookedAtByCall(words)
    else { return nil }
    if let origin = entry.origin { return missing(words, use, origin) }
    var fault = TypeFault(
      .possibleNil, .warning,
      "`\(words)` may be nil \(use), because `\(entry.text)` may be missing",
      fix: "test it first, or give it another value by `or`", subject: words.lastName,
      isFatal: false)
    fault.path = entry.path
    fault.place = place
    return fault.of(value)
  }

  /// Whether a function that is called may have ended the evaluation for what a variable holds.
  private func isLookedAtByCall(_ words: String) -> Bool {
    let locals = function.locals.filter { $0.start <= position && position < $0.end }
    guard let register = locals.lastIndex(where: { $0.name == words }) else { return false }
    let start = locals[register].start
    guard
      let first = (start..<max(start, position)).first(where: {
        function.code[$0].reads(register) && function.code[$0].opcode != .testSet
      })
    else { return false }
    return (first..<position).contains { other in
      [.call, .tailCall].contains(function.code[other].opcode) && !pureCalls.contains(other)
    }
  }

  /// Returns the warning of a value that a call or a table of the file may not give.
  private func missing(_ words: String, _ use: String, _ origin: TypePlaces.Origin) -> TypeFault {
    // A condition of the rule may have called the same function.
    let reason =
      switch origin {
      case .match: "`\(words)` is nil \(use) where the pattern does not match"
      case .declared: "`\(words)` may be nil \(use): the function is declared so"
      case .function(let reason): "`\(words)` may be nil \(use): \(reason)"
      case .entry(let missing): "`\(words)` may be nil \(use): \(missing)"
      }
    var fault = TypeFault(
      .possibleNil, origin == .match ? .info : .warning, reason,
      fix: "keep it in a local variable, and test that first", subject: words.lastName,
      isFatal: false)
    if case .entry = origin { fault.isOfFile = true }
    return fault
  }

  /// Whether a member of an element is tested where the element is read once more, as in
  /// `list[i].note and list[i].note:upper()`, or in another loop over the same list.
  private func isTestedElsewhere(_ place: TypePlaces.ID) -> Bool {
    let entry = analysis.places[place]
    let root = analysis.places[entry.root]
    guard root.isElement else { return false }
    let member = entry.text.dropFirst(root.text.count)
    return tests.looks(atAny: { other in
      let entry = analysis.places[other]
      let otherRoot = analysis.places[entry.root]
      return other != place && otherRoot.isElement && otherRoot.list == root.list
        && entry.text.dropFirst(otherRoot.text.count) == member
    })
  }

  /// Whether an entry of a table is tested where it is read once more by the same words.
  func isEntryTested(_ place: TypePlaces.ID) -> Bool {
    let entry = analysis.places[place]
    return tests.looks(atAny: { other in
      other != place && analysis.places[other].isEntry && analysis.places[other].text == entry.text
    })
  }

  /// Whether an entry of a table that may lack it is tested, in the function or before.
  var looksAtEntries: Bool {
    tests.hasLooked(atAny: { place in
      if case .entry? = analysis.places[place].origin { return true }
      return analysis.places[place].isEntry
    })
  }

  /// Notes the values that may be missing in functions that this one makes: they may be called only behind
  /// a test that stands elsewhere.
  mutating func tellFaultsInside() {
    for (fault, position) in faultsInside
    where !tests.mayLook(at: fault.place, otherThanAt: position) {
      var fault = fault
      fault.isInside = true
      faults.append(fault)
    }
    faultsInside = []
  }

  /// Whether a way that was found leads to an instruction and goes on behind it, by position.
  private var isLedTo: [Bool] {
    var isLedTo = isReached
    for position in arrived.keys { isLedTo[position] = true }
    for position in ends { isLedTo[position] = false }
    return isLedTo
  }

  /// Whether a test may have made sure of a value in a way that the types do not show.
  func mayBeGuarded(_ place: TypePlaces.ID) -> Bool {
    let list = list(of: place)
    if let list, mayKnowLength(of: list) { return true }
    if tests.isEmpty { return false }
    guard analysis.spendOnWays(function.code.count) else { return true }
    let ways = WaysToUse(function, isLedTo) { analysis.spendOnWays($0) }
    let path = analysis.places[list ?? place].path
    // What the function counts and collects by itself tells nothing of a value that it reads here only.
    let tests = isReadOnlyHere(place, ways) ? self.tests.withoutUnknown : self.tests
    let mayGuard = tests.mayGuard(
      place, at: position, ways, renewedAt: renewal(of: place), ignoring: isExactTest
    ) { key in
      path.map { analysis.depending.mayDepend(key: key, on: $0) } ?? true
    }
    return mayGuard || !analysis.spendOnWays(0)
  }

  /// Returns the instruction that reads the element anew that a place is in; `nil` for other places.
  private func renewal(of place: TypePlaces.ID) -> Int? {
    let root = analysis.places[place].root
    guard analysis.places[root].isElement else { return nil }
    let count = function.code.count
    // The element of a loop is noted behind all instructions.
    return roots.first { $0.value == root && $0.key >= 0 }.map { $0.key % count }
  }

  /// Returns the list that a value is an element of, by a constant number or as the last one.
  private func list(of place: TypePlaces.ID) -> TypePlaces.ID? {
    let entry = analysis.places[place]
    guard entry.text.hasSuffix("]"), entry.isOptional else { return nil }
    return entry.parent != 0 ? entry.parent : entry.list
  }

  /// Whether a test, or a loop around the use, may tell how long a list is.
  private func mayKnowLength(of list: TypePlaces.ID) -> Bool {
    !loops(around: position).isEmpty
      || tests.hasLooked { other in
        let entry = analysis.places[other]
        return other == list || entry.parent == list || entry.list == list
          || analysis.places[entry.root].list == list
      }
  }

  /// Whether the types show all that a test tells: one for a constant that is not nil.
  private func isExactTest(_ position: Int) -> Bool {
    let instruction = function.code[position]
    switch instruction.opcode {
    case .equalImmediate: return true
    case .equalConstant: return function.constant(instruction.b) != .nil
    default: return false
    }
  }

  /// Whether the function reads a member of the context, or of an element of a list there, once, and all that it
  /// has done before depends on other values.
  private func isReadOnlyHere(_ place: TypePlaces.ID, _ ways: WaysToUse) -> Bool {
    let entry = analysis.places[place]
    let element = analysis.places[entry.parent]
    let list = element.isElement ? analysis.places[element.list].path : nil
    guard let path = entry.path ?? list.map({ $0 + [entry.text.lastName] }),
      path.count > 1, let name = path.last, !isInside, !stopsAtFaults
    else { return false }
    let isBefore = ways.positions(leadingTo: position)
    // What was tested of the value, or made of it, may be known by another variable.
    if tests.looks(atAny: { $0 == place })
      || handedOn[place]?.contains(where: { isBefore[$0] }) == true
    {
      return false
    }
    var count = 0
    for position in function.code.indices where isBefore[position] {
      let instruction = function.code[position]
      if let key = answersRead[position], analysis.depending.mayDepend(key: key, on: path) {
        return false
      }
      switch instruction.opcode {
      case .getTable:
        if nameReads.contains(position) { return false }
      case .closure: return false
      case .call, .tailCall:
        if otherCalls.contains(position) { return false }
      case .getUpvalueField:
        if ["pairs", "next"].contains(function.name(instruction.c)) { return false }
      case .getField, .getMethod:
        if function.name(instruction.c) == name { count += 1 }
      default: break
      }
    }
    return count == 1
  }

  /// Whether an instruction of a called function is reached, as far as the arguments tell.
  ///
  /// What a test of the context says of another argument is known to the callers only.
  ///
  /// - Parameters:
  ///   - position: The instruction.
  ///   - arguments: The places of the arguments.
  ///   - ignoresArguments: Whether tests of what is no value of the context do not count.
  ///   - value: The value whose tests alone count, if those of other declared values do not; else `nil`.
  /// - Returns: Whether it is reached whatever those tests give of which the types do not show all.
  func isCertain(
    _ position: Int, for arguments: [TypePlaces.ID], ignoresArguments: Bool = false,
    besides value: TypePlaces.ID? = nil
  ) -> Bool {
    let given = Set(arguments).subtracting([TypePlaces.context])
    let parameters = Set(arguments.indices.compactMap { roots[-1 - $0] })
    let ways = WaysToUse(function, isLedTo) { analysis.spendOnWays($0) }
    return tests.isCertain(position, ways, ignoresArguments: ignoresArguments) { place in
      guard !given.isEmpty else { return true }
      if let value, place != value, analysis.places.isDeclared(place) { return true }
      if parameters.contains(analysis.places[place].root) { return true }
      var outer = place
      while outer > TypePlaces.context {
        if given.contains(outer) { return true }
        outer = analysis.places[outer].parent
      }
      return false
    }
  }
}
