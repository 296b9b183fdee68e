/// The symbolic values of one function, each stored once.
package struct SymbolicValues {
  private var origins: [SymbolicValue.Origin]
  private var numbers: [SymbolicValue.Origin: Int32] = [:]
  private let constants: [CompiledFunction.Constant]
  private var constantNumbers: [CompiledFunction.Constant: Int] = [:]

  /// The number of values up to which a linear search is cheaper than a
  /// dictionary.
  private static let linearLimit = 24

  package init(constants: [CompiledFunction.Constant]) {
    self.constants = constants
    origins = []
    origins.reserveCapacity(16)
    for kind in [SymbolicValue.Origin.Kind.nil, .false, .true] {
      origins.append(SymbolicValue.Origin(kind: kind, detail: 0, first: 0, second: 0))
    }
  }

  package func origin(of value: SymbolicValue) -> SymbolicValue.Origin {
    origins[Int(value.number)]
  }

  /// Returns the only value with an origin.
  package mutating func value(
    _ kind: SymbolicValue.Origin.Kind, _ first: Int, _ second: Int = 0, detail: UInt8 = 0
  ) -> SymbolicValue {
    let origin = SymbolicValue.Origin(
      kind: kind, detail: detail, first: Int32(truncatingIfNeeded: first),
      second: Int32(truncatingIfNeeded: second))
    if origins.count <= Self.linearLimit {
      for index in origins.indices where origins[index] == origin {
        return SymbolicValue(number: Int32(index))
      }
    } else {
      if numbers.isEmpty {
        for index in origins.indices { numbers[origins[index]] = Int32(index) }
      }
      if let number = numbers[origin] { return SymbolicValue(number: number) }
      numbers[origin] = Int32(origins.count)
    }
    origins.append(origin)
    return SymbolicValue(number: Int32(origins.count - 1))
  }

  /// Returns the value of a constant; constants that are equal in Lua are the
  /// same value.
  ///
  /// A compiler may store one string twice, and writes small integers into
  /// instructions: `1`, `1.0` and constant number 7 may all be equal.
  package mutating func constant(_ index: Int) -> SymbolicValue? {
    guard constants.indices.contains(index) else { return nil }
    switch Self.normalized(constants[index]) {
    case .nil: return .nil
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number) where Int64(Int32(truncatingIfNeeded: number)) == number:
      return value(.integer, Int(number))
    case let constant: return value(.constant, firstIndex(of: constant, upTo: index))
    }
  }

  private mutating func firstIndex(
    of constant: CompiledFunction.Constant, upTo index: Int
  ) -> Int {
    if constants.count <= Self.linearLimit {
      for earlier in 0..<index where Self.normalized(constants[earlier]) == constant {
        return earlier
      }
      return index
    }
    if constantNumbers.isEmpty {
      for index in constants.indices.reversed() {
        constantNumbers[Self.normalized(constants[index])] = index
      }
    }
    return constantNumbers[constant] ?? index
  }

  /// Returns a number as an integer if it is integral.
  ///
  /// Lua's `==` and table keys treat both as equal.
  private static func normalized(
    _ constant: CompiledFunction.Constant
  ) -> CompiledFunction.Constant {
    guard case .float(let number) = constant, number >= -0x1p63, number < 0x1p63 else {
      return constant
    }
    let integer = Int64(number)
    return Double(integer) == number ? .integer(integer) : constant
  }

  /// Returns the member of a value; members of a value that the function
  /// created may change between two reads.
  package mutating func member(
    _ key: SymbolicValue, of base: SymbolicValue, at position: Int
  ) -> SymbolicValue {
    if origin(of: base).kind == .made { return value(.unknown, position) }
    return value(.member, Int(base.number), Int(key.number))
  }

  /// Returns the result of `not` for a value.
  package mutating func not(_ operand: SymbolicValue) -> SymbolicValue {
    if let truth = knownTruth(of: operand) { return .boolean(!truth) }
    return value(.operation, Int(operand.number), detail: Opcode.not.rawValue)
  }

  /// Returns the truth of a constant value; `nil` if the value is not a
  /// constant.
  package func knownTruth(of value: SymbolicValue) -> Bool? {
    switch origin(of: value).kind {
    case .nil, .false: false
    case .true, .integer, .constant: true
    default: nil
    }
  }

  /// Returns the number if the value is a constant number.
  package func number(_ value: SymbolicValue) -> CompiledFunction.Constant? {
    let origin = origin(of: value)
    switch origin.kind {
    case .integer: return .integer(Int64(origin.first))
    case .constant:
      switch constants[Int(origin.first)] {
      case .integer, .float: return Self.normalized(constants[Int(origin.first)])
      default: return nil
      }
    default: return nil
    }
  }
}
