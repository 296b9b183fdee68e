/// The functions that the rules of a source may use.
public enum ExecutionPolicy: String, Sendable, Hashable, CaseIterable {
  /// Any function: Lua runs what native code cannot decide, within the budget.
  case anyLua = "any-lua"

  /// Only functions that native code decides completely.
  ///
  /// A function with a loop, a call of a library or host function, a table or
  /// any other code that only Lua can run is an error of loading; the error
  /// names the line and the code. Loading runs the files of the source within
  /// the loading budget. After that no Lua of the source is ever called, and
  /// further states of the model are created without its files, unless the
  /// model has host stubs, which are Lua themselves. If a function meets a
  /// value for which only Lua can decide the result (`nil < 3`, a comparison of
  /// two objects, a calculation with text), the evaluation fails with the code
  /// `needs-lua`: Lua is not run, neither for its answer nor for its error
  /// message.
  ///
  /// Constants, patterns, and host functions that are themselves a value or a
  /// predicate do not need Lua.
  case luaFree = "lua-free"

  /// Returns the policy that allows only what both policies allow.
  func intersection(_ other: ExecutionPolicy) -> ExecutionPolicy {
    self == .luaFree ? self : other
  }
}
