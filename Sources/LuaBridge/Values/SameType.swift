/// Casts between types that are the same, for the price of a comparison.
///
/// A dynamic cast looks at what a value is; in generic code that knows both
/// types, one of them by another name, there is nothing to look at.
public enum SameType {
  /// Returns the value as the other type, which is its own.
  ///
  /// It has no `as?` in it, whose optional result would make generic code look up a type.
  ///
  /// INVARIANT: the caller has compared the types.
  @inline(__always) public static func known<Value, Other>(
    _ value: Value, as type: Other.Type
  ) -> Other {
    unsafe unsafeBitCast(value, to: Other.self)
  }

  /// Returns the object as an instance of the class that it is known to be.
  ///
  /// INVARIANT: the caller has made sure of the class; a debug build checks it.
  @inline(__always) public static func downcast<Object: AnyObject>(
    _ object: AnyObject, to type: Object.Type
  ) -> Object {
    unsafe unsafeDowncast(object, to: type)
  }

  /// Whether copies of the type's values are copies of their bytes.
  public static func isTrivial<Value>(_ type: Value.Type) -> Bool { _isPOD(type) }
}
