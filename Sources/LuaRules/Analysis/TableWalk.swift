/// A walk over the code of a chunk, from top to bottom, that sees which tables it writes.
///
/// Jumps are not followed. Instead, what lies between a jump and its target is
/// uncertain: registers written there are unknown behind it, and elements
/// added there stand for any number of elements.
struct TableWalk {
  let main: CompiledFunction
  private(set) var tables: [WrittenTable] = []
  private var registers: [WrittenValue]
  private var lastWrites: [Int]
  private var globals: [String: WrittenValue] = [:]
  private let regions: UncertainRegions
  private let localCounts: [Int]
  /// The texts of string constants, as far as they were asked for.
  private var names: [String?]
  private(set) var position = 0

  init(_ main: CompiledFunction) {
    self.main = main
    registers = Array(
      repeating: WrittenValue(kind: .unknown, line: 0), count: main.registerCount + 1)
    lastWrites = Array(repeating: -1, count: registers.count)
    regions = UncertainRegions(of: main)
    localCounts = main.localCounts()
    names = Array(repeating: nil, count: main.constants.count)
  }

  /// Walks to the return that certainly happens and returns the table that it gives.
  ///
  /// Without such a table it is the last one that is returned under some condition.
  mutating func returnedTable() -> Int? {
    var found: Int?
    while position < main.code.count {
      if let start = regions.start(endingAt: position) { forgetWrites(since: start) }
      let instruction = main.code[position]
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

  var line: Int { main.line(at: position) }

  /// Returns a register's value; what is in a local variable has its name from there.
  func value(in register: Int) -> WrittenValue {
    guard register < registers.count else { return WrittenValue(kind: .unknown, line: line) }
    var value = registers[register]
    if register < localCounts[position] {
      value.isNamed = true
      value.line = line
    }
    return value
  }

  mutating func set(_ register: Int, _ kind: WrittenValue.Kind) {
    set(register, WrittenValue(kind: kind, line: line))
  }

  mutating func set(_ register: Int, _ value: WrittenValue) {
    guard register < registers.count else { return }
    registers[register] = value
    lastWrites[register] = position
  }

  private mutating func forgetWrites(since start: Int) {
    for register in registers.indices where lastWrites[register] >= start {
      registers[register].kind = .unknown
    }
  }

  mutating func forget(from register: Int) {
    guard register < registers.count else { return }
    for index in register..<registers.count { set(index, .unknown) }
  }

  /// Returns the text of a string constant.
  mutating func name(_ constant: Int) -> String? {
    guard names.indices.contains(constant) else { return nil }
    if names[constant] == nil { names[constant] = main.name(constant) }
    return names[constant]
  }

  // MARK: Tables

  mutating func makeTable(in register: Int) {
    set(register, .table(tables.count))
    tables.append(WrittenTable(position: position, line: line))
  }

  func global(_ name: String) -> WrittenValue {
    if let value = globals[name] {
      return WrittenValue(kind: value.kind, line: line, isNamed: true)
    }
    return WrittenValue(kind: name == "table" ? .tableLibrary : .unknown, line: line)
  }

  mutating func setGlobal(_ name: String, _ value: WrittenValue) {
    let isCertain = regions.start(around: position) == nil
    globals[name] = isCertain ? value : WrittenValue(kind: .unknown, line: line)
  }

  func member(_ name: String, of base: WrittenValue) -> WrittenValue.Kind {
    switch base.kind {
    case .tableLibrary: name == "insert" ? .tableInsert : .unknown
    case .table(let number): tables[number].field(name)?.value.kind ?? .unknown
    default: .unknown
    }
  }

  mutating func store(_ name: String, of base: WrittenValue, _ value: WrittenValue) {
    guard case .table(let number) = base.kind else { return }
    tables[number].store(name, entry(value))
  }

  mutating func store(_ index: Int, of base: WrittenValue, _ value: WrittenValue) {
    guard case .table(let number) = base.kind else { return }
    if isCertain(for: number) {
      tables[number].store(index, entry(value))
    } else {
      tables[number].append(entry(value), isCertain: false)
    }
  }

  mutating func append(to base: WrittenValue, _ value: WrittenValue) {
    guard case .table(let number) = base.kind else { return }
    tables[number].append(entry(value), isCertain: isCertain(for: number))
  }

  mutating func insert(into base: WrittenValue, _ value: WrittenValue) {
    guard case .table(let number) = base.kind else { return }
    tables[number].insert(entry(value))
  }

  private func entry(_ value: WrittenValue) -> WrittenTable.Entry {
    WrittenTable.Entry(line: line, value: value)
  }

  /// Whether the current instruction happens exactly once for each making of the table.
  private func isCertain(for table: Int) -> Bool {
    guard let start = regions.start(around: position) else { return true }
    return start <= tables[table].position
  }
}
