/// The search for the tables that code makes, one instruction after the other.
package struct TableSearch {
  package private(set) var tables: [WrittenTables.Record] = []
  package private(set) var fields: [WrittenTables.Field] = []
  package private(set) var runs: [WrittenTables.Run] = []
  /// The lines of the elements of all runs.
  package private(set) var elementLines: [Int32] = []
  /// Whether tables of the current function are looked for.
  package private(set) var isLooking = false

  private var function = Function()
  private var registers: [Register] = []

  /// What the search needs to know of a function, besides its code.
  package struct Function {
    package var constants: [DumpReader.Constant] = []
    package var registerCount = 0
    /// The line of each instruction.
    package var lines: [Int32] = []
    /// The lines of the functions in it.
    package var functionLines: [Int32] = []
  }

  /// What was last written to a register.
  private struct Register {
    /// The instruction.
    var position: Int32 = 0
    /// The number of the table that it made; negative if it made none.
    var table: Int32 = -1
  }

  /// Looks for tables in the next function, or in none.
  package mutating func begin(_ next: Function?) {
    isLooking = next != nil
    function = next ?? Function()
    registers.removeAll(keepingCapacity: true)
    registers.append(contentsOf: repeatElement(Register(), count: function.registerCount + 1))
  }

  /// Reads the next instruction, where so many local variables are alive.
  package mutating func read(_ code: DumpedCode, at position: Int, localCount: Int) {
    let instruction = code[position]
    switch instruction.opcode {
    case .newTable:
      // An instruction with an extra argument follows.
      let next = line(at: position + 2)
      set(instruction.a, Register(position: Int32(position), table: Int32(tables.count)))
      tables.append(.init(key: next, line: next))
    case .setField: store(instruction.b, instruction, code, at: position, localCount)
    case .setTable:
      guard let key = constant(in: instruction.b, code) else { return }
      store(key, instruction, code, at: position, localCount)
    case .setList: addElements(instruction, code)
    case .extraArgument: break
    case .call, .variadic:
      // The registers behind the results are unwritten.
      for register in instruction.a..<instruction.a + max(0, instruction.c - 1) {
        set(register, Register(position: Int32(position)))
      }
    default:
      guard let written = instruction.writtenRegisters else { return }
      for register in written { set(register, Register(position: Int32(position))) }
    }
  }

  private func line(at position: Int) -> Int32 {
    position < function.lines.count ? function.lines[position] : 0
  }

  /// The line of the value in a register; of a function, the line where it begins.
  private func line(ofRegister number: Int, _ code: DumpedCode) -> Int32 {
    let position = Int(registers[number].position)
    let line = line(at: position)
    let writer = code[position]
    guard writer.opcode == .closure, writer.bx < function.functionLines.count else { return line }
    return min(line, function.functionLines[writer.bx])
  }

  /// The number of the constant that was loaded into a register.
  private func constant(in number: Int, _ code: DumpedCode) -> Int? {
    guard number < registers.count else { return nil }
    let position = Int(registers[number].position)
    let writer = code[position]
    switch writer.opcode {
    case .loadConstant where writer.a == number: return writer.bx
    case .loadConstantExtra where writer.a == number && position + 1 < code.count:
      return code[position + 1].ax
    default: return nil
    }
  }

  @inline(__always)
  private mutating func set(_ number: Int, _ register: Register) {
    if number < registers.count { registers[number] = register }
  }

  private func table(in number: Int) -> Int? {
    guard number < registers.count, registers[number].table >= 0 else { return nil }
    return Int(registers[number].table)
  }

  private mutating func store(
    _ constant: Int, _ instruction: Instruction, _ code: DumpedCode, at position: Int,
    _ localCount: Int
  ) {
    guard let table = table(in: instruction.a), function.constants.indices.contains(constant),
      function.constants[constant].isString
    else { return }
    let line = line(at: position)
    let isMade =
      !instruction.k && instruction.c >= localCount && instruction.c < registers.count
    let first = isMade ? min(line, self.line(ofRegister: instruction.c, code)) : line
    let field = Int32(clamping: fields.count)
    fields.append(.init(name: function.constants[constant].bytes, line: first))
    let last = tables[table].lastField
    if last >= 0 {
      fields[Int(last)].next = field
    } else {
      tables[table].firstField = field
      tables[table].line = min(first, tables[table].line)
    }
    tables[table].lastField = field
    tables[table].fieldCount += 1
  }

  /// Adds the elements of a constructor, except for an open number of results at its end.
  private mutating func addElements(_ instruction: Instruction, _ code: DumpedCode) {
    guard let table = table(in: instruction.a) else { return }
    let elements = (instruction.a + 1..<instruction.a + 1 + instruction.b).clamped(
      to: registers.indices)
    let run = Int32(clamping: runs.count)
    runs.append(.init(start: Int32(clamping: elementLines.count), count: Int32(elements.count)))
    for element in elements { elementLines.append(line(ofRegister: element, code)) }
    let last = tables[table].lastRun
    if last >= 0 { runs[Int(last)].next = run } else { tables[table].firstRun = run }
    tables[table].lastRun = run
    tables[table].elementCount += Int32(elements.count)
  }
}
