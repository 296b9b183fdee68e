import LuaBytecode

/// A calculation with two numbers; the second one is left out where there is only one.
struct Calculation {
  let opcode: Opcode
  let left: LuaType
  let right: LuaType
  /// Whether a constant is added.
  var isCounting = false
  /// Whether a loop repeats it.
  var isRepeated = false
  /// Whether numbers are taken to be finite, and integers to stay in their range, which calculations may
  /// leave where there are no bounds.
  let keepsRange: Bool

  /// The greatest integer up to which floats are exact.
  private static let mostExact = 0x1p53

  /// The numbers that it gives, and whether integers may leave their range, which is then not counted.
  var result: (type: LuaType, mayOverflow: Bool) {
    switch opcode {
    case .and:
      guard
        let mask = [left, right].filter({ $0.isOnly(.integer) && $0.range.lower >= 0 }).map(
          \.range.upper
        ).min()
      else { return (.integer, false) }
      return (.integer(NumberRange(lower: 0, upper: mask)), false)
    case .or, .xor, .shiftLeft, .shiftRight, .complement: return (.integer, false)
    default: break
    }
    let areNumbers = left.isOnly(.number) && right.isOnly(.number)
    if opcode == .divide || opcode == .power {
      var type = LuaType(.float)
      if areNumbers, !mayBeNaN, !isIndeterminate, let range = floats { type.range = range }
      return (type, false)
    }
    guard areNumbers else { return (.number, false) }
    let areIntegers = left.isOnly(.integer) && right.isOnly(.integer)
    var type = LuaType(areIntegers ? .integer : .number)
    if left.isOnly(.float) || right.isOnly(.float) { type = LuaType(.float) }
    if type.mayBe(.float), mayBeNaN || isIndeterminate { return (type, false) }
    guard let range = range(areIntegers: areIntegers) else { return (type, false) }
    return limited(type, to: range)
  }

  private var mayBeNaN: Bool {
    left.mayBe(.float) && left.range.mayBeNaN || right.mayBe(.float) && right.range.mayBeNaN
  }

  /// Whether infinities may take part that have no result, as in `0 * math.huge`.
  private var isIndeterminate: Bool {
    if keepsRange { return false }
    let (one, other) = (left.range, right.range)
    switch opcode {
    case .multiply:
      return one.isUnbounded && other.contains(0) || other.isUnbounded && one.contains(0)
    case .modulo: return one.isUnbounded
    case .negate: return false
    default: return one.isUnbounded && other.isUnbounded
    }
  }

  private var floats: NumberRange? {
    if opcode == .divide { return left.range.divided(by: right.range) }
    guard let exponent = right.range.only, exponent > 0,
      left.range.lower >= 0 || exponent.truncatingRemainder(dividingBy: 2) == 0
    else { return nil }
    return NumberRange(lower: 0)
  }

  private func range(areIntegers: Bool) -> NumberRange? {
    switch opcode {
    case .add: left.range.plus(right.range)
    case .subtract: left.range.minus(right.range)
    case .multiply: left.range.times(right.range)
    case .negate: left.range.negated
    case .floorDivide: left.range.floorDivided(by: right.range)
    case .modulo: left.range.remainder(by: right.range, areIntegers: areIntegers)
    default: nil
    }
  }

  /// Returns a type of numbers with a range, as far as integers do not leave it.
  private func limited(_ type: LuaType, to range: NumberRange) -> (LuaType, Bool) {
    var type = type
    if range.lower.isNaN || range.upper.isNaN { return (type, false) }
    let staysExact = opcode == .modulo || opcode == .floorDivide && right.range.lower > 0
    func isExact(_ bound: Double) -> Bool {
      abs(bound) < Self.mostExact || staysExact && bound.isInfinite
    }
    if isExact(range.lower) && isExact(range.upper) || type.isOnly(.float) {
      type.range = range
      return (type, false)
    }
    if isCounting, let counted = left.range.counted(by: right.range, isRepeated: isRepeated) {
      type.range = counted
      return (type, false)
    }
    guard keepsRange else { return (type, false) }
    type.range = NumberRange(
      lower: isExact(range.lower) ? range.lower : -.infinity,
      upper: isExact(range.upper) ? range.upper : .infinity)
    return (type, type.range.lower.isFinite || type.range.upper.isFinite)
  }
}
