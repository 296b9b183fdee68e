import LuaBytecode
import LuaRules

// Elements before the first one of a list, and behind its last one.

extension FunctionTyping {
  /// A loop that counts up, or down, by one.
  private struct Count {
    /// The constants from which, and to which, it counts.
    var from: Int64?
    var to: Int64?
    /// The list to whose length it counts.
    var list: TypePlaces.ID?
    /// The register of its variable.
    let register: Int
    let name: String
  }

  /// Tells an element that no list has: one before the first, or behind the last.
  ///
  /// - Parameters:
  ///   - key: The number of the element.
  ///   - list: The place of the list.
  ///   - declared: What is declared of it.
  ///   - words: The list in words of the source.
  mutating func tellOutside(
    _ key: LuaType, of list: TypePlaces.ID, _ declared: DeclaredPlace, _ words: String?
  ) {
    guard isTelling, !stopsAtFaults, let words else { return }
    let instruction = function.code[position]
    var why: String?
    if let index = key.range.only, index <= 0, isWrittenKey(instruction) {
      why = "no element \(Int(index)): lists begin with 1"
    } else if isBehindLast(instruction, of: list) {
      why = "no element behind its last one"
    } else if let index = key.range.only, isWrittenKey(instruction),
      let limits = analysis.keys.limits?[declared.path], let most = limits.mostCount,
      index > Double(most)
    {
      why = "no element \(Int(index))"
      let range = NumberRange(lower: Double(limits.leastCount), upper: Double(most))
      tests.note("#\(words)", .integer(range), path: nil, isOrdered: true)
    }
    guard let why else { return }
    tell(
      TypeFault(
        .unknownMember, .warning, "`\(words)` has \(why)",
        fix: why.hasPrefix("no element behind") ? "the last one is `\(words)[#\(words)]`" : nil,
        subject: words.lastName, isFatal: false))
  }

  private func isWrittenKey(_ instruction: Instruction) -> Bool {
    if instruction.opcode == .getInteger { return true }
    guard name(of: instruction.c, at: position) == nil,
      let set = assignment(of: instruction.c, before: position)
    else { return false }
    return function.code[set].opcode == .loadInteger
  }

  /// Whether the index is the length of the list and more, as in `list[#list + 1]`.
  private func isBehindLast(_ instruction: Instruction, of list: TypePlaces.ID) -> Bool {
    guard instruction.opcode == .getTable, name(of: instruction.c, at: position) == nil,
      let sum = assignment(of: instruction.c, before: position),
      function.code[sum].opcode == .addImmediate, function.code[sum].signedC > 0,
      name(of: function.code[sum].b, at: sum) == nil,
      let length = assignment(of: function.code[sum].b, before: sum)
    else { return false }
    return measured[length] == list && list != 0
  }

  /// Returns why an element is not there in some round of the loop around it; `nil` where it is, and where a
  /// test looks at the variable of the loop.
  func originOutside(_ key: LuaType, of list: TypePlaces.ID) -> TypePlaces.Origin? {
    guard isTelling, function.code[position].opcode == .getTable else { return nil }
    let register = function.code[position].c
    if let count = count(in: register) {
      guard count.from == 0 || count.to == 0, key.range.lower <= 0, key.range.upper >= 0 else {
        return nil
      }
      return .entry("lists begin with 1, and `\(count.name)` is 0 in one round")
    }
    guard name(of: register, at: position) == nil,
      let sum = assignment(of: register, before: position),
      function.code[sum].opcode == .addImmediate, function.code[sum].signedC != 0,
      let count = count(in: function.code[sum].b)
    else { return nil }
    let shift = Int64(function.code[sum].signedC)
    if shift > 0, count.list == list, list != 0 {
      return .entry("there is nothing behind the last one, which `\(count.name)` is in one round")
    }
    if let from = count.from, from > 0, from + shift == 0 {
      return .entry("lists begin with 1, and `\(count.name)` is \(from) in the first round")
    }
    return nil
  }

  /// Whether the element 0 is read in the first round of the loop around it, in which nothing is tested before.
  var isReadInFirstRound: Bool {
    guard let count = count(in: function.code[position].c), count.from == 0,
      let prepare = (0..<position).last(where: {
        function.code[$0].opcode == .forPrepare && function.code[$0].a + 3 == count.register
      })
    else { return false }
    return !function.code[prepare..<position].contains { $0.opcode.isTest }
  }

  /// Returns the loop whose variable is in a register, if nothing changes or tests that in the loop.
  private func count(in register: Int) -> Count? {
    let code = function.code
    guard analysis.spendOnWays(code.count) else { return nil }
    for prepare in (0..<position).reversed() {
      let loop = code[prepare]
      guard loop.opcode == .forPrepare, loop.a + 3 == register else { continue }
      let body = prepare + 1..<min(loop.target(from: prepare) - 1, code.count)
      guard body.contains(position) else { continue }
      // A loop inside may have no round while the variable has this value.
      guard
        !code[body.lowerBound..<position].contains(where: {
          $0.opcode == .forPrepare || $0.opcode == .genericForPrepare
        })
      else { return nil }
      guard let name = name(of: register, at: position),
        let step = integer(in: loop.a + 2, before: prepare), abs(step) == 1,
        !body.contains(where: { isTestOrWrite(of: register, at: $0) })
      else { return nil }
      var count = Count(register: register, name: name)
      let (first, last) = (step > 0 ? loop.a : loop.a + 1, step > 0 ? loop.a + 1 : loop.a)
      count.from = integer(in: first, before: prepare)
      count.to = integer(in: last, before: prepare)
      if let length = assignment(of: last, before: prepare) { count.list = measured[length] }
      // A loop to a constant may be one that is meant for something else.
      return count.list == nil ? nil : count
    }
    return nil
  }

  private func integer(in register: Int, before position: Int) -> Int64? {
    guard let set = assignment(of: register, before: position),
      function.code[set].opcode == .loadInteger
    else { return nil }
    return Int64(function.code[set].signedBx)
  }

  private func isTestOrWrite(of register: Int, at position: Int) -> Bool {
    let instruction = function.code[position]
    if instruction.opcode.isTest {
      return instruction.testedRegisters.contains { tested in
        tested == register
          || assignment(of: tested, before: position).map { function.code[$0].reads(register) }
            ?? false
      }
    }
    return instruction.assignedRegisters == register...register
  }
}
