/// Access to the wrapped types of optionals.
enum OptionalType {
  /// Returns the wrapped type of an optional; `nil` if the type is not an
  /// optional.
  static func wrapped(_ type: Any.Type) -> Any.Type? {
    (type as? any WrappingType.Type)?.wrappedType
  }
}

private protocol WrappingType {
  static var wrappedType: Any.Type { get }
}

extension Optional: WrappingType {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
}
