public import LuaBridge

extension RuleContext: LuaConvertible {
  /// An object without members: rules read the context of their own evaluation.
  public var luaRepresentation: LuaRepresentation { .opaque(self) }

  /// Fails always: a context comes back from Lua only as the object that it is.
  ///
  /// - Throws: ``ConversionError``, always.
  public init(luaValue: LuaValue) throws(ConversionError) {
    throw ConversionError(.wrongType, given: luaValue.literal, expected: "a context")
  }
}

extension RuleContext: CustomStringConvertible {
  /// The names of the set values, without the values.
  public var description: String { "RuleContext(\(setNames.joined(separator: ", ")))" }
}
