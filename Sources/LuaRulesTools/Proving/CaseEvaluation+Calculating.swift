import LuaBridge
import LuaRules

// What rules calculate in a case: nothing is known but that the same operands give the same.

extension CaseEvaluation {
  mutating func value(
    _ variable: DecisionVariable, _ variables: [DecisionVariable], _ function: InspectedFunction
  ) throws(Stop) -> Value {
    if variable.isPath { return try read(variable.path, isStrict: true) }
    let parts = variable.parts.map { "`\(variables[$0].text)`" }.joined(separator: " and ")
    let reason = "\(function.location): it calculates" + (parts.isEmpty ? "" : " with \(parts)")
    guard let calculation = variable.calculation else { throw .obstacle(reason) }
    var operands: [CalculatedValues.Operand] = []
    var values: [Value?] = []
    for operand in calculation.operands {
      switch operand {
      case .constant(let text):
        operands.append(.constant(text))
        values.append(nil)
      case .variable(let number):
        let value = try value(variables[number], variables, function)
        if variable.isOpposite {
          return Value(form: .scalar(.boolean(try !truth(of: value).isTrue)))
        }
        operands.append(try self.operand(value))
        values.append(value)
      }
    }
    if calculation.isCommutative, "\(operands[0])" > "\(operands[1])" { operands.swapAt(0, 1) }
    let types = zip(values, operands).map { $0.map(type) ?? $1.constantType }
    return try calculate(
      calculation.name, operands, type(of: calculation, types),
      canFail: !calculation.isSafe(for: types, operands), reason: reason)
  }

  /// Returns what a calculation gives.
  private func calculate(
    _ name: String, _ operands: [CalculatedValues.Operand], _ type: ValueType, canFail: Bool,
    reason: String
  ) throws(Stop) -> Value {
    let number = calculated.number(
      of: CalculatedValues.Calculation(name: name, operands: operands, type: type), reason: reason)
    if canFail {
      guard let fails = decided[.failure(number)] else { throw .needs(.failure(number), .boolean) }
      if case .boolean(true)? = fails.value { throw .fails }
    }
    return Value(form: .calculated(number), source: .calculated(number))
  }

  /// Returns the result of a function that is not followed, as a calculation with all that it reads;
  /// `nil` if it may read any key, or captures what is not known.
  mutating func unfollowed(
    _ function: InspectedFunction, _ model: Int, because reason: String
  ) throws(Stop) -> Value? {
    guard let known = rules.fingerprints.fingerprint(of: function, ofModel: model),
      let keys = known.keys
    else { return nil }
    unfollowedCount += 1
    defer { unfollowedCount -= 1 }
    var operands: [CalculatedValues.Operand] = []
    for key in keys {
      operands.append(.constant(key))
      if rules.hasPathKeys(below: key) { return nil }
      do {
        operands.append(try operand(read([key], isStrict: true)))
      } catch {
        guard case .fails = error else { throw error }
        operands.append(.failing)
      }
    }
    return try calculate(
      calculated.name(of: known.fingerprint), operands, .any, canFail: true, reason: reason)
  }

  /// Returns a value as a key of some type gets it.
  func converted(_ value: Value, to key: String, _ type: ValueType?) throws(Stop) -> Value {
    guard let type, type != .any else { return value }
    return try calculate(
      "as \(key)", [operand(value)], type.isCounted ? type : .any, canFail: true,
      reason: "a rule calculates `\(key)`")
  }

  /// Returns what stands for a value in a calculation.
  ///
  /// - Throws: An obstacle for a number that may be an integer or not.
  func operand(_ value: Value) throws(Stop) -> CalculatedValues.Operand {
    if let source = value.source { return .source(source) }
    switch value.form {
    case .scalar:
      guard let text = value.exactText else {
        throw .obstacle("it calculates with a number that may be an integer or not")
      }
      return .constant(text)
    case .calculated(let number): return .source(.calculated(number))
    case .table: throw .obstacle("it calculates with a table")
    case .object, .outerObject: throw .obstacle("it calculates with an object")
    }
  }

  /// Returns the type of an operand, as far as it decides whether an operation fails.
  private func type(_ value: Value) -> ValueType {
    switch value.form {
    case .scalar(.integer): if case .number? = value.number { .number } else { .integer(nil) }
    case .scalar(.float): .number
    case .scalar(.text): .string
    case .calculated(let number): calculated.type(of: number)
    case .object(let type): type.withoutNull
    default: .any
    }
  }

  private func type(
    of calculation: DecisionVariable.Calculation, _ operands: [ValueType]
  ) -> ValueType {
    switch calculation.result {
    case .integer: return .integer(nil)
    case .text: return .string
    case .any: return .any
    case .number:
      let areIntegers = operands.allSatisfy { if case .integer = $0 { true } else { false } }
      return areIntegers && calculation.name != "divide" ? .integer(nil) : .number
    }
  }
}

extension DecisionVariable.Calculation {
  /// Whether the calculation raises no error for operands of some types.
  fileprivate func isSafe(
    for types: [ValueType], _ operands: [CalculatedValues.Operand]
  ) -> Bool {
    let areNumbers = types.allSatisfy(\.isNumeric)
    return switch name {
    case "add", "subtract", "multiply", "divide", "negate": areNumbers
    case "modulo", "floorDivide":
      areNumbers && operands.last?.constantType.isNumeric == true
        && operands.last != .constant("0")
    case "concatenate": types.allSatisfy { $0.isNumeric || $0 == .string }
    case "length":
      types.allSatisfy { if case .list = $0 { true } else { $0 == .string } }
    default: false
    }
  }
}

extension CalculatedValues.Operand {
  /// The type of a constant; `.any` for other operands.
  fileprivate var constantType: ValueType {
    guard case .constant(let text) = self else { return .any }
    if text.hasPrefix("text ") { return .string }
    if text.hasPrefix("float ") { return .number }
    return Int64(text) == nil ? .any : .integer(nil)
  }
}

extension ValueType {
  /// Whether values are numbers in rules.
  fileprivate var isNumeric: Bool {
    switch self {
    case .integer, .number: true
    default: false
    }
  }

  /// Whether the classes of its values can be listed, and none of them is no value.
  fileprivate var isCounted: Bool {
    switch self {
    case .boolean, .integer, .number, .string, .enumeration: true
    default: false
    }
  }
}
