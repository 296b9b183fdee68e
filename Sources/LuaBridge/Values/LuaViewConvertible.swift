/// A type with its own view for rules.
public protocol LuaViewConvertible {
  /// The view for rules.
  var luaView: any LuaView { get }
}
