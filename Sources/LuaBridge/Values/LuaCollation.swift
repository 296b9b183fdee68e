import CLuaSupport

/// Lua's order of strings, which is that of the process's collation.
@usableFromInline package enum LuaCollation {
  /// Whether strings are currently ordered by their bytes on this thread.
  @usableFromInline package static var isBytewise: Bool { lrs_isCollationBytewise() }
}

/// Lua's text of a floating-point number.
@usableFromInline package enum LuaNumberText {
  /// Returns the text.
  ///
  /// As in Lua, the C library writes it, in the locale of the process.
  @usableFromInline package static func of(_ number: Double) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let length = unsafe lrs_numberText(number, start, buffer.count)
      guard length > 0 else { return nil }
      let bytes = unsafe UnsafeRawBufferPointer(start: start, count: length)
      return unsafe String(validating: bytes, as: UTF8.self)
    }
  }
}
