/// A visible use of values outside of a function.
package enum FunctionUse: Sendable {
  /// A key of the context, with the names of members behind it.
  case reading([String])
  /// The context itself, in another way than to read a key by a constant name: any key may be read.
  case readingAnyKey
  /// A host function.
  case host(String)
  /// A global, including `host`.
  case readingGlobal(String)
  case settingGlobal(String)
  /// A field of a library, such as `string.find`.
  case readingLibrary(String)
  /// A field, or an element, of a table in a local variable of the file.
  case settingOuter(String)
  /// A member of the context, or of a value of the context.
  case setting([String])
  /// A comparison of a member of the context with `null`, which a member never
  /// is.
  case comparingWithNull([String])

  /// How many names a path may have; what is behind them is not told.
  package static let longestPath = 32
}

extension CompiledFunction {
  /// Calls a body with each visible use of the function, and its line.
  ///
  /// Every reported use is in the code, though the code may be unreachable; not
  /// every use is reported. The content of a local is known from its assignment
  /// to the next jump target.
  ///
  /// - Parameters:
  ///   - hasContext: Whether the first parameter is the context.
  ///   - body: Called for each use.
  /// - Complexity: O(*n*) for *n* instructions, with those of nested functions.
  package func forEachUse(hasContext: Bool = true, _ body: (FunctionUse, _ line: Int) -> Void) {
    let values = upvalues.map { upvalue in
      upvalue.name == "_ENV" ? FunctionUses.Value.environment : .outer(upvalue.name)
    }
    FunctionUses.walk(self, upvalues: values, hasContext: hasContext, body)
  }
}

/// A walk through a function that tracks the values of the context.
private struct FunctionUses {
  enum Value: Equatable {
    /// The context, or a member of it, with the names on the path.
    case path([String])
    case environment
    case hostTable
    case null
    case library(String)
    /// A function of a library, such as `table.insert`.
    case libraryFunction(String)
    /// The value of a captured variable, or a field of it.
    case outer(String)
  }

  private let function: CompiledFunction
  private let upvalues: [Value?]
  /// The registers that inner functions assign to.
  private let changing: Set<Int>
  /// Whether the first argument is the context.
  private let hasContext: Bool
  /// Whether register 0 holds the context during the whole function.
  private let keepsContext: Bool
  /// The values of the registers at the current position; unknown from `top`
  /// on.
  private var current: [Value?]
  private var top = 0

  static func walk(
    _ function: CompiledFunction, upvalues: [Value?], hasContext: Bool,
    _ body: (FunctionUse, _ line: Int) -> Void
  ) {
    var walk = FunctionUses(function, upvalues: upvalues, hasContext: hasContext)
    walk.run(body)
  }

  private init(_ function: CompiledFunction, upvalues: [Value?], hasContext: Bool) {
    self.function = function
    self.hasContext = hasContext
    let changing = function.changingVariables()
    self.changing = Set(changing.registers)
    self.upvalues = upvalues.enumerated().map { changing.upvalues.contains($0) ? nil : $1 }
    current = Array(repeating: nil, count: function.registerCount)
    let isAssigned = function.code.contains { $0.assignedRegisters?.contains(0) == true }
    keepsContext =
      hasContext && function.parameterCount > 0 && !isAssigned && !changing.registers.contains(0)
  }

  private mutating func run(_ body: (FunctionUse, _ line: Int) -> Void) {
    if hasContext, !keepsContext, function.parameterCount > 0 || function.isVariadic {
      body(.readingAnyKey, function.line(at: 0))
    }
    var isTarget = [Bool](repeating: false, count: function.code.count)
    for position in function.code.indices where function.code[position].jumps {
      // INVARIANT: the decoder has refused jumps out of the code.
      isTarget[function.code[position].target(from: position)] = true
    }
    for position in function.code.indices {
      if isTarget[position] { forget(from: 0, to: top) }
      let instruction = function.code[position]
      let value = value(givenBy: instruction)
      switch value {
      case .path(let path) where instruction.opcode.isMemberRead:
        body(.reading(path), function.line(at: position))
      case .none where instruction.opcode == .getField || instruction.opcode == .getMethod:
        if register(instruction.b) == .hostTable, let name = function.name(instruction.c) {
          body(.host(name), function.line(at: position))
        }
      case .libraryFunction(let name) where instruction.opcode == .getField:
        body(.readingLibrary(name), function.line(at: position))
      default: break
      }
      if usesContext(instruction) { body(.readingAnyKey, function.line(at: position)) }
      if let use = otherUse(instruction) { body(use, function.line(at: position)) }
      if instruction.opcode == .closure, instruction.bx < function.functions.count {
        walkNested(function.functions[instruction.bx], body)
      }
      if let registers = instruction.assignedRegisters {
        forget(from: registers.lowerBound, to: min(registers.upperBound, top - 1) + 1)
      }
      if let value { keep(value, in: instruction.a) }
    }
  }

  /// Returns a use of globals, or a write or comparison that a check may
  /// report.
  private func otherUse(_ instruction: Instruction) -> FunctionUse? {
    switch instruction.opcode {
    case .getUpvalueField where upvalue(instruction.b) == .environment:
      return function.name(instruction.c).map { .readingGlobal($0) }
    case .setUpvalueField where upvalue(instruction.a) == .environment:
      return function.name(instruction.b).map { .settingGlobal($0) }
    case .setUpvalueField:
      guard case .outer(let table) = upvalue(instruction.a) else { return nil }
      return .settingOuter(table)
    case .setField, .setTable, .setInteger:
      switch register(instruction.a) {
      case .outer(let table): return .settingOuter(table)
      case .path(let path) where instruction.opcode == .setField:
        return function.name(instruction.b).map { .setting(path + [$0]) }
      default: return nil
      }
    case .call, .tailCall:
      guard case .libraryFunction(let name) = register(instruction.a),
        ["table.insert", "table.remove", "table.sort"].contains(name),
        case .outer(let table) = register(instruction.a + 1)
      else { return nil }
      return .settingOuter(table)
    case .equal:
      switch (register(instruction.a), register(instruction.b)) {
      case (.path(let path), .null), (.null, .path(let path)): return .comparingWithNull(path)
      default: return nil
      }
    default: return nil
    }
  }

  /// Whether an instruction uses the context itself, other than to read a key by a constant name.
  private func usesContext(_ instruction: Instruction) -> Bool {
    switch instruction.opcode {
    case .getField, .test, .not, .equal, .equalConstant: false
    case .getUpvalue: upvalue(instruction.b) == .path([])
    case .setField, .setTable, .setInteger:
      // To set a member of the context is an error; to store the context is another use.
      keepsContext
        && (instruction.c == 0 && !instruction.k
          || instruction.b == 0 && instruction.opcode == .setTable)
    default: keepsContext && instruction.reads(0)
    }
  }

  /// Returns the value of a register, if it is known.
  private func register(_ index: Int) -> Value? {
    if keepsContext, index == 0 { return .path([]) }
    return index < top ? current[index] : nil
  }

  private mutating func keep(_ value: Value, in index: Int) {
    guard index < current.count, !changing.contains(index) else { return }
    current[index] = value
    top = max(top, index + 1)
  }

  /// Forgets the values of registers; amortised, this costs no more than the
  /// writes.
  private mutating func forget(from start: Int, to end: Int) {
    guard start < end else { return }
    for index in start..<end { current[index] = nil }
    if end == top { top = start }
  }

  /// Returns the value that an instruction stores in its register, if it is
  /// known.
  private func value(givenBy instruction: Instruction) -> Value? {
    switch instruction.opcode {
    case .move: register(instruction.b)
    case .getUpvalue: upvalue(instruction.b)
    case .getUpvalueField: member(instruction.c, of: upvalue(instruction.b))
    case .getField: member(instruction.c, of: register(instruction.b))
    case .getMethod where instruction.k: member(instruction.c, of: register(instruction.b))
    default: nil
    }
  }

  private func upvalue(_ index: Int) -> Value? {
    upvalues.indices.contains(index) ? upvalues[index] : nil
  }

  private func member(_ constant: Int, of base: Value?) -> Value? {
    guard let base, let name = function.name(constant) else { return nil }
    switch base {
    // A path is not followed further than names of keys can be long.
    case .path(let path) where path.isEmpty && name.contains("."):
      // A name of the context with dots is a path.
      let names = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      return names.count <= FunctionUse.longestPath && !names.contains("")
        ? .path(names) : .path([name])
    case .path(let path):
      return path.count < FunctionUse.longestPath ? .path(path + [name]) : nil
    case .environment:
      switch name {
      case "host": return .hostTable
      case "null": return .null
      case "math", "string", "table", "utf8": return .library(name)
      default: return nil
      }
    case .outer(let table): return .outer("\(table).\(name)")
    case .library(let library): return .libraryFunction("\(library).\(name)")
    case .hostTable, .null, .libraryFunction: return nil
    }
  }

  /// Walks an inner function, which may use the locals of this one.
  private func walkNested(
    _ nested: CompiledFunction, _ body: (FunctionUse, _ line: Int) -> Void
  ) {
    let values = nested.upvalues.map { upvalue in
      upvalue.isInStack
        ? upvalue.index == 0 && keepsContext ? .path([]) : nil : self.upvalue(upvalue.index)
    }
    Self.walk(nested, upvalues: values, hasContext: false, body)
  }
}

extension Instruction {
  /// Whether the instruction may continue at another position than the next; a
  /// test uses the jump behind it.
  fileprivate var jumps: Bool {
    switch opcode {
    case .jump, .forLoop, .forPrepare, .genericForPrepare, .genericForLoop, .loadFalseAndSkip: true
    default: false
    }
  }
}

extension Opcode {
  /// Whether the instruction reads a member by a constant name.
  fileprivate var isMemberRead: Bool {
    self == .getField || self == .getMethod || self == .getUpvalueField
  }
}
