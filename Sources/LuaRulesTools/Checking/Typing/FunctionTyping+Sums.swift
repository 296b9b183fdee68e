import LuaBytecode
import LuaRules

// Numbers that loops add up, where it is known how often and what.

extension FunctionTyping {
  /// What is known of loops and of what they add, when the function was followed once.
  struct Additions {
    /// What is added, by the positions of the additions.
    var addends: [Int: LuaType] = [:]
    /// What the registers hold where a loop begins, by the positions of its first instruction.
    fileprivate var entries: [Int: [LuaType]] = [:]
    /// How many rounds a loop has at most, by the positions of its first instruction.
    fileprivate var rounds: [Int: Rounds] = [:]
  }

  /// How many rounds a loop has at most.
  struct Rounds {
    var count: Double
    /// The length that says so, if one does.
    var length: ValueSources.Source?
  }

  /// What a register holds at most in all rounds of a loop.
  struct SumBound: Equatable {
    var range: NumberRange
    var lengths: [ValueSources.Source]
  }

  /// Notes what an instruction adds to a register.
  mutating func note(addedBy instruction: Instruction, _ left: LuaType, _ right: LuaType) {
    guard hasLoop, instruction.isAddition else { return }
    var addend = instruction.a == instruction.b ? right : left
    if [.subtract, .subtractConstant].contains(instruction.opcode) {
      addend.range = NumberRange(
        lower: -addend.range.upper, upper: -addend.range.lower, mayBeNaN: addend.range.mayBeNaN)
    }
    additions.addends[position] = additions.addends[position]?.union(addend) ?? addend
  }

  /// Notes where a loop begins.
  mutating func noteEntry() {
    let types = state.registers.map { state.type(of: $0) }
    if let known = additions.entries[position] {
      additions.entries[position] = zip(known, types).map { $0.union($1) }
    } else {
      additions.entries[position] = types
    }
  }

  /// Notes how many rounds a loop has at most.
  mutating func note(_ rounds: Rounds, ofLoopAt start: Int) {
    let known = additions.rounds[start]?.count ?? 0
    if rounds.count >= known { additions.rounds[start] = rounds }
  }

  /// Notes the rounds of a loop that counts.
  mutating func noteRounds(from: LuaType, to: LuaType, step: LuaType, limitIn register: Int) {
    let isWhole = from.isOnly(.integer) && step.isOnly(.integer) && to.isOnly(.number)
    var count = Double.infinity
    if isWhole, step.range.lower > 0, !to.range.mayBeNaN || to.isOnly(.integer) {
      count = max(0, ((to.range.upper - from.range.lower) / step.range.lower).rounded(.down) + 1)
    }
    note(
      Rounds(count: count.isNaN ? .infinity : count, length: source(of: register)),
      ofLoopAt: position)
  }

  private func source(of register: Int) -> ValueSources.Source? {
    let value = self.register(register)
    guard analysis.places.isDeclared(value.place) else { return nil }
    return .init(place: value.place, type: value.type)
  }

  /// Notes the rounds of a loop over a list.
  mutating func noteRounds(over list: TypeState.Value, _ type: LuaType, isPlain: Bool) {
    guard
      let start = function.code[..<position].indices.last(where: {
        function.code[$0].opcode == .genericForPrepare
          && function.code[$0].target(from: $0) == position
      })
    else { return }
    var rounds = Rounds(count: .infinity)
    if isPlain, type.isOnly(.table), case .declared(let place)? = type.shape,
      case .list = place.type.present, let most = analysis.keys.limits?[place.path]?.mostCount
    {
      rounds.count = Double(most)
      if analysis.places.isDeclared(list.place) {
        let length = analysis.place(.length, from: list.place)
        analysis.places[length].isMeasure = true
        let range = NumberRange(
          lower: Double(analysis.keys.limits?[place.path]?.leastCount ?? 0), upper: rounds.count)
        if length != 0 { rounds.length = .init(place: length, type: .integer(range)) }
      }
    }
    note(rounds, ofLoopAt: start)
  }

  /// Returns the bounds of what loops add up, by the positions where the rounds begin, and by register.
  func boundsOfSums() -> [Int: [Int: SumBound]] {
    guard !additions.addends.isEmpty else { return [:] }
    let loops = function.countedLoops
    var bounds: [Int: [Int: SumBound]] = [:]
    for loop in loops {
      guard let rounds = additions.rounds[loop.start], rounds.count.isFinite,
        let entry = additions.entries[loop.start]
      else { continue }
      let sums = Set(
        additions.addends.keys.filter(loop.body.contains).map { function.code[$0].a })
      for register in sums.sorted() where !changing.registers.contains(register) {
        guard register < entry.count else { continue }
        for (head, ended) in loop.heads(rounds.count) {
          let all = Rounds(count: ended, length: rounds.length)
          bounds[head, default: [:]][register] = bound(
            of: register, in: loop, all, among: loops, entry[register])
        }
      }
    }
    return bounds
  }

  private func bound(
    of register: Int, in loop: CompiledFunction.CountedLoop, _ rounds: Rounds,
    among loops: [CompiledFunction.CountedLoop], _ entry: LuaType
  ) -> SumBound? {
    guard entry.isOnly(.number), !entry.mayBe(.float) || !entry.range.mayBeNaN else { return nil }
    var range = entry.range
    var lengths = [rounds.length]
    for position in loop.body
    where function.code[position].assigned(below: loop.base)?.contains(register) == true {
      guard let addend = additions.addends[position], addend.isOnly(.number),
        !addend.mayBe(.float) || !addend.range.mayBeNaN
      else { return nil }
      var count = rounds.count
      for inner in loops where inner != loop && inner.body.contains(position) {
        guard loop.body.contains(inner.start) else { continue }
        guard let rounds = additions.rounds[inner.start] else { return nil }
        count *= rounds.count
        lengths.append(rounds.length)
      }
      guard !function.repeats(position, within: loop.body) else { return nil }
      range = NumberRange(
        lower: range.lower + min(0, addend.range.lower) * count,
        upper: range.upper + max(0, addend.range.upper) * count)
    }
    // The sums of floats are rounded, those of whole numbers not.
    let ends = [range.lower, range.upper]
    guard ends.allSatisfy({ $0.magnitude < 0x1p53 && $0 == $0.rounded() }) else { return nil }
    return SumBound(range: range, lengths: lengths.compactMap(\.self))
  }

  /// Narrows what loops add up, where one of their rounds begins.
  func narrowSums(in state: inout TypeState, at target: Int) {
    guard let bounds = sumBounds[target] else { return }
    for (register, bound) in bounds where register < state.registers.count {
      state.registers[register].type.range =
        state.registers[register].type.range.intersection(bound.range)
      guard !bound.lengths.isEmpty else { continue }
      var sources = state.registers[register].sources ?? ValueSources()
      for length in bound.lengths { sources.add(length) }
      state.registers[register].sources = sources
    }
  }
}

extension CompiledFunction {
  /// A `for` loop.
  struct CountedLoop: Equatable {
    /// The instruction before it.
    let start: Int
    /// Where it asks for the next element; `nil` for a loop that counts.
    let call: Int?
    let body: ClosedRange<Int>
    /// The first register of its own.
    let base: Int

    /// Where ways meet in the loop, with how many rounds have ended there at most.
    func heads(_ rounds: Double) -> [(head: Int, ended: Double)] {
      [(body.lowerBound, max(0, rounds - 1))] + (call.map { [($0, rounds)] } ?? [])
    }
  }

  /// The positions to which something jumps back.
  var repeatedPositions: Set<Int> {
    Set(
      code.indices.compactMap { position in
        guard code[position].opcode.mayJump else { return nil }
        let target = code[position].target(from: position)
        return target <= position ? target : nil
      })
  }

  /// All `for` loops.
  var countedLoops: [CountedLoop] {
    code.indices.compactMap { position in
      let target = code[position].target(from: position)
      switch code[position].opcode {
      case .forPrepare where target > position + 1:
        return CountedLoop(
          start: position, call: nil, body: position + 1...target - 1,
          base: code[position].a)
      case .genericForPrepare where target > position && target + 1 < code.count:
        return CountedLoop(
          start: position, call: target, body: position + 1...target + 1, base: code[position].a)
      default: return nil
      }
    }
  }

  /// Whether something other than the `for` loops repeats an instruction in a loop.
  func repeats(_ position: Int, within body: ClosedRange<Int>) -> Bool {
    body.contains { jump in
      code[jump].opcode == .jump && jump >= position && code[jump].target(from: jump) <= position
    }
  }
}

extension Instruction {
  /// The registers that the instruction sets below those of a loop around it; `nil` if it sets none.
  fileprivate func assigned(below base: Int) -> ClosedRange<Int>? {
    guard let registers = assignedRegisters, registers.lowerBound < base else { return nil }
    return registers
  }

  /// Whether the instruction adds to a register, or takes away from it.
  fileprivate var isAddition: Bool {
    switch opcode {
    case .add: a == b || a == c
    case .addImmediate, .addConstant, .subtract, .subtractConstant: a == b
    default: false
    }
  }
}
