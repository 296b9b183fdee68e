/// Who reads the context for native code.
///
/// A read means what the same expression means in Lua: path keys come before
/// members, a key of the context is what the rules say, and so on. Whatever a
/// read cannot give exactly is ``NativeValue/odd``, also when it raises an error
/// in Lua: the function is then run by Lua, which reads again and meets the same.
///
/// Native code reads in the order of the Lua code, and nothing that the Lua code
/// would not read. It may read the same path more than once, and expects the same.
protocol NativeReader {
  /// Reads a path, and by that all paths that it goes through, from the shortest on.
  mutating func read(_ path: NativePaths.ID) -> NativeValue

  /// Returns what `#` gives for what is at a path, `nil` when that is odd.
  ///
  /// Asked only for what ``read(_:)`` called a view.
  mutating func count(of path: NativePaths.ID) -> Int64?
}
