import LuaBridge

extension Pattern {
  /// Returns whether all entries hold; reads no further after one that does not.
  ///
  /// - Parameters:
  ///   - read: Reads a member of an object as Lua code does.
  ///   - pay: Takes so many comparisons with a value of so many bytes out of the budget.
  /// - Returns: Whether each path has one of the values that its entry allows.
  /// - Throws: What `read` and `pay` throw, with the place of the pattern.
  func holds(
    reading read: (LuaValue, ObjectHandle) throws(RuleError) -> LuaPush,
    paying pay: (_ tests: Int, _ bytes: Int) throws(RuleError) -> Void
  ) throws(RuleError) -> Bool {
    for entry in entries {
      let value: LuaValue
      do {
        value = try entry.value(reading: read)
      } catch {
        var error = error
        if error.location == nil { error.location = location }
        throw error
      }
      try pay(entry.allowed.count, value.byteCount)
      if !entry.allows(value) { return false }
    }
    return true
  }
}

extension Pattern.Entry {
  /// Reads the path as Lua code would, except that a path through `nil`, or through
  /// a value without members, is `nil`.
  fileprivate func value(
    reading read: (LuaValue, ObjectHandle) throws(RuleError) -> LuaPush
  ) throws(RuleError) -> LuaValue {
    var push = try read(.string(path[0]), .context)
    for name in path.dropFirst() {
      switch push {
      // Such as a case without values of an enum whose other cases have some.
      case .value: return .nil
      case .view(let handle, _, _, _): push = try read(.string(name), handle)
      case .context: return .nil
      }
    }
    switch push {
    case .value(let value): return value
    case .view(let handle, _, _, _): return .object(handle)
    case .context: return .object(.context)
    }
  }

  /// Whether what was read is one of the values that the entry wants.
  func allows(_ value: LuaValue) -> Bool {
    allowed.contains { wanted in
      if case .null = wanted, case .nil = value { return true }
      return value.isRawEqual(to: wanted)
    }
  }
}
