/// The members of the values of one type, in byte order of their names.
///
/// The position of a member counts from 1.
public struct LayoutMembers: Sendable {
  let all: [LayoutMember]
  /// The names of those that are values and no functions: what `pairs` walks.
  let valueNames: [LuaValue]
  let hasSecrets: Bool
  /// A note for the error of a name that is not there.
  let note: String?

  /// Creates the list.
  ///
  /// - Parameters:
  ///   - all: The members, in byte order of their names, each name once.
  ///   - note: A note for the error of a name that is not there.
  public init(_ all: [LayoutMember], note: String? = nil) {
    self.all = all
    self.note = note
    valueNames = all.lazy.filter { !$0.isFunction }.map { .string($0.name) }
    hasSecrets = all.contains(where: \.isSecret)
  }

  var names: [String] { all.map(\.name) }

  /// Returns the position of a member, 0 for none.
  func position(of name: String) -> UInt32 {
    all.position(ofName: name) { $0.name }.map { UInt32(clamping: $0 + 1) } ?? 0
  }

  /// Returns the position of a member, 0 for none.
  func position(of key: LuaValue) -> UInt32 {
    if case .string(let name) = key { position(of: name) } else { 0 }
  }
}

/// One member of the values of a type.
public struct LayoutMember: Sendable {
  /// How the member is read.
  enum Source: Sendable {
    /// It is stored so many bytes behind the beginning of the value.
    case stored(offset: Int, type: Any.Type)
    /// Swift code gives it: as a value, and as what it is in Lua.
    case computed(
      value: @Sendable (ValuePlace) -> Any,
      representation: @Sendable (ValuePlace) -> LuaRepresentation)
  }

  let name: String
  let isSecret: Bool
  let isFunction: Bool
  /// What computes it, if code of the host's does, and it is a scalar or nothing.
  let scalar: ScalarMember?
  let source: Source

  /// Creates a member that is stored in a structure.
  ///
  /// - Parameters:
  ///   - name: What rules call it.
  ///   - type: The type of its values.
  ///   - offset: Its distance from the beginning of the structure, in bytes.
  ///   - isSecret: Whether its values are not to be printed.
  public init(_ name: String, _ type: Any.Type, storedAt offset: Int, isSecret: Bool = false) {
    self.name = name
    self.isSecret = isSecret
    isFunction = false
    scalar = nil
    source = .stored(offset: offset, type: type)
  }

  /// Creates a member that Swift code computes.
  ///
  /// - Parameters:
  ///   - name: What rules call it.
  ///   - type: The type of its values.
  ///   - isSecret: Whether its values are not to be printed.
  ///   - isFunction: Whether it is called rather than read.
  ///   - value: Returns the member of the object at a place.
  ///   - representation: Returns what the member is in Lua.
  public init(
    _ name: String, _ type: Any.Type, isSecret: Bool, isFunction: Bool = false,
    value: @escaping @Sendable (ValuePlace) -> Any,
    representation: @escaping @Sendable (ValuePlace) -> LuaRepresentation
  ) {
    self.name = name
    self.isSecret = isSecret
    self.isFunction = isFunction
    scalar = !isFunction && LayoutMaker.isScalar(type) ? ScalarMember(representation) : nil
    source = .computed(value: value, representation: representation)
  }
}

/// A member that code of the host's computes, and that is a scalar or nothing.
public final class ScalarMember: Sendable {
  private let representation: @Sendable (ValuePlace) -> LuaRepresentation

  fileprivate init(_ representation: @escaping @Sendable (ValuePlace) -> LuaRepresentation) {
    self.representation = representation
  }

  /// Computes the member.
  ///
  /// - Returns: `nil` for an object that may show rules something else than its members.
  public func value(of object: LaidOutValue) -> LuaValue? {
    if unsafe object.layout.pointee.form == .object, !object.showsMembers { return nil }
    guard case .value(let value) = unsafe representation(ValuePlace(address: object.address))
    else { return nil }
    return switch value {
    case .nil, .null: .nil
    default: value.plainScalar
    }
  }
}

/// A type that lists the members which rules see.
public protocol MemberListing: LuaViewConvertible {
  /// The members, for all values of the type.
  static var layoutMembers: LayoutMembers { get }
}

/// The place in memory where a value lies.
///
/// INVARIANT: used only while whoever made it keeps the value there.
@safe public struct ValuePlace {
  let address: UnsafeRawPointer

  /// Returns a copy of the value.
  @inline(__always) public func value<Value>(as type: Value.Type) -> Value {
    unsafe address.assumingMemoryBound(to: type).pointee
  }
}
