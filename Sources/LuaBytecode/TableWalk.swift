/// A walk over the code of a chunk, from top to bottom, that finds the tables
/// that it writes.
///
/// Jumps are not followed. Instead, the code between a jump and its target is
/// uncertain: registers written there are unknown behind it, and elements added
/// there represent any number of elements.
package struct TableWalk {
  package let code: [Instruction]
  package let constants: [CompiledFunction.Constant]
  private let lines: [Int32]
  package let functionLines: [Int]
  package private(set) var tables = WrittenTables()
  private var registers: [WrittenValue]
  private var lastWrites: [Int]
  /// The values of globals, by the number of their names.
  private var globals: [Int32: WrittenValue] = [:]
  /// The numbers of the names of constants, as far as they were looked up.
  private var nameNumbers: [Int32]
  private var names: [[UInt8]: Int32] = [:]
  private let regions: UncertainRegions
  private let localCounts: [Int]
  package private(set) var position = 0
  /// What matching of tables needs besides the tables; `nil` if it is not wanted.
  package let notes: WalkNotes?
  /// Whether an inner function may set a variable.
  private let mayBeSetInside: Bool

  /// Creates a walk at the beginning of a function.
  ///
  /// - Parameters:
  ///   - main: The function.
  ///   - functionLines: The lines of the functions in it, by their numbers.
  ///   - notes: Receives what matching of tables needs.
  package init(_ main: CompiledFunction, functionLines: [Int], notes: WalkNotes? = nil) {
    self.notes = notes
    mayBeSetInside = main.hasUpvalueAssignment
    code = main.code
    constants = main.constants
    lines = main.lines
    self.functionLines = functionLines
    registers = Array(
      repeating: WrittenValue(.unknown, line: 0), count: main.registerCount + 1)
    lastWrites = Array(repeating: -1, count: registers.count)
    regions = UncertainRegions(of: main)
    localCounts = main.localCounts()
    nameNumbers = Array(repeating: -1, count: main.constants.count)
    guard notes != nil else { return }
    for index in 0..<min(main.parameterCount, registers.count) {
      registers[index].kind = .parameter(Int32(clamping: index))
    }
  }

  /// Walks to the return that is always reached, and returns its table.
  ///
  /// If that is not a table, the result is the last table that is returned
  /// under a condition.
  package mutating func returnedTable() -> Int32? {
    var found: Int32?
    while position < code.count {
      if let start = regions.start(endingAt: position) { forgetWrites(since: start) }
      let instruction = code[position]
      if instruction.endsFunction {
        let isCertain = regions.start(around: position) == nil
        if instruction.opcode == .returnOne || instruction.b > 1,
          instruction.opcode != .returnNothing,
          case .table(let table) = value(in: instruction.a).kind
        {
          found = table
          if isCertain { return found }
        } else if isCertain {
          return found
        }
      } else {
        execute(instruction)
      }
      position += 1
    }
    return found
  }

  // MARK: Registers

  @inline(__always)
  package var line: Int32 { position < lines.count ? lines[position] : 0 }

  /// Returns a register's value; for a local variable, the value counts as
  /// named.
  @inline(__always)
  package func value(in register: Int) -> WrittenValue {
    guard register < registers.count else { return WrittenValue(.unknown, line: line) }
    var value = registers[register]
    if register < localCounts[position] {
      value.isNamed = true
      value.line = line
      if notes != nil { forgetIfRepeated(&value, register) }
    }
    return value
  }

  /// Forgets the value of a variable that an earlier turn of a loop, or an
  /// inner function, may have changed.
  private func forgetIfRepeated(_ value: inout WrittenValue, _ register: Int) {
    let start = regions.start(around: position)
    guard mayBeSetInside || start.map({ lastWrites[register] < $0 }) ?? false else { return }
    switch value.kind {
    case .string, .integer, .boolean, .constant, .parameter: value.kind = .unknown
    default: break
    }
  }

  package mutating func set(_ register: Int, _ kind: WrittenValue.Kind) {
    set(register, WrittenValue(kind, line: line))
  }

  package mutating func set(_ register: Int, _ value: WrittenValue) {
    guard register < registers.count else { return }
    registers[register] = value
    lastWrites[register] = position
  }

  private mutating func forgetWrites(since start: Int) {
    for register in registers.indices where lastWrites[register] >= start {
      registers[register].kind = .unknown
    }
  }

  package mutating func forget(from register: Int) {
    guard register < registers.count else { return }
    for index in register..<registers.count { set(index, .unknown) }
  }

  /// Returns whether a constant is a text.
  package func constant(_ number: Int, is text: String) -> Bool {
    guard number < constants.count, case .string(let bytes) = constants[number] else {
      return false
    }
    return bytes.elementsEqual(text.utf8)
  }

  /// Returns the first constant with the same name; `nil` if the constant is
  /// not a string.
  ///
  /// The compiler may create a second constant if inner functions use the name,
  /// too.
  private mutating func name(_ constant: Int) -> Int32? {
    guard constant < constants.count, case .string(let bytes) = constants[constant] else {
      return nil
    }
    if nameNumbers[constant] < 0 {
      nameNumbers[constant] = names.value(of: bytes, orNew: Int32(clamping: constant))
    }
    return nameNumbers[constant]
  }

  // MARK: Tables

  package mutating func makeTable(in register: Int) {
    let table = WrittenTable(position: Int32(clamping: position), line: line)
    set(register, .table(tables.add(table)))
  }

  package mutating func global(_ constant: Int) -> WrittenValue {
    if let value = name(constant).flatMap({ globals[$0] }) {
      return WrittenValue(value.kind, line: line, isNamed: true)
    }
    let isLibrary = self.constant(constant, is: "table")
    return WrittenValue(isLibrary ? .tableLibrary : .unknown, line: line)
  }

  package mutating func setGlobal(_ constant: Int, _ value: WrittenValue) {
    guard let name = name(constant) else { return }
    let isCertain = regions.start(around: position) == nil
    globals[name] = isCertain ? value : WrittenValue(.unknown, line: line)
  }

  package mutating func member(_ constant: Int, of base: WrittenValue) -> WrittenValue.Kind {
    switch base.kind {
    case .tableLibrary: self.constant(constant, is: "insert") ? .tableInsert : .unknown
    case .table(let number):
      name(constant).flatMap { tables.field($0, ofTable: number) }
        .map { tables.fields[Int($0)].entry.value.kind } ?? .unknown
    default: .unknown
    }
  }

  package mutating func store(field constant: Int, of base: WrittenValue, _ value: WrittenValue) {
    guard let number = base.table, let name = name(constant),
      case .string(let bytes) = constants[constant]
    else { return }
    tables.store(
      name, nameLength: Int32(clamping: bytes.count), entry(value), inTable: number,
      isBeingWritten: !base.isNamed)
    if let notes, !isCertain(for: number), let field = tables.field(name, ofTable: number) {
      notes.uncertainFields.insert(field)
    }
  }

  package mutating func store(_ index: Int, of base: WrittenValue, _ value: WrittenValue) {
    guard let number = base.table else { return }
    if notes != nil { noteElement(value, of: base) }
    if isCertain(for: number) {
      tables.store(index, entry(value), inTable: number)
    } else {
      tables.append(entry(value), toTable: number, isCertain: false)
    }
  }

  package mutating func append(to base: WrittenValue, _ value: WrittenValue) {
    guard let number = base.table else { return }
    if notes != nil { noteElement(value, of: base) }
    tables.append(entry(value), toTable: number, isCertain: isCertain(for: number))
  }

  package mutating func insert(into base: WrittenValue, _ value: WrittenValue) {
    guard let number = base.table else { return }
    if notes != nil { noteElement(value, of: base) }
    tables.insert(entry(value), intoTable: number)
  }

  /// Returns whether an instruction runs exactly once.
  package func runsOnce(at position: Int) -> Bool { regions.start(around: position) == nil }

  @inline(__always)
  private func entry(_ value: WrittenValue) -> WrittenEntry {
    WrittenEntry(value: value, line: line)
  }

  /// Returns whether the current instruction runs exactly once for each
  /// creation of the table.
  private func isCertain(for table: Int32) -> Bool {
    guard let start = regions.start(around: position) else { return true }
    return start <= tables[table].position
  }
}
