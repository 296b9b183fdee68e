/// What is known of a value without running the function: how it came about.
///
/// Two equal symbolic values of one ``SymbolicValues`` are the same value as
/// compiled: the same path from the parameter, constant, upvalue or value of
/// one call, or the same operation on such.
struct SymbolicValue: Hashable, Sendable {
  /// The place of the value's description in its ``SymbolicValues``.
  let number: Int32

  static let `nil` = SymbolicValue(number: 0)
  static let `false` = SymbolicValue(number: 1)
  static let `true` = SymbolicValue(number: 2)

  static func boolean(_ value: Bool) -> SymbolicValue { value ? .true : .false }

  /// How a value came about; `first` and `second` mean what the case says.
  struct Origin: Hashable {
    enum Kind: UInt8 {
      /// `nil`, `false` and `true`.
      case `nil`, `false`, `true`
      /// The integer `first`.
      case integer
      /// The constant `first` of the function.
      case constant
      /// The parameter `first`.
      case parameter
      /// The upvalue `first`.
      case upvalue
      /// The member `second` of `first`.
      case member
      /// Result `second` of the call at instruction `first`.
      case call
      /// What instruction `first` made: a table, a function.
      case made
      /// Something that instruction `first` read, number `second`; it is like nothing else.
      case unknown
      /// The operation `detail` on `first` and, if it takes two, `second`.
      case operation
    }

    let kind: Kind
    let detail: UInt8
    let first: Int32
    let second: Int32
  }
}

/// The symbolic values of one function, each kept once.
struct SymbolicValues {
  private var origins: [SymbolicValue.Origin]
  private var numbers: [SymbolicValue.Origin: Int32] = [:]
  private let constants: [CompiledFunction.Constant]
  private var constantNumbers: [CompiledFunction.Constant: Int] = [:]

  /// How many values are looked through one by one before a dictionary is worth its cost.
  private static let linearLimit = 24

  init(constants: [CompiledFunction.Constant]) {
    self.constants = constants
    origins = []
    origins.reserveCapacity(16)
    for kind in [SymbolicValue.Origin.Kind.nil, .false, .true] {
      origins.append(SymbolicValue.Origin(kind: kind, detail: 0, first: 0, second: 0))
    }
  }

  func origin(of value: SymbolicValue) -> SymbolicValue.Origin { origins[Int(value.number)] }

  /// Returns the one value with this origin.
  mutating func value(
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

  /// Returns the value of a constant; constants that are equal in Lua are the same value.
  ///
  /// A compiler may keep one string twice, and writes small integers into
  /// instructions: `1`, `1.0` and constant number 7 may all be the same.
  mutating func constant(_ index: Int) -> SymbolicValue? {
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

  /// Returns the number as an integer when it is one.
  ///
  /// Lua's `==` and table keys do not tell them apart.
  private static func normalized(
    _ constant: CompiledFunction.Constant
  ) -> CompiledFunction.Constant {
    guard case .float(let number) = constant, number >= -0x1p63, number < 0x1p63 else {
      return constant
    }
    let integer = Int64(number)
    return Double(integer) == number ? .integer(integer) : constant
  }

  /// Returns the member of a value; what this function made itself may change between two reads.
  mutating func member(
    _ key: SymbolicValue, of base: SymbolicValue, at position: Int
  ) -> SymbolicValue {
    if origin(of: base).kind == .made { return value(.unknown, position) }
    return value(.member, Int(base.number), Int(key.number))
  }

  /// Returns the opposite of a value, as `not` gives it.
  mutating func not(_ operand: SymbolicValue) -> SymbolicValue {
    if let truth = knownTruth(of: operand) { return .boolean(!truth) }
    return value(.operation, Int(operand.number), detail: Opcode.not.rawValue)
  }

  /// Returns whether the value is a constant that counts as true or false, `nil` if it is none.
  func knownTruth(of value: SymbolicValue) -> Bool? {
    switch origin(of: value).kind {
    case .nil, .false: false
    case .true, .integer, .constant: true
    default: nil
    }
  }

  /// Returns the number that the value is, if it is a constant number.
  func number(_ value: SymbolicValue) -> CompiledFunction.Constant? {
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
