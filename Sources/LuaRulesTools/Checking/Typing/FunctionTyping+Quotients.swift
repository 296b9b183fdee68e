import LuaBytecode
import LuaRules

// Results of `/`, which may have a fraction.

extension FunctionTyping {
  /// Notes a division whose result is given back as it is, and probably has a fraction at times.
  mutating func noteQuotient(_ instruction: Instruction) {
    let isConstant = instruction.opcode == .divideConstant
    guard isTelling, isConstant || instruction.opcode == .divide,
      function.givesBackQuotient(at: position), !function.looksAtFractions
    else { return }
    let dividend = register(instruction.b)
    if isConstant {
      guard let number = constant(instruction.c).range.only, number.isFinite, number != 0,
        (1 / number).rounded() != 1 / number
      else { return }
    } else {
      let divisor = register(instruction.c)
      guard divisor.place != dividend.place,
        isPlainNumber(divisor)
      else { return }
    }
    let isSingle = state.type(of: dividend).isSingle
    if !isSingle, isPlainNumber(dividend) || isFromHelper(dividend, before: position) {
      quotients.insert(position)
    }
  }

  /// Whether a value is a number that the program sets, and not one of a few, or a length.
  private func isPlainNumber(_ value: TypeState.Value) -> Bool {
    if analysis.places.isDeclared(value.place),
      analysis.places[value.place].text.hasPrefix("#")
    {
      return true
    }
    guard value.place != 0, let path = analysis.places[value.place].path, let key = path.first,
      !path.indices.contains(where: { isCalculated(path[...$0]) })
    else { return false }
    let declared = path.dropFirst().reduce(analysis.schema.type(of: key) ?? .any) {
      $0.memberType($1)
    }
    switch declared.present {
    case .integer: return true
    default: return false
    }
  }

  private func isCalculated(_ path: ArraySlice<String>) -> Bool {
    analysis.keys.isCalculated(path.joined(separator: "."))
  }

  /// Whether a value comes from a function of the rules that makes integers of any size.
  private func isFromHelper(_ value: TypeState.Value, before position: Int) -> Bool {
    guard let call = calledHelpers.first(where: { roots[$0.key] == value.place }),
      let helper = analysis.code.functions[call.value]?.code
    else { return false }
    return helper.givesWholeQuotients
  }
}

extension CompiledFunction {
  /// Whether the result of a division is given back as it is.
  ///
  /// A number counts as true, so it is what `c.on and n / 2 or 0` gives.
  fileprivate func givesBackQuotient(at position: Int) -> Bool {
    let register = code[position].a
    var next = position + 1
    while next < code.count {
      let instruction = code[next]
      switch instruction.opcode {
      case .metamethod, .metamethodConstant, .metamethodImmediate: next += 1
      case .test where instruction.a == register && !instruction.k: next += 2
      case .test where instruction.a == register: next += 1
      case .jump where instruction.target(from: next) > next:
        next = instruction.target(from: next)
      case .returnOne: return instruction.a == register
      case .return: return instruction.a == register && instruction.b == 2
      default: return false
      }
    }
    return false
  }

  /// Whether the function looks for fractions or remainders, or rounds something.
  var looksAtFractions: Bool {
    code.contains { instruction in
      switch instruction.opcode {
      case .modulo, .moduloConstant, .floorDivide, .floorDivideConstant: true
      case .getField: name(instruction.c).map { Self.roundingNames.contains($0) } ?? false
      default: false
      }
    }
  }

  private static let roundingNames: Set = ["floor", "ceil", "fmod", "modf", "tointeger", "type"]

  /// Whether every result comes directly from `//`.
  fileprivate var givesWholeQuotients: Bool {
    var gives = false
    for position in code.indices {
      let instruction = code[position]
      switch instruction.opcode {
      case .return where instruction.b == 2 && position >= 2, .returnOne where position >= 2:
        let quotient = code[position - 2]
        guard [.floorDivide, .floorDivideConstant].contains(quotient.opcode),
          quotient.a == instruction.a
        else { return false }
        gives = true
      case .return where position == code.count - 1: break
      case .return, .returnOne, .tailCall: return false
      default: break
      }
    }
    return gives
  }
}
