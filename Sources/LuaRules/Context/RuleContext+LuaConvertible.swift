public import LuaBridge

extension RuleContext: LuaConvertible {
  /// An object without members: rules read the context that they are asked with.
  public var luaRepresentation: LuaRepresentation { .opaque(self) }

  /// Fails: a context comes back from Lua as the object that it is, or not at all.
  ///
  /// - Throws: ``ConversionError``, always.
  public init(luaValue: LuaValue) throws(ConversionError) {
    throw ConversionError(.wrongType, given: luaValue.literal, expected: "a context")
  }
}

extension RuleContext: CustomStringConvertible {
  /// The names of what is set, not the values.
  public var description: String { "RuleContext(\(setNames.joined(separator: ", ")))" }
}
