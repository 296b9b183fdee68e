/// A type that shows itself to rules through a view of its own.
public protocol LuaViewConvertible {
  /// What rules see of the value.
  var luaView: any LuaView { get }
}
