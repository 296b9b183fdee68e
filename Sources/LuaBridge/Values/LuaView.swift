/// A structured Swift value as rules see it: read-only, one member at a time.
///
/// Nothing is copied until it is read. A view lives in one evaluation and on
/// its thread.
public protocol LuaView {
  /// The kind of the view: a list, a dictionary or a closed set of members.
  var shape: LuaViewShape { get }

  /// The number of elements, entries or members; what `#` gives.
  var count: Int { get }

  /// Returns the value at a position or for a name.
  func member(_ key: LuaValue) -> LuaViewMember

  /// The positions and names in the order in which `pairs` walks them.
  ///
  /// Integers ascending, then strings in byte order, then booleans.
  var keys: [LuaValue] { get }

  /// The Swift value itself, which a host function or key gets back from Lua.
  var subject: Any { get }

  /// Returns whether the member must not be printed; `false` by default.
  func isSecret(_ key: LuaValue) -> Bool

  /// Views with the same identity are equal: the identity of a class instance; 0 for none.
  var identity: UInt64 { get }

  /// A number for all views whose members have the same positions; 0 for none.
  var family: UInt32 { get }

  /// Returns the position of a member, counted from 1; 0 for none.
  func position(of key: LuaValue) -> UInt32

  /// Returns the Lua form of the member at a position; `nil` if there is none.
  func representation(at position: UInt32) -> LuaRepresentation?

  /// Returns the member at a position if it is a scalar that is stored in the value
  /// and so cannot change; `nil` for other members.
  func storedScalar(at position: UInt32) -> LuaValue?

  /// Whether no member can change between two reads; `false` by default.
  var isConstant: Bool { get }
}

extension LuaView {
  /// Returns `false`: everything may be printed.
  public func isSecret(_ key: LuaValue) -> Bool { false }

  /// The identity of the subject, if it is an instance of a class.
  public var identity: UInt64 {
    let subject = subject
    guard type(of: subject) is AnyClass else { return 0 }
    return UInt64(UInt(bitPattern: ObjectIdentifier(subject as AnyObject)))
  }

  /// No family.
  public var family: UInt32 { 0 }

  /// No position.
  public func position(of key: LuaValue) -> UInt32 { 0 }

  /// No member.
  public func representation(at position: UInt32) -> LuaRepresentation? { nil }

  /// No stored scalar.
  public func storedScalar(at position: UInt32) -> LuaValue? { nil }

  /// Returns `false`: a member may be computed, or belong to an object.
  public var isConstant: Bool { false }
}

/// The kinds of a ``LuaView``.
public enum LuaViewShape: Sendable {
  /// Positions from 1 to the count; any other key is `nil`.
  case list
  /// Entries under names or numbers; a missing entry is `nil`.
  case dictionary
  /// The members of a type; any other name is an error.
  case members
}

/// The result of reading a member of a ``LuaView``.
public enum LuaViewMember {
  /// A Swift value, which is then converted itself.
  case value(Any)
  /// No value: Lua's `nil`.
  case absent
  /// The type has no such member; with the names of its members, and a note for
  /// the author of the type.
  case unknown(members: [String], note: String?)
}

/// The Lua form of a Swift value.
public enum LuaRepresentation {
  /// A scalar or `nil`, as a copy.
  case value(LuaValue)
  /// A structured value that is read member by member.
  case view(any LuaView)
  /// Identity only; members cannot be read.
  case opaque(Any)
  /// The Swift value has no exact form in Lua; with a sentence that says why.
  case unrepresentable(String)
}

/// A type with its own conversion to Lua and back.
public protocol LuaConvertible {
  /// The Lua form of the value.
  var luaRepresentation: LuaRepresentation { get }

  /// Creates the value from a Lua value.
  ///
  /// - Throws: ``ConversionError`` that says what was expected.
  init(luaValue: LuaValue) throws(ConversionError)
}
