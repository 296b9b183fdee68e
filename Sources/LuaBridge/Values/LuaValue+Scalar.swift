import CLuaSupport

extension LuaValue {
  /// Fast path: creates the Lua form of a value whose type alone determines
  /// it; `nil` for other types.
  ///
  /// These are `Bool`, `Int`, `Double` and `String`, optionals of them, `Void`, which becomes
  /// `nil`, and enums that ``VacantPlace/learnCases(of:)`` has registered; also inside `Any`.
  /// The result is the same as that of ``LuaRepresentation/init(of:)``, which casts the value
  /// to one type after the other.
  @usableFromInline package init?<Value>(scalar value: Value) {
    if Value.self == Int.self {
      self = .integer(Int64(SameType.known(value, as: Int.self)))
    } else if Value.self == String.self {
      self = .string(SameType.known(value, as: String.self))
    } else if Value.self == Bool.self {
      self = .boolean(SameType.known(value, as: Bool.self))
    } else if Value.self == Double.self {
      self = .number(SameType.known(value, as: Double.self))
    } else if Value.self == Any.self {
      func scalar<Content>(_ content: Content) -> LuaValue? { LuaValue(scalar: content) }
      let content = SameType.known(value, as: Any.self)
      guard let scalar = _openExistential(content, do: scalar) else { return nil }
      self = scalar
    } else if Value.self == Void.self {
      self = .nil
    } else if let scalar = Self.optional(value) ?? Self.enumCase(value) {
      self = scalar
    } else {
      return nil
    }
  }

  private static func optional<Value>(_ value: Value) -> LuaValue? {
    if Value.self == Int?.self {
      return SameType.known(value, as: Int?.self).map { .integer(Int64($0)) } ?? .nil
    } else if Value.self == String?.self {
      return SameType.known(value, as: String?.self).map { .string($0) } ?? .nil
    } else if Value.self == Bool?.self {
      return SameType.known(value, as: Bool?.self).map { .boolean($0) } ?? .nil
    } else if Value.self == Double?.self {
      return SameType.known(value, as: Double?.self).map { .number($0) } ?? .nil
    }
    return nil
  }

  private static func enumCase<Value>(_ value: Value) -> LuaValue? {
    guard let layout = unsafe lrs_layoutOf(TypeMetadata.address(of: Value.self)),
      unsafe layout.pointee.form == .case,
      let values = unsafe layout.pointee.cases?.assumingMemoryBound(to: LuaValue?.self)
    else { return nil }
    // An enum without associated values is stored as one byte: the number of its case.
    return unsafe withUnsafeBytes(of: value) { unsafe values[Int($0[0])] }
  }
}
