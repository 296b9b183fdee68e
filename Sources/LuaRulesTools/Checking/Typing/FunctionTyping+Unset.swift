import LuaBytecode
import LuaRules

// Results that may be missing, and variables that nothing has set.

extension FunctionTyping {
  // MARK: Results

  /// Notes that a result may be missing.
  mutating func noteMissing(_ type: LuaType, _ value: TypeState.Value) {
    if type.isOnly(.nothing) || isFoundInLoop(type, value) || isUnsetResult(type, value) {
      nothings.insert(position)
    }
    guard type.mayBe(.nothing), !type.isOnly(.nothing), !type.isAny, value.place > 0 else { return }
    // A function that gets the value may test it.
    let isGiven = handedOn[value.place]?.contains { $0 < position } ?? false
    let entry = analysis.places[value.place]
    if isGiven { return }
    if let origin = entry.origin, origin != .match, !isEntryTested(value.place) {
      givenOrigin = origin
    } else if entry.isOptional, analysis.places.isDeclared(value.place), !entry.text.isEmpty,
      !mayBeGuarded(value.place)
    {
      givenOrigin = .function("the function gives `\(entry.text)`, which may be missing")
    }
  }

  /// Whether a result is a variable that is nil before a loop over a list, and set in it.
  private func isFoundInLoop(_ type: LuaType, _ value: TypeState.Value) -> Bool {
    guard type.mayBe(.nothing), !type.isAny, value.place == 0, let loop = listLoops.min(),
      let register = variableGivenBack
    else { return false }
    let end = function.code[loop].opcode == .genericForCall ? loop + 1 : loop
    let start = min(function.code[end].target(from: end), end)
    func sets(in positions: Range<Int>) -> [Int] {
      positions.filter { function.code[$0].assignedRegisters?.contains(register) == true }
    }
    let (before, inside) = (sets(in: 0..<start), sets(in: start..<loop))
    // Where the list is empty, nothing but the loop sets the variable.
    return before.count == 1 && function.code[before[0]].opcode == .loadNil && !inside.isEmpty
      && sets(in: loop..<position).isEmpty && mayHaveNoRound(start...end, before: position)
      && !function.code.indices.contains { readsGlobal("assert", at: $0) }
  }

  /// Whether a result is a variable that nothing has set on some way.
  private func isUnsetResult(_ type: LuaType, _ value: TypeState.Value) -> Bool {
    guard isTelling, type.mayBe(.nothing), !type.isAny, value.place == 0,
      let register = variableGivenBack
    else { return false }
    return isUnset(register)
  }

  /// The register of the local variable that is given back alone; `nil` for another result.
  private var variableGivenBack: Int? {
    let instruction = function.code[position]
    guard instruction.givesBackOne else { return nil }
    var register = instruction.a
    if position > 0, function.code[position - 1].opcode == .move,
      function.code[position - 1].a == register
    {
      register = function.code[position - 1].b
    }
    return name(of: register, at: position) == nil ? nil : register
  }

  /// Returns why a result is missing in some cases.
  ///
  /// - Parameter arguments: The places of the arguments.
  /// - Returns: The reason; `nil` if the result has always a value, or if that is not known.
  func originOfNothing(for arguments: [TypePlaces.ID]) -> TypePlaces.Origin? {
    guard !nothings.isEmpty, !hasOtherLoop else { return givenOrigin }
    if !listLoops.isEmpty {
      return .function("the function gives nil where it finds nothing in the list")
    }
    // Which order two values have may follow from other tests.
    let comparesTwo = function.code.contains {
      [.lessThan, .lessOrEqual, .equal].contains($0.opcode)
    }
    guard !hasLoop, !comparesTwo, nothings.contains(where: { isCertain($0, for: arguments) }) else {
      return givenOrigin
    }
    return .function("the function gives nil in some cases")
  }

  // MARK: Variables

  /// Returns the warning of a variable that is nil on a way that leads to its use.
  func missingUnset(_ words: String, _ use: String) -> TypeFault? {
    let locals = function.locals.filter { $0.start <= position && position < $0.end }
    guard let register = locals.lastIndex(where: { $0.name == words }), isUnset(register) else {
      return nil
    }
    var fault = TypeFault(
      .possibleNil, .warning,
      "`\(words)` may be nil \(use): on some ways nothing has set it",
      fix: "set it first, or test it", subject: words.lastName, isFatal: false)
    fault.isOfFile = true
    return fault
  }

  /// Whether a variable was declared without a value, and nothing has set it on a way that leads here.
  private func isUnset(_ register: Int) -> Bool {
    let code = function.code
    let locals = function.locals.filter { $0.start <= position && position < $0.end }
    guard blocked.isEmpty, locals.indices.contains(register) else { return false }
    let (start, end) = (locals[register].start, min(locals[register].end, code.count))
    // The variable begins behind the instruction that sets it first.
    guard start > 0, code[start - 1].opcode == .loadNil,
      code[start - 1].assignedRegisters?.contains(register) == true
    else { return false }
    let sets = (start..<end).filter { code[$0].assignedRegisters?.contains(register) == true }
    return !sets.isEmpty && sets.allSatisfy { code[$0].opcode != .loadNil }
      && isReached(position, withoutPassing: Set(sets))
  }

  /// Returns the loops around an instruction.
  func loops(around position: Int) -> [ClosedRange<Int>] {
    function.code.indices.compactMap { end in
      let instruction = function.code[end]
      guard end >= position, instruction.opcode.mayJump else { return nil }
      let start = instruction.target(from: end)
      return start <= position ? start...end : nil
    }
  }

  /// Whether a loop is one over a list that may be empty, and no test before a position may know that it is
  /// not.
  private func mayHaveNoRound(_ loop: ClosedRange<Int>, before position: Int) -> Bool {
    emptyListLoops.contains(loop.upperBound - 1)
      && !function.code.indices[..<position].contains {
        !loop.contains($0) && function.code[$0].opcode.isTest
      }
  }

  /// Whether an instruction is reached on a way that does not pass others, and whose tests are all followed
  /// exactly.
  func isReached(_ position: Int, withoutPassing others: Set<Int>) -> Bool {
    let mayPass = others.allSatisfy { other in
      loops(around: other).allSatisfy { loop in
        loop.contains(position) || mayHaveNoRound(loop, before: position)
      }
    }
    guard mayPass, analysis.spend(function.code.count) else { return false }
    var typing = FunctionTyping(
      function, written, number: number, globals: globals, captured: captured, analysis)
    typing.isInside = isInside
    typing.blocked = others.union([position])
    guard
      typing.run(given.arguments, isReporting: false, facts: given.facts, tables: given.tables)
    else { return false }
    // The number of the round tells what earlier rounds have set.
    let countsRounds =
      !loops(around: position).isEmpty
      && typing.tests.looks(atAny: { analysis.places[$0].isMeasure })
    return typing.isReached[position] && typing.tests.areExact && !countsRounds
  }
}
