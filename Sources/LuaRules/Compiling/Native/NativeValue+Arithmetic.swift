import LuaBridge

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension NativeValue {
  /// The maximum length, in bytes, of a string that native evaluation
  /// concatenates.
  static let longestString = 1 << 12

  /// Calculates as Lua does; undecided if Lua would convert an operand or raise
  /// an error.
  ///
  /// SOURCE: `lvm.c` and `llimits.h` of Lua 5.4.4.
  static func calculate(
    _ operation: DecisionOperation, _ left: NativeValue, _ right: NativeValue
  ) -> NativeValue {
    switch operation {
    case .negate:
      switch left {
      case .integer(let value): return .integer(0 &- value)
      case .float(let value): return .float(-value)
      default: return .undecided
      }
    case .complement:
      guard case .integer(let value) = left else { return .undecided }
      return .integer(~value)
    case .not:
      switch left.truth {
      case .yes: return .boolean(false)
      case .no: return .boolean(true)
      case .undecided: return .undecided
      }
    case .length:
      guard case .string(let text) = left else { return .undecided }
      return .integer(Int64(text.utf8.count))
    case .concatenate: return concatenate(left, right)
    default: break
    }
    switch (left, right) {
    case (.integer(let left), .integer(let right)): return calculate(operation, left, right)
    case (.float(let left), .float(let right)): return calculate(operation, left, right)
    case (.integer(let left), .float(let right)):
      return calculate(operation, Double(left), right)
    case (.float(let left), .integer(let right)):
      return calculate(operation, left, Double(right))
    default: return .undecided
    }
  }

  private static func calculate(
    _ operation: DecisionOperation, _ left: Int64, _ right: Int64
  ) -> NativeValue {
    switch operation {
    case .add: return .integer(left &+ right)
    case .subtract: return .integer(left &- right)
    case .multiply: return .integer(left &* right)
    case .divide: return .float(Double(left) / Double(right))
    case .modulo:
      guard right != 0 else { return .undecided }
      if right == -1 { return .integer(0) }
      let rest = left % right
      return .integer(rest != 0 && (rest ^ right) < 0 ? rest + right : rest)
    case .floorDivide:
      guard right != 0 else { return .undecided }
      if right == -1 { return .integer(0 &- left) }
      let quotient = left / right
      return .integer((left ^ right) < 0 && left % right != 0 ? quotient - 1 : quotient)
    case .and: return .integer(left & right)
    case .or: return .integer(left | right)
    case .xor: return .integer(left ^ right)
    case .shiftLeft: return .integer(shifted(left, by: right))
    // 0 − Int64.min is Int64.min, which shifts out all bits in both directions.
    case .shiftRight: return .integer(shifted(left, by: 0 &- right))
    default: return .undecided
    }
  }

  /// Shifts to the left, or to the right by a negative count; zeros are shifted
  /// in.
  private static func shifted(_ value: Int64, by count: Int64) -> Int64 {
    let bits = UInt64(bitPattern: value)
    return Int64(bitPattern: count >= 0 ? bits << count : bits >> count.magnitude)
  }

  private static func calculate(
    _ operation: DecisionOperation, _ left: Double, _ right: Double
  ) -> NativeValue {
    switch operation {
    case .add: return .float(left + right)
    case .subtract: return .float(left - right)
    case .multiply: return .float(left * right)
    case .divide: return .float(left / right)
    case .floorDivide: return .float((left / right).rounded(.down))
    case .modulo:
      var rest = fmod(left, right)
      if rest > 0 ? right < 0 : (rest < 0 && right > 0) { rest += right }
      return .float(rest)
    // Bitwise operations on floats need a conversion that can fail.
    default: return .undecided
    }
  }

  private static func concatenate(_ left: NativeValue, _ right: NativeValue) -> NativeValue {
    guard let left = left.text, let right = right.text,
      left.utf8.count + right.utf8.count <= longestString
    else { return .undecided }
    return .string(left + right)
  }

  /// The text of the value for concatenation; `nil` if it is undecided.
  private var text: String? {
    switch self {
    case .string(let text): text
    case .integer(let value): String(value)
    // The text of NaN depends on its sign and on the C library.
    case .float(let value): value.isNaN ? nil : LuaNumberText.of(value)
    default: nil
    }
  }
}
