import LuaBridge

extension Access {
  /// Returns whether all entries of a pattern hold; asks no further after one that does not.
  func matches(_ pattern: Pattern) throws(RuleError) -> Bool {
    for entry in pattern.entries {
      let value: LuaValue
      do {
        value = try scalar(at: entry.path)
      } catch {
        var error = error
        if error.location == nil { error.location = pattern.location }
        throw error
      }
      try payForTests(entry.allowed.count, ofBytes: value.byteCount)
      if !entry.allows(value) { return false }
    }
    return true
  }

  /// Reads a path as Lua code would, except that a path through `nil`, or through
  /// a value without members, is `nil`.
  private func scalar(at path: [String]) throws(RuleError) -> LuaValue {
    var push = try seenMember(.string(path[0]), of: .context)
    for name in path.dropFirst() {
      switch push {
      // Such as a case without values of an enum whose other cases have some.
      case .value: return .nil
      case .view(let handle, _, _, _): push = try seenMember(.string(name), of: handle)
      case .context: return .nil
      }
    }
    switch push {
    case .value(let value): return value
    case .view(let handle, _, _, _): return .object(handle)
    case .context: return .object(.context)
    }
  }
}

extension Pattern.Entry {
  /// Whether what was read is one of the values that the entry wants.
  func allows(_ value: LuaValue) -> Bool {
    allowed.contains { wanted in
      if case .null = wanted, case .nil = value { return true }
      return value.isRawEqual(to: wanted)
    }
  }
}
