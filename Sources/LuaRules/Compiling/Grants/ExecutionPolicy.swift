/// Which functions the rules of a source may have.
public enum ExecutionPolicy: String, Sendable, Hashable, CaseIterable {
  /// Any: what cannot be decided natively is run by Lua, within the budget.
  case anyLua = "any-lua"

  /// Those alone that native code decides as a whole.
  ///
  /// A function with a loop, a call of a library or host function, a table or
  /// whatever else only Lua can run is an error of loading, with its line and
  /// what it is. When the source is loaded its files are run, within the budget
  /// of loading; after that no Lua of the source is ever called, and further
  /// states of the model are made without its files, unless the model has stand-ins
  /// for host functions, which are Lua themselves. Where a function meets a
  /// value of which only Lua could say what comes of it (`nil < 3`, two
  /// objects that are compared, a calculation with text), that is an error of
  /// the evaluation, with the code `needs-lua`: Lua is not run for the sake of its
  /// message, or of its answer.
  ///
  /// Constants, patterns, and host functions that are themselves a value or a
  /// predicate are no Lua.
  case nativeOnly = "native-only"

  /// Returns what both accept.
  func intersection(_ other: ExecutionPolicy) -> ExecutionPolicy {
    self == .nativeOnly ? self : other
  }
}
