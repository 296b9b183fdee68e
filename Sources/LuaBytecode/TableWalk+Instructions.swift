extension TableWalk {
  /// Executes the effect of an instruction on tables.
  package mutating func execute(_ instruction: Instruction) {
    let a = instruction.a
    switch instruction.opcode {
    case .move: set(a, value(in: instruction.b))
    case .loadInteger: set(a, .integer(Int32(clamping: instruction.signedBx)))
    case .loadConstant: set(a, constant(instruction.bx))
    case .loadConstantExtra: set(a, constant(extraArgument))
    case .loadTrue: set(a, .boolean(true))
    case .loadFalse: set(a, .boolean(false))
    case .loadNil: for register in a...a + instruction.b { set(register, .unknown) }
    case .newTable: makeTable(in: a)
    case .closure: makeClosure(instruction)
    case .length:
      if case .table(let number) = value(in: instruction.b).kind {
        set(a, .length(ofTable: number))
      } else {
        set(a, .unknown)
      }
    case .getUpvalueField: set(a, global(instruction.c))
    case .setUpvalueField: setGlobal(instruction.b, operand(instruction))
    case .getField: get(instruction.c, instruction)
    case .getTable:
      if case .string(let constant) = value(in: instruction.c).kind {
        get(Int(constant), instruction)
      } else {
        set(a, .unknown)
      }
    case .setField: store(field: instruction.b, of: value(in: a), operand(instruction))
    case .setInteger: store(instruction.b, of: value(in: a), operand(instruction))
    case .setTable: setTable(instruction)
    case .setList: setList(instruction)
    case .call: call(instruction)
    case .variadic: forget(from: a)
    case .addImmediate, .addConstant: set(a, value(in: instruction.b).kind.asAppendIndex)
    case .extraArgument: break
    default:
      guard let written = instruction.writtenRegisters else { break }
      for register in written { set(register, .unknown) }
    }
  }

  /// The number in the extra instruction behind the current one.
  private var extraArgument: Int {
    position + 1 < code.count ? code[position + 1].ax : 0
  }

  @inline(__always)
  private func constant(_ index: Int) -> WrittenValue.Kind {
    guard index < constants.count else { return .unknown }
    return switch constants[index] {
    case .string: .string(Int32(clamping: index))
    case .integer(let number):
      Int32(exactly: number).map { .integer($0) } ?? .constant(Int32(clamping: index))
    default: .constant(Int32(clamping: index))
    }
  }

  /// Returns the value of a store instruction: a constant or a register.
  @inline(__always)
  private func operand(_ instruction: Instruction) -> WrittenValue {
    instruction.k
      ? WrittenValue(constant(instruction.c), line: line) : value(in: instruction.c)
  }

  private mutating func makeClosure(_ instruction: Instruction) {
    var line = line
    if functionLines.indices.contains(instruction.bx) {
      line = min(line, Int32(clamping: functionLines[instruction.bx]))
    }
    set(
      instruction.a, WrittenValue(.closure(Int32(truncatingIfNeeded: instruction.bx)), line: line))
  }

  private mutating func get(_ name: Int, _ instruction: Instruction) {
    let kind = member(name, of: value(in: instruction.b))
    set(instruction.a, WrittenValue(kind, line: line, isNamed: true))
  }

  private mutating func setTable(_ instruction: Instruction) {
    let base = value(in: instruction.a)
    switch value(in: instruction.b).kind {
    case .string(let constant):
      store(field: Int(constant), of: base, operand(instruction))
    case .integer(let index): store(Int(index), of: base, operand(instruction))
    default:
      if notes != nil { noteUnknownName(in: instruction) }
      append(to: base, operand(instruction))
    }
  }

  /// Stores the elements of a constructor, fifty at a time; the last one may be
  /// an open number of results.
  private mutating func setList(_ instruction: Instruction) {
    let base = value(in: instruction.a)
    let first = instruction.c + (instruction.k ? extraArgument << 8 : 0) + 1
    let isOpen = instruction.b == 0
    let count = isOpen ? openCount(above: instruction.a) : instruction.b
    for index in 0..<count {
      let element = value(in: instruction.a + 1 + index)
      if isOpen, index == count - 1 {
        if notes != nil { noteOpenList(base) }
        append(to: base, element)
      } else {
        store(first + index, of: base, element)
      }
    }
  }

  /// Returns how many registers above one are in use, up to the call or `...`
  /// that comes last.
  package func openCount(above register: Int) -> Int {
    guard position > 0 else { return 0 }
    let last = code[position - 1]
    guard last.opcode == .call || last.opcode == .variadic else { return 0 }
    return max(last.a - register, 0)
  }

  private mutating func call(_ instruction: Instruction) {
    let a = instruction.a
    if notes != nil { noteCall(instruction) }
    if value(in: a).kind == .tableInsert {
      if instruction.b == 3 { append(to: value(in: a + 1), value(in: a + 2)) }
      if instruction.b == 4 { insert(into: value(in: a + 1), value(in: a + 3)) }
    }
    forget(from: a)
  }
}

extension WrittenValue.Kind {
  /// The kind of the sum of this and a constant: an index behind a table's end
  /// stays one.
  fileprivate var asAppendIndex: WrittenValue.Kind {
    if case .length = self { return self }
    return .unknown
  }
}
