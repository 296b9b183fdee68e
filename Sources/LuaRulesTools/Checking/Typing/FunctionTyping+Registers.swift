import LuaBytecode
import LuaRules

// What registers hold, how values are called in the source, and what is told of them.

extension FunctionTyping {
  func register(_ index: Int) -> TypeState.Value {
    guard index < state.registers.count, !changing.registers.contains(index) else { return .any }
    return state.registers[index]
  }

  /// Returns what is known of a register, with what tests have told.
  func type(_ index: Int) -> LuaType { state.type(of: register(index)) }

  mutating func set(_ index: Int, _ value: TypeState.Value) {
    if index < state.registers.count { state.registers[index] = value }
    guard isTelling else { return }
    if returnedRegisters.contains(index) { typesSet[position] = state.type(of: value) }
  }

  mutating func set(_ index: Int, _ type: LuaType) { set(index, TypeState.Value(type)) }

  /// Forgets all registers from one on.
  mutating func forget(from index: Int) {
    guard index < state.registers.count else { return }
    for register in index..<state.registers.count { state.registers[register] = .any }
  }

  /// Returns a value that the current instruction calculates, with a place of its own, so that tests of
  /// it are remembered.
  mutating func rooted(_ type: LuaType, at key: Int, named text: String?) -> TypeState.Value {
    let root: TypePlaces.ID
    if let known = roots[key] {
      root = known
      state.renew(root, in: analysis.places)
    } else {
      root = analysis.places.addRoot(named: text ?? "")
      roots[key] = root
    }
    return TypeState.Value(type, at: root)
  }

  /// The name of the local variable in a register.
  func name(of register: Int, at position: Int) -> String? {
    var index = 0
    analysis.spend(function.locals.count / 64)
    for local in function.locals {
      if local.start > position { break }
      guard position < local.end else { continue }
      if index == register { return local.name.hasPrefix("(") ? nil : local.name }
      index += 1
    }
    return nil
  }

  /// The value of a register in words of the source; `nil` if it has no name there.
  func words(_ index: Int) -> String? {
    let value = register(index)
    if value.place > 0 {
      let text = analysis.places[value.place].text
      if !text.isEmpty { return text }
    }
    if let name = name(of: index, at: position) { return name }
    return value.type.mayBe(.nothing) && !value.type.isAny ? nameOfSource(of: index) : nil
  }

  /// The name of the local variable, or of the member of a variable outside, that a register was set to just
  /// before.
  private func nameOfSource(of register: Int) -> String? {
    for earlier in stride(from: position - 1, through: max(0, position - 8), by: -1) {
      let instruction = function.code[earlier]
      guard instruction.assignedRegisters?.contains(register) == true else { continue }
      switch instruction.opcode {
      case .move: return name(of: instruction.b, at: earlier)
      case .getUpvalueField:
        guard let member = function.name(instruction.c),
          function.upvalues.indices.contains(instruction.b)
        else { return nil }
        let table = function.upvalues[instruction.b].name
        return table == "_ENV" || table.isEmpty ? nil : "\(table).\(member)"
      default: return nil
      }
    }
    return nil
  }

  // MARK: Faults

  /// Notes a fault of the current instruction.
  mutating func tell(_ fault: TypeFault, at other: Int? = nil) {
    if isTelling {
      var fault = fault
      fault.position = other ?? position
      fault.line = function.line(at: fault.position)
      if !faults.contains(fault) { faults.append(fault) }
      // Behind it, the value is there.
      if fault.place != 0 { tests.note(fault.place, at: position) }
    }
    if fault.isFatal, stopsAtFaults { isStopped = true }
  }
}
