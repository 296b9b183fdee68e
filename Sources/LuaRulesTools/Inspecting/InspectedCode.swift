import LuaBridge
import LuaBytecode
import LuaRules

/// The compiled functions that rules can reach, with the values that they capture.
///
/// It is a copy of facts of a frozen state, which no longer exists.
struct InspectedCode: Sendable {
  /// A compiled function and where it comes from.
  struct Function: Sendable {
    let code: CompiledFunction
    /// The name of its file.
    let file: String
    /// The values of its upvalues, in their order.
    let captured: [CapturedValue]
    /// The globals that its file defines.
    let globals: Set<String>
    /// The function in its file; `nil` if it may be one of several with the same text in one line.
    let written: WrittenFunction?
    /// Whether other functions may call it, too, and not only the rules with it.
    fileprivate(set) var mayBeShared: Bool
    /// Whether all that is done with it is to call it, or to give it to calls, in functions that are
    /// listed, too.
    fileprivate(set) var isOnlyCalled = false
  }

  /// A table that was made while loading, with all that is in it.
  struct Table: Sendable {
    let entries: [(key: LuaValue, value: CapturedValue)]
    /// What `#` gives.
    let length: Int
  }

  /// The functions, by their numbers in the model.
  private(set) var functions: [Int: Function] = [:]
  /// The fields of tables that were made while loading: those whose names functions contain.
  private(set) var fields: [Int: [String: CapturedValue]] = [:]
  /// The tables that were made while loading and that functions capture, if they are small.
  private(set) var tables: [Int: Table] = [:]
  /// The number of instructions of all functions, with those of functions inside.
  private(set) var instructionCount = 0

  /// Without any function.
  init() {}

  /// Returns a field of a table that was made while loading; `.unknown` if it was not looked at.
  func field(_ name: String, ofTable table: Int) -> CapturedValue {
    fields[table]?[name] ?? .unknown
  }
}

extension InspectedCode {
  /// How many tables inside one another are looked at.
  private static let mostNesting = 3
  /// How many fields are looked at.
  private static let mostFields = 1 << 16
  /// How many entries a table may have to be looked at as a whole.
  private static let mostEntries = 64

  /// Collects the functions up to a number, and those that they capture.
  ///
  /// - Parameters:
  ///   - inspector: Examines functions.
  ///   - count: The number of functions that rules reach.
  ///   - mains: The main functions of rule files and modules, by chunk.
  init(_ inspector: FunctionInspector, upTo count: Int, mains: [Int: InspectedMain]) {
    guard count > 0 else { return }
    var pending = Array(1...count)
    var seen = Set(pending)
    var seenTables: Set<Int> = []
    var fieldCount = 0
    var numbers: [Int: [Int]] = [:]
    while let number = pending.popLast() {
      guard let code = inspector.code(ofFunction: number) else { continue }
      let chunk = inspector.info(ofFunction: number).chunk
      guard chunk >= 1, chunk <= inspector.names.count else { continue }
      let captured = code.upvalues.indices.map { index in
        code.upvalues[index].name == "_ENV"
          ? .unknown : inspector.outside.upvalue(index, ofFunction: number)
      }
      numbers[chunk, default: []].append(number)
      instructionCount += code.instructionCount
      functions[number] = Function(
        code: code, file: inspector.names[chunk - 1], captured: captured,
        globals: inspector.globals[chunk] ?? [], written: mains[chunk]?.written(code),
        mayBeShared: mains[chunk]?.isOfRules(code) != true)
      var found = captured.map { (value: $0, depth: 0) }
      let names = found.contains { $0.value.isTable } ? code.names : []
      while let (value, depth) = found.popLast() {
        switch value {
        case .function(let number):
          if seen.insert(number).inserted { pending.append(number) }
        case .table(let table) where depth < Self.mostNesting:
          if seenTables.insert(table).inserted, fieldCount < Self.mostFields,
            let content = inspector.state.content(ofTable: table),
            content.keys.count <= Self.mostEntries
          {
            let entries = content.keys.map {
              (key: $0, value: CapturedValue(inspector.state.part(key: $0, ofTable: table)))
            }
            fieldCount += entries.count
            tables[table] = Table(entries: entries, length: content.length)
            for case (_, .table(let inner)) in entries { found.append((.table(inner), depth + 1)) }
          }
          for name in names where fields[table]?[name] == nil && fieldCount < Self.mostFields {
            fieldCount += 1
            let field = inspector.outside.field(
              .name(NativePaths.Text(name)), ofTable: table)
            fields[table, default: [:]][name] = field
            found.append((field, depth + 1))
          }
        default: break
        }
      }
    }
    let held = HeldFunctions(functions, inspector.state)
    for (chunk, numbers) in numbers {
      guard let main = mains[chunk] else { continue }
      noteCalled(in: main, numbers)
      if main.globals.isEmpty { noteOwned(in: main, numbers, held) }
    }
  }

  /// Notes which functions of a file nothing but rules can call, as no other function gets at them.
  private mutating func noteOwned(
    in main: InspectedMain, _ numbers: [Int], _ held: HeldFunctions
  ) {
    let kept = main.functions.onlyKept()
    // One that a loop makes is another one in each round.
    let listed = Dictionary(grouping: numbers) { functions[$0]?.written?.number }
    for (written, numbers) in listed where numbers.count == 1 && !held.contains(numbers[0]) {
      if let written, kept.contains(written) { functions[numbers[0]]?.mayBeShared = false }
    }
  }

  /// Notes which functions of a file are only called.
  private mutating func noteCalled(in main: InspectedMain, _ numbers: [Int]) {
    let called = main.functions.onlyCalled()
    guard !called.isEmpty else { return }
    let listed = Set(numbers.compactMap { functions[$0]?.written?.number })
    // A function that is not listed may be called while the file is loading.
    func isListed(_ function: Int) -> Bool {
      listed.contains(function)
        || main.written.syntax.functions[function].outer.map(isListed) == true
    }
    for number in numbers {
      if let written = functions[number]?.written?.number,
        called[written]?.allSatisfy(isListed) == true
      {
        functions[number]?.isOnlyCalled = true
      }
    }
  }
}

extension CapturedValue {
  fileprivate var isTable: Bool { if case .table = self { true } else { false } }
}

extension CompiledFunction {
  /// The number of instructions, with those of functions inside.
  var instructionCount: Int { functions.reduce(code.count) { $0 + $1.instructionCount } }

  /// The texts among the constants, also of functions inside.
  var names: Set<String> {
    var names = Set(constants.indices.compactMap { name($0) })
    for function in functions { names.formUnion(function.names) }
    return names
  }
}
