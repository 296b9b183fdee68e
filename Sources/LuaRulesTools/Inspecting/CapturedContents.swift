import LuaBridge
import LuaBytecode
import LuaRules

/// What the functions of rules capture, down to the last part.
///
/// It is a copy of a frozen state: no evaluation changes any of it.
struct CapturedContents: Sendable {
  /// A function with what it captures, in the order of its upvalues.
  struct Function: Sendable {
    let code: CompiledFunction
    let captured: [CapturedPart]
  }

  /// A table, with its entries in the order of their keys.
  struct Table: Sendable {
    let entries: [(key: LuaValue, value: CapturedPart)]
    let length: Int
    /// Whether it has the globals of a file; then the entries are those that not all files have.
    let isEnvironment: Bool
  }

  /// The functions, by their numbers in the model.
  private(set) var functions: [Int: Function] = [:]
  private(set) var tables: [Int: Table] = [:]
  /// The functions of rules that are those of libraries or of the host, with their names.
  private(set) var libraryFunctions: [Int: String] = [:]

  /// How many entries are read; larger tables are not known.
  private static let mostEntries = 1 << 18

  /// Knows no function.
  init() {}

  /// Collects what the functions up to a number capture.
  init(_ inspector: FunctionInspector, upTo count: Int) {
    let state = inspector.state
    var entriesLeft = Self.mostEntries
    var pending: [CapturedPart] = []
    for number in 0..<count {
      let part = state.part(function: number + 1)
      if case .library(let name) = part { libraryFunctions[number + 1] = name }
      pending.append(part)
    }
    while let next = pending.popLast() {
      switch next {
      case .function(let number):
        guard functions[number] == nil, let code = inspector.code(ofFunction: number) else {
          continue
        }
        let captured = code.upvalues.indices.map { state.part(upvalue: $0, ofFunction: number) }
        functions[number] = Function(code: code, captured: captured)
        pending += captured
      case .table(let number):
        guard tables[number] == nil, let content = state.content(ofTable: number),
          content.keys.count <= entriesLeft
        else { continue }
        entriesLeft -= content.keys.count
        let keys = content.keys.map { ($0, $0.exactText) }.sorted { $0.1 < $1.1 }
        let entries = keys.map { (key: $0.0, value: state.part(key: $0.0, ofTable: number)) }
        tables[number] = Table(
          entries: entries, length: content.length, isEnvironment: content.isEnvironment)
        pending += entries.map(\.value)
      case .scalar, .library, .unknown: break
      }
    }
  }
}

extension LuaValue {
  /// A text that is the same for identical scalars only.
  var exactText: String {
    switch self {
    case .number(let number): "float \(number.bitPattern)"
    case .string(let text): "text \(Array(text.utf8))"
    case .bytes(let bytes): "text \(bytes)"
    default: literal
    }
  }
}
