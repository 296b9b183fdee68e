import LuaBridge

extension DeclaredKey {
  /// Why the type of the key does not fit its hit policy; `nil` if it does.
  var policyProblem: RuleError? {
    guard !hitPolicy.fits(type) else { return nil }
    return RuleError(
      .conflictingKeys,
      "the key `\(name)` has the hit policy \(hitPolicy.rawValue), so its values are"
        + " \(hitPolicy.expectation), not \(type.expectation)")
  }
}

extension HitPolicy {
  /// Whether an answer of rules together can have a type.
  func fits(_ type: ValueType) -> Bool {
    switch (self, type.withoutNull) {
    // What only Swift knows may still be read as a list or as a number.
    case (.first, _), (.firstDeclared, _), (.unique, _), (.any, _), (_, .any), (_, .opaque): true
    case (.collect, .list), (.collectDeclared, .list): true
    case (.priority, .enumeration): true
    case (.outputOrder, .list(let element)):
      if case .enumeration = element.withoutNull { true } else { false }
    case (.count, .integer), (.count, .number): true
    case (.sum, .date): false
    case (.sum, let type), (.minimum, let type), (.maximum, let type): type.isOrderedNumber
    default: false
    }
  }

  /// The type of what one rule gives to a key of a type.
  package func contributionType(for type: ValueType) -> ValueType {
    switch self {
    case .first, .firstDeclared, .priority, .sum, .minimum, .maximum, .unique, .any: type
    case .collect, .collectDeclared, .outputOrder: type.withoutNull.elementType
    case .count: .any
    }
  }

  /// The values that an answer of rules together can be.
  var expectation: String {
    switch self {
    case .first, .firstDeclared, .unique, .any: "of any type"
    case .collect, .collectDeclared: "lists"
    case .priority: "values of an enumeration"
    case .outputOrder: "lists of values of an enumeration"
    case .count: "integers"
    case .sum: "numbers or durations"
    case .minimum, .maximum: "numbers, durations or dates"
    }
  }

  /// Returns the check of one rule's value, made from the check of the key's whole value.
  func checkingEach(
    _ check: @escaping @Sendable (LuaValue) throws(ConversionError) -> Void
  ) -> @Sendable (LuaValue) throws(ConversionError) -> Void {
    switch self {
    case .first, .firstDeclared, .priority, .unique, .any: return check
    case .sum, .minimum, .maximum:
      return { value throws(ConversionError) in
        // It contributes nothing.
        if case .null = value { return }
        try check(value)
      }
    // Any value counts.
    case .count: return { _ throws(ConversionError) in }
    case .collect, .collectDeclared, .outputOrder:
      return { value throws(ConversionError) in
        do throws(ConversionError) {
          try check(.table(LuaTable(elements: [value])))
        } catch {
          var error = error
          // The position in the list of one element says nothing.
          if !error.path.isEmpty { error.path.removeFirst() }
          throw error
        }
      }
    }
  }
}

extension ValueType {
  fileprivate var isOrderedNumber: Bool {
    switch self {
    case .integer, .number, .decimal, .duration, .date: true
    case .enumeration(let scalars): scalars.allSatisfy(\.isNumber)
    default: false
    }
  }
}

extension ValueType.Scalar {
  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .number: true
    case .boolean, .string: false
    }
  }
}

extension RuleError {
  /// The error for a key with two hit policies.
  static func conflictingPolicies(
    of key: String, _ first: HitPolicy, _ second: HitPolicy
  ) -> RuleError {
    RuleError(
      .conflictingKeys,
      "the key `\(key)` is declared with two hit policies: \(first.rawValue) and \(second.rawValue)"
    )
  }
}
