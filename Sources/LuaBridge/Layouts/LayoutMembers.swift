/// The members of the values of one type, in byte order of their names.
///
/// The position of a member counts from 1.
public struct LayoutMembers: Sendable {
  let all: [LayoutMember]
  /// The names of the members that are not functions; `pairs` walks these.
  let valueNames: [LuaValue]
  let hasSecrets: Bool
  /// A note for the error about an unknown name.
  let note: String?

  /// Creates the list.
  ///
  /// - Parameters:
  ///   - all: The members, in byte order of their names, each name once.
  ///   - note: A note for the error about an unknown name.
  @usableFromInline package init(_ all: [LayoutMember], note: String? = nil) {
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
@usableFromInline package struct LayoutMember: Sendable {
  /// How the member is read.
  enum Source: Sendable {
    /// The member is stored at this offset in bytes from the beginning of the value.
    case stored(offset: Int, type: Any.Type)
    /// Swift code computes it: as a Swift value, and in its Lua form.
    case computed(
      value: @Sendable (ValuePlace) -> Any,
      representation: @Sendable (ValuePlace) -> LuaRepresentation)
  }

  let name: String
  let isSecret: Bool
  let isFunction: Bool
  /// The function that computes it, if host code does so and it is a scalar or `nil`.
  let scalar: ScalarMember?
  let source: Source

  /// Creates a member that is stored in a structure.
  ///
  /// - Parameters:
  ///   - name: The name in rules.
  ///   - type: The type of the member.
  ///   - offset: The distance from the beginning of the structure, in bytes.
  ///   - isSecret: Whether its values must not be printed.
  @usableFromInline package init(
    _ name: String, _ type: Any.Type, storedAt offset: Int, isSecret: Bool = false
  ) {
    self.name = name
    self.isSecret = isSecret
    isFunction = false
    scalar = nil
    source = .stored(offset: offset, type: type)
  }

  /// Creates a member that Swift code computes.
  ///
  /// - Parameters:
  ///   - name: The name in rules.
  ///   - type: The type of the member.
  ///   - isSecret: Whether its values must not be printed.
  ///   - isFunction: Whether it is called rather than read.
  ///   - value: Returns the member of the object at a place.
  ///   - representation: Returns the Lua form of the member.
  @usableFromInline package init(
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

/// A member that host code computes and that is a scalar or `nil`.
@usableFromInline package final class ScalarMember: Sendable {
  private let representation: @Sendable (ValuePlace) -> LuaRepresentation

  fileprivate init(_ representation: @escaping @Sendable (ValuePlace) -> LuaRepresentation) {
    self.representation = representation
  }

  /// Computes the member.
  ///
  /// - Returns: The scalar; `nil` for an object that may show something other than its members.
  @usableFromInline package func value(of object: LaidOutValue) -> LuaValue? {
    if unsafe object.layout.pointee.form == .object, !object.showsMembers { return nil }
    guard case .value(let value) = unsafe representation(ValuePlace(address: object.address))
    else { return nil }
    return switch value {
    case .nil, .null: .nil
    default: value.plainScalar
    }
  }
}

/// A type that lists the members that rules see.
public protocol MemberListing: LuaViewConvertible {
  /// The members, for all values of the type.
  static var layoutMembers: LayoutMembers { get }
}

/// The address of a value in memory.
///
/// INVARIANT: used only while its creator keeps the value alive at that address.
@safe @usableFromInline package struct ValuePlace {
  let address: UnsafeRawPointer

  /// Returns a copy of the value.
  @inline(__always) @usableFromInline package func value<Value>(as type: Value.Type) -> Value {
    unsafe address.assumingMemoryBound(to: type).pointee
  }
}
