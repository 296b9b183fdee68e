import LuaBridge

extension NativePaths.Entry {
  /// The last step as Lua code names it in a value of this shape.
  func key(of shape: LuaPushShape) -> LuaValue {
    guard isLenient, case .name(let name) = step else { return step.key }
    return LuaValue(step: name.string, of: shape)
  }
}

extension NativePaths.Step {
  /// The step as Lua code names it.
  var key: LuaValue {
    switch self {
    case .index(let index): .integer(index)
    case .name(let name): .string(name.string)
    }
  }
}
