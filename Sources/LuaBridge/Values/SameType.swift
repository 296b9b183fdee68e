/// Casts between types that are known to be the same.
///
/// A dynamic cast examines the value; these casts need not, because the caller has
/// already compared the types.
@usableFromInline package enum SameType {
  /// Returns the value as the other type, which is the same type.
  ///
  /// There is no `as?`, because its optional result would make generic code look up a type.
  ///
  /// INVARIANT: the caller has compared the types.
  @inline(__always) @usableFromInline package static func known<Value, Other>(
    _ value: Value, as type: Other.Type
  ) -> Other {
    unsafe unsafeBitCast(value, to: Other.self)
  }

  /// Returns the object as an instance of its known class.
  ///
  /// INVARIANT: the caller has checked the class; a debug build checks it again.
  @inline(__always) @usableFromInline package static func downcast<Object: AnyObject>(
    _ object: AnyObject, to type: Object.Type
  ) -> Object {
    unsafe unsafeDowncast(object, to: type)
  }

  /// Whether values of the type are copied as bytes.
  @usableFromInline package static func isTrivial<Value>(_ type: Value.Type) -> Bool {
    _isPOD(type)
  }
}
