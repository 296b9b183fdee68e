/// The expressions that stand behind the operands of a function, as a rule author wrote them.
///
/// Only what the code shows without doubt has a name: a variable, or members of one.
package struct OperandNames {
  private let function: CompiledFunction
  private let isTarget: [Bool]

  /// More calls in one line are not looked at.
  private static let mostCalls = 16
  /// The most members in one expression.
  private static let mostMembers = 32

  /// Prepares the search.
  ///
  /// - Complexity: O(*n*) for *n* instructions.
  package init(_ function: CompiledFunction) {
    self.function = function
    var isTarget = [Bool](repeating: false, count: function.code.count)
    for position in function.code.indices {
      switch function.code[position].opcode {
      case .jump, .forLoop, .forPrepare, .genericForPrepare, .genericForLoop, .loadFalseAndSkip:
        // INVARIANT: the decoder has refused jumps out of the code.
        isTarget[function.code[position].target(from: position)] = true
      default: break
      }
    }
    self.isTarget = isTarget
  }

  /// Returns the argument of the call of a function in a line.
  ///
  /// - Parameters:
  ///   - number: The position of the argument, from 1; a method counts without its object, as in Lua's
  ///     messages.
  ///   - name: The last name of the function.
  ///   - line: The line of the call.
  /// - Returns: The expression; `nil` if it is no variable or member, or if several calls differ.
  package func argument(_ number: Int, ofCallOf name: String, inLine line: Int) -> String? {
    var found: String?
    var calls = 0
    for position in function.code.indices where function.line(at: position) == line {
      let call = function.code[position]
      guard call.opcode == .call || call.opcode == .tailCall,
        let callee = callee(call.a, before: position), callee.name == name
      else { continue }
      calls += 1
      guard calls <= Self.mostCalls else { return nil }
      let register = call.a + number + (callee.isMethod ? 1 : 0)
      guard call.b == 0 || register < call.a + call.b,
        let expression = expression(register, before: position),
        found == nil || found == expression
      else { return nil }
      found = expression
    }
    return found
  }

  /// Returns the value that a local variable gets where it is declared.
  ///
  /// - Parameters:
  ///   - name: The name of the variable.
  ///   - line: A line in which it is visible.
  /// - Returns: The expression; `nil` if it is no member, or if the variable may have another value.
  package func origin(ofLocal name: String, inLine line: Int) -> String? {
    let named = function.locals.filter { $0.name == name }.prefix(Self.mostCalls)
    let lastUse = function.code.indices.last { position in
      function.line(at: position) == line
        && named.contains { $0.start <= position && position < $0.end }
    }
    guard let position = lastUse else { return nil }
    let living = livingLocals(at: position)
    guard let register = living.lastIndex(where: { $0.name == name }) else { return nil }
    let local = living[register]
    let isAssigned = (local.start..<min(local.end, function.code.count)).contains {
      function.code[$0].assigns(register)
    }
    guard local.start > 0, !isAssigned else { return nil }
    let path = value(of: register, before: local.start, members: Self.mostMembers)
    return path?.contains(".") == true ? path : nil
  }

  // MARK: Values

  private func livingLocals(at position: Int) -> [CompiledFunction.LocalVariable] {
    function.locals.filter { $0.start <= position && position < $0.end }
  }

  private func callee(_ register: Int, before end: Int) -> (name: String, isMethod: Bool)? {
    guard let position = assignment(of: register, before: end) else { return nil }
    let instruction = function.code[position]
    switch instruction.opcode {
    case .getMethod:
      return function.name(instruction.c).map { ($0, instruction.k) }
    case .getField, .getUpvalueField: return function.name(instruction.c).map { ($0, false) }
    case .move, .getUpvalue:
      return value(of: register, before: end, members: 0).map { ($0, false) }
    default: return nil
    }
  }

  /// Returns the expression in a register in front of an instruction.
  private func expression(_ register: Int, before position: Int) -> String? {
    variable(register, at: position)
      ?? value(of: register, before: position, members: Self.mostMembers)
  }

  private func variable(_ register: Int, at position: Int) -> String? {
    let living = livingLocals(at: position)
    guard living.indices.contains(register), living[register].name.isIdentifier else { return nil }
    return living[register].name
  }

  /// Returns what was put into a register last, if that is a variable or members of one.
  private func value(of register: Int, before end: Int, members: Int) -> String? {
    var names: [String] = []
    var (register, end) = (register, end)
    while names.count <= members, let position = assignment(of: register, before: end) {
      let instruction = function.code[position]
      switch instruction.opcode {
      case .move: register = instruction.b
      case .getField:
        guard let name = function.name(instruction.c), name.isIdentifier else { return nil }
        names.append(name)
        register = instruction.b
      case .getUpvalue, .getUpvalueField:
        guard function.upvalues.indices.contains(instruction.b) else { return nil }
        let upvalue = function.upvalues[instruction.b].name
        if instruction.opcode == .getUpvalueField {
          guard let name = function.name(instruction.c), name.isIdentifier else { return nil }
          names.append(name)
        }
        if upvalue != "_ENV" || instruction.opcode == .getUpvalue { names.append(upvalue) }
        return names.reversed().joined(separator: ".")
      default: return nil
      }
      if let variable = variable(register, at: position) {
        return (names + [variable]).reversed().joined(separator: ".")
      }
      end = position
    }
    return nil
  }

  /// Returns the only instruction that can have given a register its value in front of another one.
  private func assignment(of register: Int, before end: Int) -> Int? {
    var position = end
    while position > 0, !isTarget[position] {
      position -= 1
      if function.code[position].assigns(register) { return position }
    }
    return nil
  }
}

extension Instruction {
  fileprivate func assigns(_ register: Int) -> Bool {
    assignedRegisters?.contains(register) == true
  }
}

extension String {
  /// Whether the text can stand in code as a name.
  fileprivate var isIdentifier: Bool {
    !isEmpty && utf8.first.map { $0 > 0x39 } == true
      && utf8.allSatisfy {
        $0 == UInt8(ascii: "_") || $0 >= 0x30 && $0 <= 0x39
          || $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")
      }
  }
}
