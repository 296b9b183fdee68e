/// A table that the code of a file makes.
package struct WrittenTable: Sendable {
  /// A field of a table.
  package struct Field: Sendable {
    package let name: [UInt8]
    /// The line where the field, or its value, begins.
    package let line: Int
    /// Whether the table constructor stores it.
    package let isInConstructor: Bool
  }

  /// The line of the instruction behind the one that makes it.
  fileprivate let key: Int32
  /// The line of the first field, or of the instruction behind if there is none.
  package fileprivate(set) var line: Int
  /// The fields, in the order of storing.
  package fileprivate(set) var fields: [Field] = []
  /// The lines of the elements of the table constructor.
  package fileprivate(set) var elementLines: [Int] = []

  /// The lines of the fields, by name.
  package var fieldLines: [[UInt8]: Int] {
    Dictionary(fields.map { ($0.name, $0.line) }) { _, last in last }
  }

  /// Returns the line of a field; of one that is stored several times the last one.
  package func line(ofField name: String) -> Int? {
    fields.last { $0.name.hasSameBytes(as: name) }?.line
  }
}

/// The tables that the code of a file makes, with the lines of their fields.
///
/// They are found by the line of the instruction behind the one that makes the table, which the
/// `LuaTableOrigin` of a table has. The code is read from top to bottom, and jumps are ignored: a field is
/// that of the last table that was made in its register.
package struct WrittenTables: Sendable {
  /// The tables, sorted by their keys.
  package private(set) var all: [WrittenTable] = []

  /// At most so many tables that are made in one line are compared.
  private static let mostInLine = 16

  /// Finds the tables of a function.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - functionLines: The lines of the functions in it; `nil` to look for tables in them, too.
  /// - Complexity: O(*n* log *n*) in the number of instructions.
  package init(_ function: CompiledFunction, functionLines: [Int]? = nil) {
    add(function, functionLines)
    all.sort { $0.key < $1.key }
  }

  private mutating func add(_ function: CompiledFunction, _ functionLines: [Int]?) {
    var reader = TableReader(function, functionLines ?? function.functions.map(\.lineDefined))
    all += reader.read()
    if functionLines == nil {
      for inner in function.functions { add(inner, nil) }
    }
  }

  /// Returns the table that is made in front of a line's instruction.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - names: The names of the table's fields, to choose from several.
  /// - Returns: The table; `nil` if none is made there.
  package func table(at line: Int, names: @autoclosure () -> [String]) -> WrittenTable? {
    let key = Int32(clamping: line)
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if all[middle].key < key { low = middle + 1 } else { high = middle }
    }
    let found = all[low...].prefix(Self.mostInLine).prefix { $0.key == key }
    guard found.count > 1 else { return found.first }
    let names = names()
    var best = (index: low, agreements: -1)
    for index in found.indices where best.agreements < names.count {
      let agreements = names.count { name in
        all[index].fields.contains { $0.name.hasSameBytes(as: name) }
      }
      if agreements > best.agreements { best = (index, agreements) }
    }
    return all[best.index]
  }
}

/// Reads the code of one function.
private struct TableReader {
  private let function: CompiledFunction
  private let functionLines: [Int]
  private let localCounts: [Int]
  private var tables: [WrittenTable] = []
  private var registers: [Register]

  private struct Register {
    /// The line of the value.
    var line = 0
    /// The number of the table that was made in it.
    var table: Int?
    /// The number of the constant that was loaded.
    var constant: Int?
  }

  init(_ function: CompiledFunction, _ functionLines: [Int]) {
    self.function = function
    self.functionLines = functionLines
    localCounts = function.localCounts()
    registers = Array(repeating: Register(), count: function.registerCount + 1)
  }

  mutating func read() -> [WrittenTable] {
    for position in function.code.indices { read(function.code[position], at: position) }
    return tables
  }

  private mutating func read(_ instruction: Instruction, at position: Int) {
    let line = function.line(at: position)
    switch instruction.opcode {
    case .newTable:
      // An instruction with an extra argument follows.
      let next = function.line(at: position + 2)
      set(instruction.a, Register(line: line, table: tables.count))
      tables.append(WrittenTable(key: Int32(clamping: next), line: next))
    case .closure:
      let defined =
        functionLines.indices.contains(instruction.bx) ? functionLines[instruction.bx] : line
      set(instruction.a, Register(line: min(line, defined)))
    case .loadConstant:
      set(instruction.a, Register(line: line, constant: instruction.bx))
    case .loadConstantExtra where position + 1 < function.code.count:
      set(instruction.a, Register(line: line, constant: function.code[position + 1].ax))
    case .setField:
      store(instruction.b, instruction, line, at: position)
    case .setTable:
      if let constant = register(instruction.b)?.constant {
        store(constant, instruction, line, at: position)
      }
    case .setList:
      addElements(instruction)
    default:
      guard let written = instruction.writtenRegisters else { return }
      for number in written.clamped(to: 0...registers.count - 1) {
        registers[number] = Register(line: line)
      }
    }
  }

  private mutating func set(_ number: Int, _ register: Register) {
    if registers.indices.contains(number) { registers[number] = register }
  }

  private func register(_ number: Int) -> Register? {
    registers.indices.contains(number) ? registers[number] : nil
  }

  private mutating func store(
    _ constant: Int, _ instruction: Instruction, _ line: Int, at position: Int
  ) {
    guard let table = register(instruction.a)?.table,
      case .string(let name)? = function.constant(constant)
    else { return }
    let isMade = !instruction.k && instruction.c >= localCounts[position]
    let first = isMade ? min(line, register(instruction.c)?.line ?? line) : line
    if tables[table].fields.isEmpty { tables[table].line = min(first, tables[table].line) }
    tables[table].fields.append(
      WrittenTable.Field(
        name: name, line: first, isInConstructor: instruction.a >= localCounts[position]))
  }

  /// Adds the elements of a constructor, except for an open number of results at its end.
  private mutating func addElements(_ instruction: Instruction) {
    guard let table = register(instruction.a)?.table else { return }
    for number in 0..<instruction.b {
      guard let element = register(instruction.a + 1 + number) else { return }
      tables[table].elementLines.append(element.line)
    }
  }
}

extension CompiledFunction {
  /// Returns for each instruction the number of registers that are local
  /// variables.
  fileprivate func localCounts() -> [Int] {
    var counts = [Int](repeating: 0, count: code.count + 1)
    for local in locals where local.start < local.end && local.end <= code.count {
      counts[local.start] += 1
      counts[local.end] -= 1
    }
    for index in 1..<counts.count { counts[index] += counts[index - 1] }
    return counts
  }
}
