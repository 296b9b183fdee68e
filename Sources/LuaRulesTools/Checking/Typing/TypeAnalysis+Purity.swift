import LuaBytecode

// Functions that only give something.

extension TypeAnalysis {
  /// Whether all that a function of a file does is to give a value: it changes nothing that it did not make,
  /// calls no function of which that is not known, and does not end by an error on purpose.
  func onlyGives(_ number: Int) -> Bool {
    if let known = giving[number] { return known }
    giving[number] = false
    guard let function = code.functions[number], underway.count < Self.mostDepth else {
      return false
    }
    underway.append(number)
    defer { underway.removeLast() }
    var typing = FunctionTyping(function, number: number, self)
    // What it may be given to call is looked at below.
    let argument = TypeState.Value(LuaType.any.without(.function))
    let arguments = Array(repeating: argument, count: function.code.parameterCount)
    let onlyGives = typing.run(arguments, isReporting: true) && typing.onlyGives
    giving[number] = onlyGives
    return onlyGives
  }
}

extension FunctionTyping {
  /// Whether all that the function does is to give a value.
  fileprivate var onlyGives: Bool {
    guard !raises, function.functions.isEmpty else { return false }
    let own = function.registersOfNewTables
    var gives = false
    for (position, instruction) in function.code.enumerated() where isReached[position] {
      switch instruction.opcode {
      case .setUpvalue, .setUpvalueField: return false
      case .setField, .setTable, .setInteger:
        guard own.contains(instruction.a) else { return false }
      case .getField where Self.changing.contains(function.name(instruction.c) ?? ""):
        guard function.changesTable(at: position, in: own) else { return false }
      case .returnOne: gives = true
      case .return: if instruction.b != 1 { gives = true }
      case .call, .tailCall:
        if instruction.opcode == .tailCall { gives = true }
        if parameterCalled(at: position) != nil { return false }
        if let name = methodCalled(at: position), LibraryFunction.all["string.\(name)"] != nil,
          !analysis.methods.contains(name)
        {
          continue
        }
        guard otherCalls.contains(position) else { continue }
        guard let callee = calledHelpers[position], analysis.onlyGives(callee) else { return false }
      case .getUpvalueField
      where ["print", "error", "assert"].contains { readsGlobal($0, at: position) }:
        return false
      default: break
      }
    }
    return gives
  }

  /// The functions of `table` that change their first argument.
  private static let changing: Set = ["insert", "remove", "sort", "move"]

  /// Tells a call of a function of a file that changes nothing, and whose result nothing takes.
  mutating func tellUnusedResult(of number: Int, _ instruction: Instruction, _ words: String?) {
    guard isTelling, !stopsAtFaults, instruction.opcode == .call, instruction.c == 1,
      analysis.onlyGives(number)
    else { return }
    tell(
      TypeFault(
        .unusedValue, .warning,
        "nothing uses what \(words.map { "`\($0)`" } ?? "this function") gives, and it changes nothing",
        fix: "keep the result, as in `local result = …`", subject: words?.lastName, isFatal: false))
  }
}

extension CompiledFunction {
  /// The registers that never hold anything but tables that the function makes.
  fileprivate var registersOfNewTables: Set<Int> {
    var registers = Set(code.lazy.filter { $0.opcode == .newTable }.map(\.a))
      .filter { $0 >= parameterCount }
    for instruction in code where instruction.opcode != .newTable {
      guard let assigned = instruction.assignedRegisters else { continue }
      registers = registers.filter { !assigned.contains($0) }
      if registers.isEmpty { break }
    }
    return registers
  }

  /// Whether a function that is read is called with what one of some registers holds as its first argument.
  fileprivate func changesTable(at read: Int, in registers: Set<Int>) -> Bool {
    let called = code[read].a
    let table = code[(read + 1)...].first { $0.assignedRegisters?.contains(called + 1) == true }
    return table.map { $0.opcode == .move && registers.contains($0.b) } ?? false
  }
}
