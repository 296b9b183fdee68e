import LuaBridge
import LuaBytecode
import LuaRules

// Tests, and what they tell of values.

extension FunctionTyping {
  /// Follows a test, which has a jump behind it.
  ///
  /// - Returns: Always `nil`: both ways are branches.
  mutating func test(
    _ instruction: Instruction, _ branch: (inout FunctionTyping, Int) -> Void
  ) -> Int? {
    let faultCount = faults.count
    tellComparison(instruction)
    tellUncalled(instruction)
    let isTold = faults.count > faultCount
    guard !isStopped else { return nil }
    analysis.spend(state.size / 16)
    noteTested(instruction)
    let before = state
    var possible: Set<Bool> = []
    defer { note(instruction, has: possible, in: before) }
    for outcome in [true, false] {
      state = before
      let target = outcome == instruction.k ? position + 1 : position + 2
      guard assume(instruction, outcome) else {
        state = before
        excluded[target] = settingDeciding(instruction)
        excluding[target] = position
        if isTold { explained.insert(target) }
        continue
      }
      possible.insert(outcome)
      if outcome == instruction.k, instruction.opcode == .testSet {
        set(instruction.a, register(instruction.b))
      }
      branch(&self, target)
    }
    return nil
  }

  /// Narrows a register, and the place that its value was read from.
  mutating func narrow(_ index: Int, to type: LuaType) {
    let value = register(index)
    if value.place != 0 {
      if state.facts[value.place] != type { state.facts[value.place] = type }
    } else {
      var narrowed = value
      narrowed.type = type
      if value.type != type { narrowed.sources?.isNarrowed = true }
      set(index, narrowed)
    }
  }

  /// Narrows to what an outcome of a test implies; returns whether the outcome is possible.
  mutating func assume(_ instruction: Instruction, _ outcome: Bool) -> Bool {
    switch instruction.opcode {
    case .test, .testSet:
      let index = instruction.opcode == .test ? instruction.a : instruction.b
      let type = type(index)
      if let implication = register(index).implication {
        guard let facts = outcome ? implication.whenTrue : implication.whenFalse,
          state.assume(facts)
        else { return type.isNever }
      }
      return keep(index, outcome ? type.without(.falsy) : type.only(.falsy))
    case .equal:
      return assumeEqual(instruction.a, type(instruction.b), other: instruction.b, outcome)
    case .equalConstant: return assumeEqual(instruction.a, constant(instruction.b), outcome)
    case .equalImmediate:
      return assumeEqual(instruction.a, LuaType(integer: Int64(instruction.signedB)), outcome)
    case .lessThan, .lessOrEqual:
      return assumeOrder(
        instruction.a, instruction.b, isStrict: instruction.opcode == .lessThan, outcome)
    default:
      let number = Double(instruction.signedB)
      var range: NumberRange
      switch (instruction.opcode, outcome) {
      case (.lessImmediate, true), (.greaterOrEqualImmediate, false):
        range = NumberRange(upper: number, isUpperOpen: true)
      case (.lessOrEqualImmediate, true), (.greaterImmediate, false):
        range = NumberRange(upper: number)
      case (.greaterImmediate, true), (.lessOrEqualImmediate, false):
        range = NumberRange(lower: number, isLowerOpen: true)
      default: range = NumberRange(lower: number)
      }
      // An immediate operand is a number, so the other one is a number too.
      range.mayBeNaN = !outcome && mayBeNaN(instruction.a)
      return keep(instruction.a, type(instruction.a).ordered(range).without(.text))
    }
  }

  /// Whether a register may hold the float that is no number, of which every comparison is false.
  ///
  /// What the schema declares is taken for numbers, unless only what is certain counts.
  private func mayBeNaN(_ index: Int) -> Bool {
    let type = type(index)
    guard type.mayBe(.float), type.range.mayBeNaN else { return false }
    return analysis.countsNaN || !analysis.places.isDeclared(register(index).place)
  }

  /// Notes what a test looks at.
  mutating func noteTested(_ instruction: Instruction) {
    var registers = [instruction.opcode == .testSet ? instruction.b : instruction.a]
    switch instruction.opcode {
    case .equal, .lessThan, .lessOrEqual: registers.append(instruction.b)
    default: break
    }
    let isOrdered: Bool
    switch instruction.opcode {
    case .test, .testSet, .equal, .equalConstant, .equalImmediate: isOrdered = false
    default: isOrdered = true
    }
    let isOfTruth = instruction.opcode == .test || instruction.opcode == .testSet
    noteTested(registers, isOrdered: isOrdered, isOfTruth: isOfTruth)
  }

  /// Notes that the values in registers are tested.
  mutating func noteTested(_ registers: [Int], isOrdered: Bool, isOfTruth: Bool) {
    for index in registers {
      let value = register(index)
      let place = value.kindOf != 0 ? value.kindOf : value.place
      let entry = analysis.places[place]
      let isOfContext = entry.root == TypePlaces.context
      if place != 0 {
        tests.note(place, at: position)
        var type = value.type
        if value.kindOf != 0 {
          // Bounds say nothing of the kind.
          type = state.facts[place] ?? entry.declared ?? .any
          type.range = .all
        }
        let isLength =
          entry.isMeasure && entry.text.hasPrefix("#") && type.range != NumberRange(lower: 0)
        let isNamed =
          isOfContext || analysis.places[entry.root].isElement || isMemberOfResult(place)
        if entry.text.hasPrefix("host."), entry.parent == 0 {
          tests.note(calculated: entry.text, type)
        }
        if entry.isMeasure ? isLength : isNamed {
          tests.note(entry.text, type, path: entry.path, isOrdered: isOrdered)
        }
      }
      for implied in value.implication?.places ?? [] {
        tests.note(implied, at: position)
        noteAnswer(implied)
      }
      if let sources = value.sources { note(sources, isOrdered: isOrdered) }
      if place == 0
        || !isOfContext && !analysis.places[entry.root].isMeasure
          && !analysis.places[entry.root].isElement
      {
        // What a loop sets may depend on more than the last round tells.
        let isSetInLoop = hasLoop && name(of: index, at: position) != nil
        let isWhole = value.implication.map { !$0.isPartial } ?? false
        if !isWhole || !isOfTruth || isSetInLoop, !value.type.isSingle {
          let isOfArgument =
            place != 0 && function.parameterCount > 0
            && (0..<function.parameterCount).contains { roots[-1 - $0] == entry.root }
          tests.noteUnknown(at: position, isOfArgument: isOfArgument)
        }
      } else {
        noteAnswer(place)
      }
    }
  }

  /// Notes what is declared of the values that a tested one was calculated from.
  private mutating func note(_ sources: ValueSources, isOrdered: Bool) {
    for source in sources.values where analysis.places.isDeclared(source.place) {
      let entry = analysis.places[source.place]
      tests.note(entry.text, source.type, path: entry.path, isOrdered: isOrdered)
    }
    if sources.mayOverflow { tests.noteOverflow() }
  }

  /// Notes a test of a value that rules answer: it may tell something of what these answers depend on.
  mutating func noteAnswer(_ place: TypePlaces.ID) {
    let entry = analysis.places[place]
    guard entry.root == TypePlaces.context,
      let path = entry.path ?? analysis.places[entry.parent].path, let key = path.first,
      analysis.keys.isDecidedByRules(path)
    else { return }
    tests.note(answer: key, at: position)
  }

  private mutating func keep(_ index: Int, _ type: LuaType) -> Bool {
    if type.isNever { return self.type(index).isNever }
    narrow(index, to: type)
    return true
  }

  private mutating func assumeOrder(
    _ left: Int, _ right: Int, isStrict: Bool, _ outcome: Bool
  ) -> Bool {
    let order = TypeState.Order(
      left: register(left).place, right: register(right).place, isStrict: isStrict)
    if order.left != 0, order.right != 0 {
      if state.outcome(of: order) == !outcome || !isStrict && !outcome && isItself(left, right) {
        return false
      }
      state.orders[order] = outcome
    }
    let (one, other) = (type(left), type(right))
    if order.left != 0, order.right != 0, !outcome, one.isOnly(.integer), other.isOnly(.integer) {
      state.noteOpposite(of: order)
    }
    let (isLeftNaN, isRightNaN) = (!outcome && mayBeNaN(left), !outcome && mayBeNaN(right))
    // `not (x < y)` is `x >= y`, because what is no number and no string fails.
    let isOpen = isStrict == outcome
    let (low, high) = outcome ? (one, other) : (other, one)
    let below = NumberRange(
      upper: high.mayBe(.number) ? high.range.upper : .infinity,
      isUpperOpen: isOpen || high.range.isUpperOpen)
    let above = NumberRange(
      lower: low.mayBe(.number) ? low.range.lower : -.infinity,
      isLowerOpen: isOpen || low.range.isLowerOpen)
    var (ofLow, ofHigh) = (finite(below), finite(above))
    // `not (x < y)` says nothing of `x` where `y` is no number; then `y` is the low one.
    if isLeftNaN { ofLow = .all }
    if isRightNaN { ofHigh = .all }
    (ofLow.mayBeNaN, ofHigh.mayBeNaN) = (isRightNaN, isLeftNaN)
    let (newLow, newHigh) = (low.ordered(ofLow), high.ordered(ofHigh))
    if newLow.isNever || newHigh.isNever { return one.isNever || other.isNever }
    narrow(left, to: outcome ? newLow : newHigh)
    narrow(right, to: outcome ? newHigh : newLow)
    return true
  }

  private func finite(_ range: NumberRange) -> NumberRange {
    var range = range
    if range.upper == .infinity { range.isUpperOpen = false }
    if range.lower == -.infinity { range.isLowerOpen = false }
    return range
  }
}
