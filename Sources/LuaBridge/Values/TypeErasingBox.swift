/// A type that hides the type of what is inside, and takes concrete values.
///
/// A key of such a type takes what rules and host functions give, boxed, as a
/// key of an existential type takes it as it is.
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
  /// Creates a box around a value; `nil` for what does not belong inside.
  init?(boxing value: Any)
}

extension LuaConverter {
  /// Returns a Swift value in the box that a type is, or is an optional of.
  ///
  /// - Returns: `nil` when the type is no box, or the value does not belong inside.
  public static func boxed<Value>(_ value: Any, as type: Value.Type) -> Value? {
    if let box = type as? any TypeErasingBox.Type { return box.init(boxing: value) as? Value }
    guard let optional = type as? any OptionalConvertible.Type,
      // First of all that there is one: a cast would make an empty optional of nothing.
      let boxed = optional.boxed(value)
    else { return nil }
    return boxed as? Value
  }
}
