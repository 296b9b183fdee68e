/// A structured Swift value as rules see it: read-only, one member at a time.
///
/// Nothing is copied until it is read. A view lives in one evaluation and on
/// its thread.
public protocol LuaView {
  /// What the view offers: positions, open names or a closed set of members.
  var shape: LuaViewShape { get }

  /// The number of elements, entries or members; what `#` gives.
  var count: Int { get }

  /// Returns what stands at a position or under a name.
  func member(_ key: LuaValue) -> LuaViewMember

  /// The positions and names in the order in which `pairs` walks them.
  ///
  /// Integers ascending, then strings in byte order, then booleans.
  var keys: [LuaValue] { get }

  /// The Swift value itself, which comes back when Lua hands the view back.
  var subject: Any { get }

  /// Returns whether what stands there is not to be printed; `false` by default.
  func isSecret(_ key: LuaValue) -> Bool

  /// What makes two views equal: the identity of a class instance, or 0 for nothing.
  var identity: UInt64 { get }

  /// A number that views share whose members have the same positions; 0 for none.
  var family: UInt32 { get }

  /// Returns the position of a member, counted from 1; 0 for none.
  func position(of key: LuaValue) -> UInt32

  /// Returns what the member at a position is in Lua; `nil` where there is none.
  func representation(at position: UInt32) -> LuaRepresentation?

  /// Returns the member at a position if it is a scalar that is stored in the value,
  /// so that it is the same however often it is read; `nil` for others.
  func storedScalar(at position: UInt32) -> LuaValue?

  /// Whether all that it shows stays the same however often it is read; `false` by default.
  var isConstant: Bool { get }
}

extension LuaView {
  /// Returns `false`: everything may be printed.
  public func isSecret(_ key: LuaValue) -> Bool { false }

  /// The identity of the subject, when that is an instance of a class.
  public var identity: UInt64 {
    let subject = subject
    guard type(of: subject) is AnyClass else { return 0 }
    return UInt64(UInt(bitPattern: ObjectIdentifier(subject as AnyObject)))
  }

  /// None.
  public var family: UInt32 { 0 }

  /// None.
  public func position(of key: LuaValue) -> UInt32 { 0 }

  /// None.
  public func representation(at position: UInt32) -> LuaRepresentation? { nil }

  /// None.
  public func storedScalar(at position: UInt32) -> LuaValue? { nil }

  /// Returns `false`: some of it may be computed, or belong to an object.
  public var isConstant: Bool { false }
}

/// What a ``LuaView`` offers.
public enum LuaViewShape: Sendable {
  /// Positions from 1 to the count; any other key is `nil`.
  case list
  /// Entries under names or numbers; a missing entry is `nil`.
  case dictionary
  /// The members of a type; any other name is an error.
  case members
}

/// What a ``LuaView`` found under a key.
public enum LuaViewMember {
  /// A Swift value, to be represented in turn.
  case value(Any)
  /// Nothing: Lua's `nil`.
  case absent
  /// The type has no such member; with the names that it has, and a note for
  /// the person who wrote it.
  case unknown(members: [String], note: String?)
}

/// What a Swift value becomes in Lua.
public enum LuaRepresentation {
  /// A scalar, or `nil`, by copy.
  case value(LuaValue)
  /// A structure that is read member by member.
  case view(any LuaView)
  /// Identity only; members cannot be read.
  case opaque(Any)
  /// The Swift value has no exact form in Lua; with the reason, a sentence.
  case unrepresentable(String)
}

/// A type that says itself what it is in Lua, and how it comes back.
public protocol LuaConvertible {
  /// What the value is in Lua.
  var luaRepresentation: LuaRepresentation { get }

  /// Creates the value from what Lua gave.
  ///
  /// - Throws: ``ConversionError`` that says what was expected.
  init(luaValue: LuaValue) throws(ConversionError)
}

/// A Lua value that is not what the Swift side asked for.
public struct ConversionError: Error, Sendable {
  /// What was wrong.
  public enum Kind: Sendable {
    /// Another type than the one that is wanted.
    case wrongType
    /// The right type, but not one of the values that are allowed.
    case wrongValue
  }

  /// What was wrong.
  public var kind: Kind {
    get { content.kind }
    set { content.kind = newValue }
  }
  /// The value that was given, as a rule file would write it.
  public var given: String {
    get { content.given }
    set { content.given = newValue }
  }
  /// What was expected, such as `an integer` or `one of gray, red, black`.
  public var expected: String {
    get { content.expected }
    set { content.expected = newValue }
  }
  /// The strings that would have been accepted, when they can be listed.
  public var allowed: [String] {
    get { content.allowed }
    set { content.allowed = newValue }
  }
  /// The way to the value inside a table, outermost first; empty for the value itself.
  public var path: [String] {
    get { content.path }
    set { content.path = newValue }
  }
  /// Whether it says nothing more of a value that is secret.
  package var isMasked: Bool {
    get { content.isMasked }
    set { content.isMasked = newValue }
  }
  /// The name that an object has and should not have, where that is what is wrong.
  package var unknownMember: String? {
    get { content.unknownMember }
    set { content.unknownMember = newValue }
  }

  private struct Content: Sendable {
    var kind: Kind
    var given: String
    var expected: String
    var allowed: [String]
    var path: [String]
    var isMasked = false
    var unknownMember: String?
  }

  /// One word: each frame of a deep conversion has room for several errors.
  private indirect enum Box: Sendable {
    case content(Content)
  }

  private var box: Box

  private var content: Content {
    get {
      switch box {
      case .content(let content): content
      }
    }
    set { box = .content(newValue) }
  }

  /// Creates an error.
  public init(
    _ kind: Kind, given: String, expected: String, allowed: [String] = [], path: [String] = []
  ) {
    box = .content(
      Content(kind: kind, given: given, expected: expected, allowed: allowed, path: path))
  }
}
