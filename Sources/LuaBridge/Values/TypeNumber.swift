import CLuaSupport

/// Small numbers for types, found without a lock.
@usableFromInline package enum TypeNumber {
  /// Returns the number of the type, or 0.
  @inline(__always) @usableFromInline package static func of(_ type: Any.Type) -> UInt32 {
    unsafe lrs_numberOf(address(of: type))
  }

  /// Assigns a number, not 0, to a type that has none.
  ///
  /// INVARIANT: called under one lock.
  @usableFromInline package static func set(_ number: UInt32, for type: Any.Type) {
    _ = unsafe lrs_setNumber(address(of: type), number)
  }

  /// A metatype is the address of metadata that lives as long as the process.
  @inline(__always) private static func address(of type: Any.Type) -> UnsafeRawPointer {
    unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
  }
}
