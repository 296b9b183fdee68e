/// A value that crosses the border between Swift and Lua by copy.
///
/// Scalars and tables are complete in themselves. A Swift object that rules may only look at
/// cannot be copied; an ``ObjectHandle`` names it, which is valid only in the
/// evaluation that made it.
public enum LuaValue: Sendable {
  /// `nil`: an absent value, or a value function that declines.
  case `nil`
  /// The explicit nothing: the global `null` of rule files.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A 64-bit integer.
  case integer(Int64)
  /// A floating-point number.
  case number(Double)
  /// A string that is valid UTF-8.
  case string(String)
  /// A string that is not valid UTF-8.
  ///
  /// INVARIANT: a string that is valid UTF-8 is always a `string`.
  case bytes([UInt8])
  /// A list, a dictionary, or both.
  case table(LuaTable)
  /// A Swift value that went into Lua as a view and came back.
  case object(ObjectHandle)
  /// A function, which has no Swift form.
  case function
}

/// The number of a Swift value that Lua holds a view of.
///
/// Handles count up within one evaluation, and end with it.
public struct ObjectHandle: Hashable, Sendable {
  /// The position among the objects of the evaluation.
  @usableFromInline package let index: UInt32

  /// Creates a handle for a position.
  @usableFromInline package init(index: UInt32) {
    self.index = index
  }
}
