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

  private let tables: WrittenTables
  private let index: Int

  fileprivate init(_ index: Int, of tables: WrittenTables) {
    self.tables = tables
    self.index = index
  }

  /// The line of the first field, or of the instruction behind the one that makes the table.
  package var line: Int { Int(tables.all[index].line) }

  /// The fields, in the order of storing.
  package var fields: [Field] {
    var fields: [Field] = []
    tables.forEachField(of: index) { name, field in
      fields.append(
        Field(name: name, line: Int(field.line), isInConstructor: field.isInConstructor))
    }
    return fields
  }

  /// The number of fields.
  package var fieldCount: Int { Int(tables.all[index].fieldCount) }

  /// The lines of the fields, by name; of one that is stored several times the last one.
  package var fieldLines: [[UInt8]: Int] {
    Dictionary(fields.map { ($0.name, $0.line) }) { _, last in last }
  }

  /// Returns the line of a field; of one that is stored several times the last one.
  ///
  /// - Complexity: O(*n*) in the number of fields.
  package func line(ofField name: String) -> Int? {
    var line: Int?
    tables.forEachField(of: index) { other, field in
      if other.hasSameBytes(as: name) { line = Int(field.line) }
    }
    return line
  }

  /// Returns the line of an element of the table constructor, if it has the right number of them.
  package func line(ofElement index: Int, of count: Int) -> Int? {
    guard let lines = tables.elementLines[tables.all[self.index].number], lines.count == count
    else { return nil }
    return Int(lines[index])
  }

  /// Returns the lines of the elements of the table constructor, if it has the right number of them.
  package func elementLines(count: Int) -> [Int]? {
    guard let lines = tables.elementLines[tables.all[index].number], lines.count == count else {
      return nil
    }
    return lines.map(Int.init)
  }
}

/// The tables that the code of a file makes, with the lines of their fields.
///
/// They are found by the line of the instruction behind the one that makes the table, which the
/// `LuaTableOrigin` of a table has. The code is read from top to bottom, and jumps are ignored: a field is
/// that of the last table that was made in its register.
package final class WrittenTables: Sendable {
  fileprivate struct Record {
    let number: Int32
    let function: Int32
    /// The line of the instruction behind the one that makes the table.
    let key: Int32
    var line: Int32
    var firstField: Int32 = -1
    var lastField: Int32 = -1
    var fieldCount: Int32 = 0
  }

  fileprivate struct Field {
    /// The constant of the function with its name.
    let name: Int32
    let line: Int32
    let isInConstructor: Bool
    /// The next field of the table; negative for the last one.
    var next: Int32 = -1
  }

  /// The tables, sorted by their keys.
  fileprivate let all: [Record]
  private let fields: [Field]
  /// The lines of elements, by the number of the list.
  fileprivate let elementLines: [Int32: [Int32]]
  private let functions: [CompiledFunction]

  /// How many tables of one line are compared, and how many fields of each.
  private static let most = (inLine: 16, fields: 64)

  /// Finds the tables of a function.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - functionLines: The lines of the functions in it; `nil` to look for tables in them, too.
  /// - Complexity: O(*n* log *n*) in the number of instructions.
  package init(_ function: CompiledFunction, functionLines: [Int]? = nil) {
    var functions = [function]
    var found = FoundTables()
    var next = 0
    while next < functions.count {
      let function = functions[next]
      if function.code.contains(where: { $0.opcode == .newTable }) {
        // Moved into the reader and back, so that it is not copied for each function.
        let lines = functionLines ?? function.functions.map(\.lineDefined)
        found = TableReader(function, Int32(next), lines, consume found).read()
      }
      if functionLines == nil { functions += function.functions }
      next += 1
    }
    all = found.tables.sorted { $0.key < $1.key }
    fields = found.fields
    elementLines = found.elementLines
    self.functions = functions
  }

  /// All tables.
  package var tables: [WrittenTable] { all.indices.map { WrittenTable($0, of: self) } }

  @inline(__always)
  fileprivate func forEachField(of index: Int, _ body: ([UInt8], Field) -> Void) {
    let constants = functions[Int(all[index].function)].constants
    var next = all[index].firstField
    while next >= 0 {
      let field = fields[Int(next)]
      if case .string(let name) = constants[Int(field.name)] { body(name, field) }
      next = field.next
    }
  }

  /// Returns the table that is made in front of a line's instruction.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - elements: The number of the table's elements, to choose from several.
  ///   - names: The names of its fields.
  /// - Returns: The table; `nil` if none is made there.
  /// - Complexity: O(*n*) in the number of names if several tables are made there.
  package func table(
    at line: Int, elements: Int, names: @autoclosure () -> [String]
  ) -> WrittenTable? {
    let key = Int32(clamping: line)
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if all[middle].key < key { low = middle + 1 } else { high = middle }
    }
    guard low < all.count, all[low].key == key else { return nil }
    guard low + 1 < all.count, all[low + 1].key == key else { return WrittenTable(low, of: self) }
    let names = Set(names().map { Array($0.utf8) })
    var best = (index: low, agreements: -1)
    for index in low..<min(low + Self.most.inLine, all.count)
    where best.agreements <= names.count && all[index].key == key {
      var agreements = elementLines[all[index].number]?.count ?? 0 == elements ? 1 : 0
      var compared = 0
      forEachField(of: index) { name, _ in
        compared += 1
        if compared <= Self.most.fields, names.contains(name) { agreements += 1 }
      }
      if agreements > best.agreements { best = (index, agreements) }
    }
    return WrittenTable(best.index, of: self)
  }
}

private struct FoundTables {
  var tables: [WrittenTables.Record] = []
  var fields: [WrittenTables.Field] = []
  var elementLines: [Int32: [Int32]] = [:]
}

/// Reads the code of one function.
private struct TableReader {
  private let function: CompiledFunction
  private let number: Int32
  private let functionLines: [Int]
  private let localCounts: [Int32]
  private var found: FoundTables
  private var registers: [Register]

  private struct Register {
    /// The line of the value.
    var line: Int32 = 0
    /// The number of the table that was made in it; negative if there is none.
    var table: Int32 = -1
    /// The number of the constant that was loaded; negative if there is none.
    var constant: Int32 = -1
  }

  init(
    _ function: CompiledFunction, _ number: Int32, _ functionLines: [Int], _ found: FoundTables
  ) {
    self.function = function
    self.number = number
    self.functionLines = functionLines
    self.found = found
    localCounts = function.localCounts()
    registers = Array(repeating: Register(), count: function.registerCount + 1)
  }

  /// Reads all instructions, and returns what was found, also before.
  consuming func read() -> FoundTables {
    for position in function.code.indices { read(function.code[position], at: position) }
    return found
  }

  private mutating func read(_ instruction: Instruction, at position: Int) {
    let line = Int32(clamping: function.line(at: position))
    switch instruction.opcode {
    case .newTable:
      // An instruction with an extra argument follows.
      let next = Int32(clamping: function.line(at: position + 2))
      let table = Int32(clamping: found.tables.count)
      set(instruction.a, Register(line: line, table: table))
      found.tables.append(.init(number: table, function: number, key: next, line: next))
    case .closure:
      let defined =
        functionLines.indices.contains(instruction.bx)
        ? Int32(clamping: functionLines[instruction.bx]) : line
      set(instruction.a, Register(line: min(line, defined)))
    case .loadConstant:
      set(instruction.a, Register(line: line, constant: Int32(clamping: instruction.bx)))
    case .loadConstantExtra where position + 1 < function.code.count:
      let constant = Int32(clamping: function.code[position + 1].ax)
      set(instruction.a, Register(line: line, constant: constant))
    case .setField:
      store(Int32(clamping: instruction.b), instruction, line, at: position)
    case .setTable:
      guard registers.indices.contains(instruction.b) else { return }
      store(registers[instruction.b].constant, instruction, line, at: position)
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

  private func table(in number: Int) -> Int? {
    guard registers.indices.contains(number), registers[number].table >= 0 else { return nil }
    return Int(registers[number].table)
  }

  private mutating func store(
    _ constant: Int32, _ instruction: Instruction, _ line: Int32, at position: Int
  ) {
    guard let table = table(in: instruction.a), constant >= 0,
      case .string? = function.constant(Int(constant))
    else { return }
    let isMade =
      !instruction.k && instruction.c >= localCounts[position]
      && registers.indices.contains(instruction.c)
    let first = isMade ? min(line, registers[instruction.c].line) : line
    let field = Int32(clamping: found.fields.count)
    found.fields.append(
      .init(
        name: constant, line: first, isInConstructor: instruction.a >= localCounts[position]))
    let last = found.tables[table].lastField
    if last >= 0 {
      found.fields[Int(last)].next = field
    } else {
      found.tables[table].firstField = field
      found.tables[table].line = min(first, found.tables[table].line)
    }
    found.tables[table].lastField = field
    found.tables[table].fieldCount += 1
  }

  /// Adds the elements of a constructor, except for an open number of results at its end.
  private mutating func addElements(_ instruction: Instruction) {
    guard let table = table(in: instruction.a) else { return }
    let elements = (instruction.a + 1..<instruction.a + 1 + instruction.b).clamped(
      to: registers.indices)
    found.elementLines[Int32(table), default: []] += registers[elements].map(\.line)
  }
}

extension CompiledFunction {
  /// Returns for each instruction the number of registers that are local
  /// variables.
  fileprivate func localCounts() -> [Int32] {
    var counts = [Int32](repeating: 0, count: code.count + 1)
    for local in locals where local.start < local.end && local.end <= code.count {
      counts[local.start] += 1
      counts[local.end] -= 1
    }
    for index in 1..<counts.count { counts[index] += counts[index - 1] }
    return counts
  }
}
