/// The Swift side of a ``LuaState`` while code runs in it.
///
/// What a function throws is kept by the state, raised in Lua after Swift has
/// returned, and comes out as the ``LuaFailure/underlying`` error of the call.
public protocol LuaHost: AnyObject {
  /// Returns what a view shows under a key; `nil` stands for the context itself.
  func member(_ key: LuaValue, of object: ObjectHandle?) throws -> LuaPush

  /// Returns the member that a hint stands for; `nil` when it cannot be told by the hint.
  func member(hint: UInt32, of object: ObjectHandle?) throws -> LuaPush?

  /// Returns a number by which the key is read the next time, from the context
  /// or a view of the same family; 0 for none.
  func hint(for key: LuaValue, of object: ObjectHandle?) -> UInt32

  /// Returns the number of elements of a view.
  func count(of object: ObjectHandle) throws -> Int

  /// Returns the keys of a view in their order; `nil` stands for the context itself.
  func keys(of object: ObjectHandle?) throws -> [LuaValue]

  /// Calls a host function.
  func call(_ function: Int, arguments: [LuaValue]) throws -> LuaPush

  /// Calls the function that a view is.
  func call(_ object: ObjectHandle, arguments: [LuaValue]) throws -> LuaPush

  /// Loads a module for a chunk and returns the slot with its result.
  func require(_ name: String, from chunk: Int) throws -> Int

  /// Receives a line that a rule file printed.
  func print(_ text: String)
}

extension LuaHost {
  /// No hint was given.
  public func member(hint: UInt32, of object: ObjectHandle?) throws -> LuaPush? { nil }

  /// No view is a function.
  public func call(_ object: ObjectHandle, arguments: [LuaValue]) throws -> LuaPush {
    throw LuaFailure(.runtime, "this is no function")
  }

  /// No hint.
  public func hint(for key: LuaValue, of object: ObjectHandle?) -> UInt32 { 0 }
}

/// A value on its way into Lua.
public enum LuaPush {
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
public enum LuaPushShape: Sendable {
  /// Positions.
  case list
  /// Open names.
  case dictionary
  /// A closed set of members.
  case members
  /// Identity only.
  case opaque
  /// Something to call.
  case function

  /// Whether parts of it can be read.
  public var showsMembers: Bool {
    switch self {
    case .list, .dictionary, .members: true
    case .opaque, .function: false
    }
  }
}
