import LuaBytecode

/// The paths that a function probably reads, even if native code does not cover
/// it.
///
/// The code is scanned once from top to bottom, without following branches, so
/// a variable that is assigned on only one branch may be misjudged. Reads of
/// called functions are not found; reads of its variables by inner functions
/// are found.
package struct FunctionReads {
  /// The paths, each once, in the order of the code.
  private(set) var reads: [NativePaths.ID] = []
  private var known: Set<NativePaths.ID> = []
  private var paths: NativePaths

  /// Returns the paths that a function reads when it is called with the
  /// context.
  ///
  /// - Complexity: O(*n*) in the number of instructions, including those of
  ///   inner functions.
  package static func of(
    _ function: CompiledFunction, in paths: inout NativePaths
  ) -> [NativePaths.ID] {
    var search = FunctionReads(paths: paths)
    search.follow(function, parameter: .context, upvalues: [:])
    paths = search.paths
    return search.reads
  }

  private init(paths: NativePaths) { self.paths = paths }

  private mutating func follow(
    _ function: CompiledFunction, parameter: NativePaths.ID?, upvalues: [Int: NativePaths.ID]
  ) {
    var registers = Registers(function.registerCount)
    if function.parameterCount > 0 { registers[0] = parameter }
    for instruction in function.code {
      let a = instruction.a
      switch instruction.opcode {
      case .move: registers[a] = registers[instruction.b]
      case .getUpvalue: registers[a] = upvalues[instruction.b]
      case .getField:
        registers[a] = member(
          step(function.constant(instruction.c)), of: registers[instruction.b])
      case .getUpvalueField:
        registers[a] = member(
          step(function.constant(instruction.c)), of: upvalues[instruction.b])
      case .getInteger:
        registers[a] = member(.index(Int64(instruction.c)), of: registers[instruction.b])
      case .getMethod:
        // Most methods are string methods, and not members.
        registers[a + 1] = registers[instruction.b]
        registers[a] = nil
      case .testSet:
        if registers[a] == nil { registers[a] = registers[instruction.b] }
      case .closure where function.functions.indices.contains(instruction.bx):
        let inner = function.functions[instruction.bx]
        var places: [Int: NativePaths.ID] = [:]
        for (index, upvalue) in inner.upvalues.enumerated() {
          places[index] = upvalue.isInStack ? registers[upvalue.index] : upvalues[upvalue.index]
        }
        follow(inner, parameter: nil, upvalues: places)
        registers[a] = nil
      default:
        if let assigned = instruction.assignedRegisters { registers.forget(assigned) }
      }
    }
  }

  /// The paths that registers hold; an operand that is no register holds none.
  private struct Registers {
    private var paths: [NativePaths.ID?]

    init(_ count: Int) { paths = Array(repeating: nil, count: count + 1) }

    subscript(register: Int) -> NativePaths.ID? {
      get { register < paths.count ? paths[register] : nil }
      set { if register < paths.count { paths[register] = newValue } }
    }

    mutating func forget(_ assigned: ClosedRange<Int>) {
      guard assigned.lowerBound < paths.count else { return }
      for register in assigned.lowerBound...min(assigned.upperBound, paths.count - 1) {
        paths[register] = nil
      }
    }
  }

  private func step(_ key: CompiledFunction.Constant?) -> NativePaths.Step? {
    guard case .string(let name) = key.map({ NativeValue($0) }) else { return nil }
    return .name(NativePaths.Text(name))
  }

  private mutating func member(
    _ step: NativePaths.Step?, of base: NativePaths.ID?
  ) -> NativePaths.ID? {
    guard let step, let base, paths[base].length < NativePaths.lengthLimit else { return nil }
    let path = paths.path(step, from: base)
    if known.insert(path).inserted { reads.append(path) }
    return path
  }
}
