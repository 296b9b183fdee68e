import LuaBytecode
import LuaRules

// Tests with the same outcome whatever the context holds.

extension FunctionTyping {
  /// The outcomes that a test may have.
  struct Outcomes {
    /// With what earlier tests have told.
    var reached: Set<Bool> = []
    /// With what is declared alone, as far as it was asked.
    var declared: Set<Bool> = []
    /// With what is declared, and the other outcome of the test before it in the same condition.
    var joint: Set<Bool> = []
    /// What the test looks at.
    var tests = TestedPlaces()
    /// The values that the test has compared last, by their registers.
    var operands: [(register: Int, value: TypeState.Value)] = []
  }

  /// A test in a function that has always the same outcome.
  struct DecidedTest {
    let position: Int
    let line: Int
    /// Why it has, as a message.
    let message: String
    /// What the test looks at, if it alone decides.
    var tests: TestedPlaces?
    /// The functions whose results it looks at.
    var callees: Set<Int> = []
    /// Whether it only tells that a value is there.
    var isOfPresence = false
  }

  /// Notes which outcomes a test has in the present state.
  ///
  /// - Parameters:
  ///   - instruction: The test.
  ///   - possible: Its outcomes with what earlier tests have told.
  ///   - before: What was known before the test.
  mutating func note(
    _ instruction: Instruction, has possible: Set<Bool>, in before: TypeState
  ) {
    var known = outcomes[position] ?? Outcomes()
    known.reached.formUnion(possible)
    known.operands = instruction.testedRegisters.map { ($0, before.registers[$0]) }
    if possible.count == 2 {
      known.declared = possible
    } else if known.declared.count < 2, let outcome = possible.first {
      let after = state
      let others = tests
      tests = TestedPlaces()
      state = before
      known.declared.formUnion(declaredOutcomes(of: instruction))
      state = before
      known.joint.formUnion(jointOutcomes(of: instruction, outcome))
      state = before
      noteTested(instruction)
      known.tests = tests
      tests = others
      state = after
    }
    outcomes[position] = known
  }

  /// Returns the outcomes of a test without what earlier tests have told of its values.
  private mutating func declaredOutcomes(of instruction: Instruction) -> Set<Bool> {
    let operands = instruction.testedRegisters
    (state.orders, state.equalities) = ([:], [:])
    if instruction.opcode == .test || instruction.opcode == .testSet,
      function.code[max(0, position - 1)].opcode == .call
    {
      return register(operands[0]).type.truth.map { [$0] } ?? [true, false]
    }
    for index in operands {
      let value = register(index)
      let root = analysis.places[value.place].root
      let isNamed =
        value.place != 0 && value.kindOf == 0 && value.implication == nil
        && (analysis.places.isDeclared(value.place) || analysis.places[root].isMeasure
          || isMemberOfResult(value.place) || isLength(index))
      let isConstant =
        value.place == 0 && value.sources == nil && value.type.isSingle && operands.count > 1
      guard isNamed || isConstant || value.isCalculatedFromDeclared else { return [true, false] }
      state.facts[value.place] = nil
    }
    let declared = state
    return Set(
      [true, false].filter { outcome in
        state = declared
        return assume(instruction, outcome)
      })
  }

  /// Whether a register holds a length that was just taken, of which nothing else is known.
  private func isLength(_ register: Int) -> Bool {
    guard self.register(register).type.range == NumberRange(lower: 0),
      name(of: register, at: position) == nil,
      let set = assignment(of: register, before: position)
    else { return false }
    let place = self.register(register).place
    return function.code[set].opcode == .length && place != 0 && place == roots[set]
  }

  /// Whether a place is a member of what a function of a file has given.
  func isMemberOfResult(_ place: TypePlaces.ID) -> Bool {
    let root = analysis.places[place].root
    return place != root && calleeOfRoot[root] != nil
  }

  /// Whether a value is a text by the schema: one of the context, or a member of an object that a function of a
  /// file has given.
  func isDeclaredText(_ value: TypeState.Value) -> Bool {
    analysis.places.isDeclared(value.place)
      || isMemberOfResult(value.place) && value.type.present.isOnly(.text)
  }

  /// Returns the outcomes of a test where the one before it in the same condition does not lead to the
  /// same end, without what earlier tests have told.
  private mutating func jointOutcomes(of instruction: Instruction, _ outcome: Bool) -> Set<Bool> {
    let both: Set = [true, false]
    let end = end(of: position, outcome)
    guard let first = testBefore(position, leadingTo: end), let known = outcomes[first] else {
      return both
    }
    let registers = state.registers
    (state.orders, state.equalities) = ([:], [:])
    for index in instruction.testedRegisters { state.facts[register(index).place] = nil }
    for (register, value) in known.operands {
      state.facts[value.place] = nil
      state.registers[register] = value
    }
    guard assume(function.code[first], self.end(of: first, true) != end) else { return both }
    state.registers = registers
    let joint = state
    return both.filter { outcome in
      state = joint
      return assume(instruction, outcome)
    }
  }

  /// The tests that decide nothing: they have one outcome by what is declared, or together with the
  /// test before them in the same condition.
  var decidedTests: [DecidedTest] {
    outcomes.sorted { $0.key < $1.key }.compactMap { decidedTest(at: $0.key, $0.value) }
  }

  /// Returns why a test has always the same outcome; `nil` if it may have both, or is careful.
  func decidedTest(at position: Int, _ known: Outcomes) -> DecidedTest? {
    guard !explained.contains(target(of: position, true)),
      !explained.contains(target(of: position, false)), !isAsserted(position)
    else { return nil }
    func decided(_ message: String) -> DecidedTest {
      DecidedTest(
        position: position, line: function.line(at: position), message: message,
        tests: known.tests, callees: callees(at: position))
    }
    // `x = y or x` sets `x` with one of the outcomes.
    if function.code[position].opcode != .testSet,
      end(of: position, true) == end(of: position, false)
    {
      return decided(
        "both outcomes of this test lead on to the same, as in `x == 1 or 2`, where `2` always counts as true"
      )
    }
    guard known.reached.count == 1, let outcome = known.reached.first,
      excluded[target(of: position, !outcome)] == nil,
      !callsError(at: target(of: position, !outcome))
    else { return nil }
    if isDeclared(position) {
      let isOfArguments = isDecidedByArguments(position)
      if !isOfArguments, isCareful(position) || mayBeBehindLast(known) { return nil }
      var test = decided("this test \(outcomeText(position, outcome))")
      if isOfArguments { test.tests = nil }
      test.isOfPresence = isOfPresence(position)
      return test
    }
    if isExcludedAlternative(position, known) {
      return decided(
        "this part of the condition decides nothing: an earlier test excludes the value")
    }
    if isDecidedChoice(position, known) {
      return decided("this test has always the same outcome: an earlier one decides it")
    }
    // What stands between `and` and `or` is not tested on purpose, as in `x = x > 9 and 9 or x`.
    if isOfPresence(position), known.operands.first?.value.place == 0 { return nil }
    guard known.joint.count == 1,
      let first = testBefore(position, leadingTo: end(of: position, outcome))
    else { return nil }
    let line = function.line(at: first)
    return decided(
      line == function.line(at: position)
        ? "two tests in this line have together always the same outcome"
        : "together with the test in line \(line), this one has always the same outcome")
  }

  /// Whether a test is one of several alternatives of a condition, each for a constant of one listed value,
  /// and an earlier statement has excluded its constant.
  private func isExcludedAlternative(_ position: Int, _ known: Outcomes) -> Bool {
    let code = function.code
    guard !hasLoop, known.reached == [false], code[position].opcode == .equalConstant,
      let value = known.operands.first?.value, analysis.places.isDeclared(value.place),
      value.type.isOnly(.text), value.type.texts?.count ?? 0 > 1
    else { return false }
    return code.indices.contains { other in
      guard other != position, code[other].opcode == .equalConstant,
        let compared = outcomes[other]?.operands.first?.value, compared.place == value.place
      else { return false }
      let (first, last) = (min(position, other), max(position, other))
      return end(of: first, true) == end(of: last, true)
        || target(of: last, true) == end(of: first, true)
    }
  }

  /// Whether a test compares an element that its list may not have.
  private func mayBeBehindLast(_ known: Outcomes) -> Bool {
    known.operands.contains { _, value in
      value.type.mayBe(.nothing) && analysis.places[value.place].text.hasSuffix("]")
    }
  }

  /// The functions of files whose results a test looks at.
  func callees(at position: Int) -> Set<Int> {
    Set(
      outcomes[position]?.operands.compactMap { calleeOfRoot[analysis.places[$0.value.place].root] }
        ?? [])
  }

  /// Whether a test has one outcome by what is declared alone.
  func isDeclared(_ position: Int) -> Bool { outcomes[position]?.declared.count == 1 }

  /// Returns the outcome of a test in words.
  ///
  /// Whether an equality or a truth was turned round by `not` or `~=`, the instructions do not tell.
  func outcomeText(_ position: Int, _ outcome: Bool) -> String {
    if function.code[position].opcode.isOrder { return outcome ? "always holds" : "never holds" }
    guard [.test, .testSet].contains(function.code[position].opcode),
      let value = outcomes[position]?.operands.first?.value, value.type.isOnly(.function)
    else { return "has always the same outcome" }
    let words = analysis.places[value.place].text
    return "has always the same outcome: "
      + (words.isEmpty ? "it is one of a function" : "`\(words)` is a function")
      + ", which counts as true"
  }

  /// Returns where an outcome of a test leads first.
  func target(of position: Int, _ outcome: Bool) -> Int {
    outcome == function.code[position].k ? position + 1 : position + 2
  }

  /// Returns where an outcome of a test leads in the end.
  func end(of position: Int, _ outcome: Bool) -> Int {
    var end = target(of: position, outcome)
    while function.code.indices.contains(end), function.code[end].opcode == .jump {
      let next = function.code[end].target(from: end)
      guard next > end else { break }
      end = next
    }
    return end
  }

  /// Returns the last test before another one in the same condition, if it leads to the same end.
  private func testBefore(_ position: Int, leadingTo end: Int) -> Int? {
    for other in (0..<position).reversed() {
      let instruction = function.code[other]
      if instruction.opcode.isTest {
        let leads = self.end(of: other, true) == end || self.end(of: other, false) == end
        return leads ? other : nil
      }
      if instruction.opcode == .jump {
        guard other > 0, function.code[other - 1].opcode.isTest else { return nil }
      } else if instruction.opcode.mayJump || instruction.assignedRegisters == nil {
        return nil
      }
    }
    return nil
  }
}

extension Instruction {
  /// The registers that a test looks at.
  var testedRegisters: [Int] {
    switch opcode {
    case .testSet: [b]
    case .equal, .lessThan, .lessOrEqual: [a, b]
    default: [a]
    }
  }
}

extension Opcode {
  /// Whether a test compares by `<` or the like.
  var isOrder: Bool {
    switch self {
    case .lessThan, .lessOrEqual, .lessImmediate, .lessOrEqualImmediate, .greaterImmediate,
      .greaterOrEqualImmediate:
      true
    default: false
    }
  }
}

extension TypeState.Value {
  /// Whether its type follows from what is declared of the values it was calculated from.
  var isCalculatedFromDeclared: Bool {
    guard let sources, kindOf == 0, implication == nil else { return false }
    return !sources.isNarrowed && !sources.values.isEmpty
  }
}
