import LuaBridge

extension Pattern {
  /// Returns whether all entries hold; stops at the first entry that does not.
  ///
  /// - Parameters:
  ///   - read: Reads a member of an object as Lua code does.
  ///   - pay: Charges `tests` comparisons with a value of `bytes` bytes to the budget.
  /// - Returns: Whether each path has one of the values that its entry allows.
  /// - Throws: The errors of `read` and `pay`, with the location of the pattern.
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

extension LuaValue {
  /// Creates the key of a step of a path: a position if the step is an integer and the value a list.
  init(step: String, of shape: LuaPushShape) {
    if case .list = shape, let position = NamePath.position(step) {
      self = .integer(position)
    } else {
      self = .string(step)
    }
  }
}

extension LuaView {
  /// Returns the member that a step of a path names: in a list a position from 1, else a name.
  func member(atStep step: String) -> LuaViewMember {
    if case .list = shape, let position = NamePath.position(step) {
      return member(.integer(position))
    }
    return member(.string(step))
  }
}

extension Pattern.Entry {
  /// Reads the path as Lua code would, but a path through `nil`, or through a value
  /// without members, gives `nil`.
  fileprivate func value(
    reading read: (LuaValue, ObjectHandle) throws(RuleError) -> LuaPush
  ) throws(RuleError) -> LuaValue {
    var push = try read(.string(path[0]), .context)
    for name in path.dropFirst() {
      switch push {
      // For example a case without a payload, in an enum with other cases that have one.
      case .value: return .nil
      case .view(let handle, let shape, _, _):
        push = try read(LuaValue(step: name, of: shape), handle)
      case .context: return .nil
      }
    }
    switch push {
    case .value(let value): return value
    case .view(let handle, _, _, _): return .object(handle)
    case .context: return .object(.context)
    }
  }

  /// Whether the value is one of those that the entry allows.
  func allows(_ value: LuaValue) -> Bool {
    allowed.contains { wanted in
      if case .null = wanted, case .nil = value { return true }
      return value.isRawEqual(to: wanted)
    }
  }
}
