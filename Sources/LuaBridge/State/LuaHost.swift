/// The Swift side of a ``LuaState`` while code runs in it.
///
/// If a function throws, the state stores the error and raises it in Lua after Swift has
/// returned; then the call fails with it as ``LuaFailure/underlying`` error.
@usableFromInline package protocol LuaHost: AnyObject {
  /// Returns the member of a view; `nil` as `object` means the context.
  func member(_ key: LuaValue, of object: ObjectHandle?) throws -> LuaPush

  /// Returns the member for a hint; `nil` if the hint is not enough.
  func member(hint: UInt32, of object: ObjectHandle?) throws -> LuaPush?

  /// Returns a hint: a number for the next read of the same key from the context
  /// or a view of the same family; 0 for none.
  func hint(for key: LuaValue, of object: ObjectHandle?) -> UInt32

  /// Returns the number of elements of a view.
  func count(of object: ObjectHandle) throws -> Int

  /// Returns the keys of a view in their order; `nil` as `object` means the context.
  func keys(of object: ObjectHandle?) throws -> [LuaValue]

  /// Calls a host function.
  func call(_ function: Int, arguments: [LuaValue]) throws -> LuaPush

  /// Calls a view that is a function.
  func call(_ object: ObjectHandle, arguments: [LuaValue]) throws -> LuaPush

  /// Loads a module for a chunk and returns the slot with its result.
  func require(_ name: String, from chunk: Int) throws -> Int

  /// Receives a line that a rule file printed.
  func print(_ text: String)
}

extension LuaHost {
  /// By default there are no hints.
  @usableFromInline package func member(hint: UInt32, of object: ObjectHandle?) throws -> LuaPush? {
    nil
  }

  /// By default no view is a function.
  @usableFromInline package func call(_ object: ObjectHandle, arguments: [LuaValue]) throws
    -> LuaPush
  {
    throw LuaFailure(.runtime, "this is no function")
  }

  /// By default there are no hints.
  @usableFromInline package func hint(for key: LuaValue, of object: ObjectHandle?) -> UInt32 { 0 }
}

/// A value on its way into Lua.
@usableFromInline package enum LuaPush {
  /// A scalar. Tables and functions become `nil`.
  case value(LuaValue)
  /// A view of a Swift value; two views are equal when their identities are equal and not 0.
  ///
  /// Views of one family, which is not 0, have the same members under the same hints.
  case view(ObjectHandle, LuaPushShape, identity: UInt64, family: UInt32 = 0)
  /// The context.
  case context
}

/// How a pushed view behaves.
@usableFromInline package enum LuaPushShape: Sendable {
  /// A list, read by position.
  case list
  /// A dictionary with any names.
  case dictionary
  /// An object with a fixed set of members.
  case members
  /// An object without members, only with an identity.
  case opaque
  /// A function.
  case function

  /// Whether its parts can be read.
  @usableFromInline package var showsMembers: Bool {
    switch self {
    case .list, .dictionary, .members: true
    case .opaque, .function: false
    }
  }
}
