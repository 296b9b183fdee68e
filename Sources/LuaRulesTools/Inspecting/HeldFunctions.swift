import LuaBridge
import LuaBytecode
import LuaRules

/// The functions that other functions may get at, as they capture them or tables with them.
struct HeldFunctions {
  private var numbers: Set<Int> = []
  /// Whether some table was not looked at as a whole.
  private var isOpen = false

  /// How many entries of tables are looked at.
  private static let mostEntries = 1 << 16

  /// Collects what functions capture.
  ///
  /// - Parameters:
  ///   - functions: All functions that rules reach.
  ///   - state: The state with the values.
  /// - Complexity: O(*n* + *e*) for *n* instructions and *e* entries of tables, of which only so many are
  ///   looked at.
  init(_ functions: [Int: InspectedCode.Function], _ state: LuaState) {
    var pending: [Int] = []
    for function in functions.values {
      for (index, captured) in function.captured.enumerated() {
        switch captured {
        case .function(let number): numbers.insert(number)
        case .table(let table):
          let name = function.code.upvalues[index].name
          guard let names = function.written?.namesRead(ofCaptured: name, isWithCalled: true) else {
            pending.append(table)
            continue
          }
          for name in names { add(state.part(key: .string(name), ofTable: table), to: &pending) }
        case .scalar, .unknown: break
        }
      }
    }
    var seen: Set<Int> = []
    var entriesLeft = Self.mostEntries
    while let table = pending.popLast(), !isOpen {
      guard seen.insert(table).inserted else { continue }
      guard let content = state.content(ofTable: table), !content.isEnvironment,
        content.keys.count <= entriesLeft
      else {
        isOpen = true
        return
      }
      entriesLeft -= content.keys.count
      for key in content.keys { add(state.part(key: key, ofTable: table), to: &pending) }
    }
  }

  private mutating func add(_ part: CapturedPart, to pending: inout [Int]) {
    switch part {
    case .function(let number): numbers.insert(number)
    case .table(let table): pending.append(table)
    case .scalar, .library: break
    case .unknown: isOpen = true
    }
  }

  /// Whether some function may get at another one.
  func contains(_ number: Int) -> Bool { isOpen || numbers.contains(number) }
}
