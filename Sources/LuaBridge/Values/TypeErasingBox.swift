/// A type-erasing type, which can be created from concrete values.
///
/// A key of such a type accepts the values of rules and host functions and boxes them; a
/// key of an existential type accepts them as they are.
///
/// ```swift
/// extension AnyShape: TypeErasingBox {
///   init?(boxing value: Any) {
///     guard let shape = value as? any Shape else { return nil }
///     self.init(shape)
///   }
/// }
/// ```
public protocol TypeErasingBox {
  /// Creates a box around a value; `nil` if the value cannot be inside.
  init?(boxing value: Any)
}

extension LuaConverter {
  /// Returns a Swift value in the box type, which may also be wrapped in an optional.
  ///
  /// - Returns: The box; `nil` if the type is no box, or the value cannot be inside.
  @usableFromInline package static func boxed<Value>(_ value: Any, as type: Value.Type) -> Value? {
    if let box = type as? any TypeErasingBox.Type { return box.init(boxing: value) as? Value }
    guard let optional = type as? any OptionalConvertible.Type,
      // Check for a value first: a cast of `nil` would give an empty optional.
      let boxed = optional.boxed(value)
    else { return nil }
    return boxed as? Value
  }
}
