/// The paths below the context that a function probably reads.
///
/// The code is gone through once from top to bottom, branches aside, so a
/// variable that is assigned on one way only may be taken for the wrong thing.
/// What a function that is called reads of its arguments is not seen; what
/// functions inside it read of its variables is.
struct ContextReads {
  /// The names from the context on, each way once, in the order of the code.
  private(set) var paths: [[String]] = []

  private typealias Path = [String]

  /// The paths that are known, and those on the way to them.
  private var known: Set<Path> = []
  private var inner: Set<Path> = []

  /// The steps that a path may have; what is below is not told.
  private static let longest = 32

  /// Finds the paths that a function reads when it is called with the context.
  ///
  /// - Complexity: O(*n*) in the number of instructions, functions inside it included.
  init(of function: CompiledFunction) {
    follow(function, parameter: [], upvalues: [:])
    // Who reads `todo.title` has read `todo` on the way to it.
    paths.removeAll(where: inner.contains)
  }

  private mutating func follow(
    _ function: CompiledFunction, parameter: Path?, upvalues: [Int: Path]
  ) {
    var registers: [Int: Path] = [:]
    if function.parameterCount > 0 { registers[0] = parameter }
    for instruction in function.code {
      let a = instruction.a
      switch instruction.opcode {
      case .move: registers[a] = registers[instruction.b]
      case .getUpvalue: registers[a] = upvalues[instruction.b]
      case .getField:
        registers[a] = member(function.name(instruction.c), of: registers[instruction.b])
      case .getUpvalueField:
        registers[a] = member(function.name(instruction.c), of: upvalues[instruction.b])
      case .getMethod:
        let receiver = registers[instruction.b]
        registers[a + 1] = receiver
        registers[a] = nil
      case .testSet:
        if registers[a] == nil { registers[a] = registers[instruction.b] }
      case .closure where function.functions.indices.contains(instruction.bx):
        let inner = function.functions[instruction.bx]
        var places: [Int: Path] = [:]
        for (index, upvalue) in inner.upvalues.enumerated() {
          places[index] = upvalue.isInStack ? registers[upvalue.index] : upvalues[upvalue.index]
        }
        follow(inner, parameter: nil, upvalues: places)
        registers[a] = nil
      case .loadNil:
        for register in a...a + instruction.b { registers[register] = nil }
      case let opcode where opcode.isTest || opcode.leavesRegisters: break
      default: registers[a] = nil
      }
    }
  }

  private mutating func member(_ name: String?, of base: Path?) -> Path? {
    guard let name, let base, base.count < Self.longest else { return nil }
    let path = base + [name]
    if known.insert(path).inserted { paths.append(path) }
    inner.insert(base)
    return path
  }
}

extension Opcode {
  /// Whether the instruction does not write to the register that it names first.
  fileprivate var leavesRegisters: Bool {
    switch self {
    case .setUpvalue, .setUpvalueField, .setTable, .setInteger, .setField, .setList, .jump,
      .metamethod, .metamethodImmediate, .metamethodConstant, .return, .returnNothing, .returnOne,
      .close, .toBeClosed, .extraArgument, .variadicPrepare:
      true
    default: false
    }
  }
}
