import CLuaSupport

/// The order of strings in Lua, which is that of the process's collation.
public enum LuaCollation {
  /// Whether strings are ordered by their bytes now, on this thread.
  public static var isBytewise: Bool { lrs_isCollationBytewise() }
}

/// The text that Lua makes of a float when it becomes a string.
public enum LuaNumberText {
  /// Returns the text.
  ///
  /// It is written by the C library, as in Lua, in the locale of the process.
  public static func of(_ number: Double) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let length = unsafe lrs_numberText(number, start, buffer.count)
      guard length > 0 else { return nil }
      let bytes = unsafe UnsafeRawBufferPointer(start: start, count: length)
      return unsafe String(validating: bytes, as: UTF8.self)
    }
  }
}
