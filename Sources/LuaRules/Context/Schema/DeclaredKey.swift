import LuaBridge

/// A key that a schema declares.
struct DeclaredKey: Sendable {
  var name: String
  /// What the key may hold, as rule files and JSON can tell.
  var type: ValueType
  /// The Swift type of the values; `LuaValue` for a key that came from JSON.
  var valueType: Any.Type
  var description: String?
  /// Whether the values are not to be printed.
  var isSecret = false
  /// The default as a rule sees it.
  var defaultPayload: @Sendable () -> RawAnswer
  /// Throws when a rule's value cannot become the key's type.
  var check: @Sendable (LuaValue) throws(ConversionError) -> Void

  /// Whether the type is told by a JSON Schema alone.
  var isFromJSON: Bool { valueType == LuaValue.self }

  /// Returns the error of two declarations of the name with different types.
  ///
  /// Where one comes from JSON, what JSON can tell is compared.
  func conflict(with other: DeclaredKey) -> RuleError? {
    let isComparable = isFromJSON || other.isFromJSON
    if isComparable ? type == other.type : valueType == other.valueType { return nil }
    let texts =
      typeText == other.typeText
      ? ", whose members differ" : ": \(typeText) and \(other.typeText)"
    return RuleError(.conflictingKeys, "the key `\(name)` is declared with two types\(texts)")
  }

  private var typeText: String { isFromJSON ? type.expectation : "\(valueType)" }
}

extension DeclaredKey {
  init<Value>(_ key: RuleKey<Value>) {
    let makeDefault = key.makeDefault
    self.init(
      name: key.name, type: ValueType(describing: Value.self), valueType: Value.self,
      description: key.description, isSecret: key.isSecret,
      defaultPayload: { .swift(makeDefault()) },
      check: { value throws(ConversionError) in
        if value.isNaturally(Value.self) { return }
        _ = try LuaConverter(objects: { _ in nil }).convert(value, to: Value.self)
      })
  }

  init(_ property: DeclaredProperty) {
    let type = property.type
    let value = property.defaultValue ?? .nil
    self.init(
      name: property.name, type: type, valueType: LuaValue.self,
      description: property.description, isSecret: property.isSecret,
      defaultPayload: { .lua(value) },
      check: { value throws(ConversionError) in _ = try type.check(value) })
  }
}

extension LuaValue {
  /// Whether the value is what Lua itself has for a type; most constants are.
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
