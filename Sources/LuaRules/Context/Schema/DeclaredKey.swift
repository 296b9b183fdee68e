import LuaBridge

/// A key that a schema declares.
package struct DeclaredKey: Sendable {
  package var name: String
  /// The type of the values, as far as rule files and JSON can express it.
  package var type: ValueType
  /// The Swift type of the values; `LuaValue` for a key that came from JSON.
  var valueType: Any.Type
  package var description: String?
  /// Whether the values must not be printed.
  var isSecret = false
  /// How the rules of the key answer together.
  var hitPolicy = HitPolicy.first
  /// The name of the property in Swift that asks the key, if that is another name than the key's.
  var accessor: String?
  /// Returns the default as rules see it.
  package var defaultRawAnswer: @Sendable () -> RawAnswer
  /// Returns the value that accessors give after an error; `nil` if the key declares none.
  package var rawAnswerOnError: @Sendable () -> RawAnswer?
  /// Throws if the value of a rule does not fit the key's type and hit policy.
  package var check: @Sendable (LuaValue) throws(ConversionError) -> Void

  /// The parts of a declaration that show at once that two agree; the whole is large to copy.
  struct Signature: Sendable {
    let valueType: Any.Type
    let hitPolicy: HitPolicy

    /// Whether both declare the same Swift type and policy; types from JSON must be compared by
    /// ``DeclaredKey/conflict(with:)``.
    func agrees(with other: Signature) -> Bool {
      valueType == other.valueType && valueType != LuaValue.self && hitPolicy == other.hitPolicy
    }
  }

  var signature: Signature { Signature(valueType: valueType, hitPolicy: hitPolicy) }

  /// Whether only a JSON Schema declares the type.
  var isFromJSON: Bool { valueType == LuaValue.self }

  /// Returns an error if two declarations of the name have different types,
  /// else `nil`.
  ///
  /// If one of them comes from JSON, the types for JSON are compared.
  func conflict(with other: DeclaredKey) -> RuleError? {
    let isComparable = isFromJSON || other.isFromJSON
    if isComparable ? type == other.type : valueType == other.valueType {
      return hitPolicy == other.hitPolicy
        ? nil : .conflictingPolicies(of: name, hitPolicy, other.hitPolicy)
    }
    let texts =
      typeText == other.typeText
      ? ", whose members differ" : ": \(typeText) and \(other.typeText)"
    return RuleError(.conflictingKeys, "the key `\(name)` is declared with two types\(texts)")
  }

  private var typeText: String { isFromJSON ? type.expectation : "\(valueType)" }
}

extension DeclaredKey {
  /// Creates the declaration of a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - accessor: The name of the function or property that reads it; empty if it is unknown.
  init<Value>(_ key: RuleKey<Value>, accessor: String = "") {
    let isProperty =
      !accessor.isEmpty && accessor.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    let (makeDefault, makeValueOnError) = (key.makeDefault, key.makeValueOnError)
    self.init(
      name: key.name, type: ValueType(describing: Value.self), valueType: Value.self,
      description: key.description, isSecret: key.isSecret, hitPolicy: key.hitPolicy,
      accessor: isProperty && accessor != key.name ? accessor : nil,
      defaultRawAnswer: { .swift(makeDefault()) },
      rawAnswerOnError: { makeValueOnError().map { .swift($0) } },
      check: key.hitPolicy.checkingEach { value throws(ConversionError) in
        if value.isNaturally(Value.self) { return }
        _ = try LuaConverter(objects: { _ in nil }).convert(value, to: Value.self)
      })
  }

  init(_ property: DeclaredProperty) {
    let type = property.type
    let value = property.defaultValue ?? .nil
    let valueOnError = property.valueOnError
    self.init(
      name: property.name, type: type, valueType: LuaValue.self,
      description: property.description, isSecret: property.isSecret,
      hitPolicy: property.hitPolicy, accessor: property.accessor, defaultRawAnswer: { .lua(value) },
      rawAnswerOnError: { valueOnError.map { .lua($0) } },
      check: property.hitPolicy.checkingEach { value throws(ConversionError) in
        _ = try type.check(value)
      })
  }
}

extension LuaValue {
  /// Whether the value already has the Lua type of a Swift type, as most
  /// constants do.
  fileprivate func isNaturally<Value>(_ type: Value.Type) -> Bool {
    switch self {
    case .boolean: type == Bool.self
    case .integer: type == Int64.self || type == Int.self && Int.bitWidth == Int64.bitWidth
    case .number: type == Double.self
    case .string: type == String.self
    default: false
    }
  }
}
