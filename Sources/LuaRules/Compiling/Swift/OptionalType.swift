/// What optionals wrap.
enum OptionalType {
  /// Returns the type that an optional is of; `nil` for what is no optional.
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
