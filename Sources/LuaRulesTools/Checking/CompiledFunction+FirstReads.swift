import LuaBytecode

extension CompiledFunction {
  /// The paths that the function reads before its first branch, if it is called with the context and nothing
  /// fails.
  var pathsReadFirst: [[String]] {
    guard parameterCount > 0 else { return [] }
    var paths: [[String]] = []
    var registers: [Int: [String]] = [0: []]
    for instruction in code {
      let opcode = instruction.opcode
      switch opcode {
      case .jump, .return, .returnOne, .returnNothing, .tailCall: return paths
      default: if opcode.isTest || opcode.loops { return paths }
      }
      var read: [String]?
      if opcode == .getField, let base = registers[instruction.b], let name = name(instruction.c) {
        let path = base + [name]
        paths.append(path)
        read = path
      } else if opcode == .move {
        read = registers[instruction.b]
      }
      if let assigned = instruction.assignedRegisters {
        registers = registers.filter { !assigned.contains($0.key) }
      }
      if let read { registers[instruction.a] = read }
    }
    return paths
  }
}
