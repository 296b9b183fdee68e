import LuaBytecode
import LuaRules

// Values that the author of a file has set outside of the function: switches, not mistakes.

extension FunctionTyping {
  /// A constant in a register.
  private struct Setting {
    /// Its name in the source; `nil` for a constant that stands in the function itself.
    let words: String?
    let type: LuaType

    /// The setting in words, as in `` `settings.strict` is false here``.
    var text: String? { words.map { "`\($0)` is \(type.text) here" } }
  }

  /// Returns what the author has set that alone decides a test; `nil` if something else takes part.
  func settingDeciding(_ test: Instruction) -> String? {
    let first: Setting?
    switch test.opcode {
    case .testSet: first = setting(in: test.b)
    default: first = setting(in: test.a)
    }
    guard let first else { return nil }
    switch test.opcode {
    case .equal, .lessThan, .lessOrEqual:
      guard let second = setting(in: test.b) else { return nil }
      return first.text ?? second.text
    default: return first.text
    }
  }

  /// Returns what the author has set that a register holds.
  func setting(of register: Int) -> String? { setting(in: register)?.text }

  /// Returns the name of the value from outside that a register holds, as in `settings.limits`.
  func nameOutside(of register: Int) -> String? { origin(of: register, before: position)?.words }

  private func setting(in register: Int) -> Setting? {
    let known = type(register)
    guard known.isSingle || known.truth != nil else { return nil }
    return setting(in: register, before: position, known)
  }

  private func setting(in register: Int, before end: Int, _ known: LuaType) -> Setting? {
    guard let origin = origin(of: register, before: end) else { return nil }
    if origin.type == known { return Setting(words: origin.words, type: known) }
    // The opposite of a constant.
    guard origin.isOpposite, let truth = origin.type.truth, known.truth == !truth else {
      return nil
    }
    return Setting(words: origin.words, type: origin.type)
  }

  /// What a register got from a constant outside, or from one in the function.
  private struct Origin {
    var words: String?
    var type: LuaType
    var isOpposite = false
  }

  /// How many instructions are followed back.
  private static let mostSteps = 16

  private func origin(
    of register: Int, before end: Int, _ stepsLeft: Int = Self.mostSteps
  ) -> Origin? {
    var origin = source(of: register, before: end, stepsLeft)
    // A variable that is written as a constant, such as `DEBUG`, is meant to be changed in the file.
    if origin?.words == nil, let local = name(of: register, at: end), local == local.uppercased() {
      origin?.words = local
    }
    return origin
  }

  private func source(of register: Int, before end: Int, _ stepsLeft: Int) -> Origin? {
    guard stepsLeft > 0,
      let position = (0..<end).last(where: {
        function.code[$0].assignedRegisters?.contains(register) == true
      })
    else { return nil }
    analysis.spend((end - position) / 16)
    let instruction = function.code[position]
    switch instruction.opcode {
    case .loadInteger: return Origin(type: LuaType(integer: Int64(instruction.signedBx)))
    case .loadFloat: return Origin(type: LuaType(constant: .float(Double(instruction.signedBx))))
    case .loadConstant: return Origin(type: constant(instruction.bx))
    case .loadTrue: return Origin(type: LuaType(.yes))
    case .loadFalse: return Origin(type: LuaType(.no))
    case .move: return origin(of: instruction.b, before: position, stepsLeft - 1)
    case .not:
      guard var inner = origin(of: instruction.b, before: position, stepsLeft - 1) else {
        return nil
      }
      inner.isOpposite.toggle()
      return inner
    case .length:
      guard let list = origin(of: instruction.b, before: position, stepsLeft - 1),
        let length = constantLength(list.type)
      else { return nil }
      return Origin(words: list.words.map { "#\($0)" }, type: length)
    case .getUpvalue: return outer(instruction.b)
    case .getUpvalueField:
      return outer(instruction.b).flatMap { field(instruction.c, of: $0) }
    case .getField:
      return origin(of: instruction.b, before: position, stepsLeft - 1).flatMap {
        field(instruction.c, of: $0)
      }
    case .call:
      guard instruction.b == 1, instruction.a == register, instruction.c == 2,
        let callee = origin(of: register, before: position, stepsLeft - 1),
        let words = callee.words,
        case .captured? = callee.type.function
      else { return nil }
      return Origin(words: "\(words)()", type: type(register))
    default: return nil
    }
  }

  private func outer(_ index: Int) -> Origin? {
    let value = upvalue(index)
    guard value.place == 0, !value.type.isAny, function.upvalues.indices.contains(index),
      function.upvalues[index].name != "_ENV"
    else { return nil }
    return Origin(words: function.upvalues[index].name, type: value.type)
  }

  private func field(_ constant: Int, of base: Origin) -> Origin? {
    guard let name = function.name(constant), case .captured(let table)? = base.type.shape,
      let words = base.words
    else { return nil }
    let type = capturedMember(name, of: table).type
    return type.isAny ? nil : Origin(words: "\(words).\(name)", type: type)
  }
}
