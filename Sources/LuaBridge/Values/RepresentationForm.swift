/// How values of a type become Lua values, decided once for the type.
///
/// Finding that out for each value takes several casts to protocols.
public struct RepresentationForm<Value>: Sendable {
  private let make: @Sendable (Value) -> LuaRepresentation

  /// Decides for the type.
  public init(of type: Value.Type = Value.self) {
    if type == String.self {
      make = { Self.value(SameType.cast($0, to: String.self).map { .string($0) }) }
    } else if type == Bool.self {
      make = { Self.value(SameType.cast($0, to: Bool.self).map { .boolean($0) }) }
    } else if type == Int.self {
      make = { Self.value(SameType.cast($0, to: Int.self).map { .integer(Int64($0)) }) }
    } else if type == Double.self {
      make = { Self.value(SameType.cast($0, to: Double.self).map { .number($0) }) }
    } else if let forms = CaseForms(of: type) {
      make = { forms[$0] }
    } else {
      make = { LuaRepresentation(of: $0) }
    }
  }

  /// Returns what a value is in Lua.
  public func callAsFunction(_ value: Value) -> LuaRepresentation { make(value) }

  private static func value(_ scalar: LuaValue?) -> LuaRepresentation { .value(scalar ?? .nil) }
}

/// The forms of the cases of an enum that has no associated values.
private struct CaseForms<Value>: Sendable {
  /// By the byte that a case is.
  private let forms: [LuaValue?]

  /// Creates the list; `nil` for any other type.
  init?(of type: Value.Type) {
    guard MemoryLayout<Value>.size == 1, TypeMetadata.isPlainEnumeration(type),
      !(type is any LuaConvertible.Type), let cases = EnumCases.all(of: type)
    else { return nil }
    var forms = [LuaValue?](repeating: nil, count: 256)
    for value in cases {
      guard case .value(let form) = LuaRepresentation(of: value) else { return nil }
      forms[Self.byte(of: value)] = form
    }
    self.forms = forms
  }

  subscript(value: Value) -> LuaRepresentation {
    forms[Self.byte(of: value)].map { .value($0) } ?? LuaRepresentation(of: value)
  }

  private static func byte(of value: Value) -> Int {
    // The size is 1: an enum without associated values is its number.
    unsafe withUnsafeBytes(of: value) { unsafe Int($0[0]) }
  }
}

/// A stored property of a struct, read where it stands.
public struct StoredPropertyPlace<Root, Value>: Sendable {
  private let offset: Int

  /// Finds the place; `nil` for a property that is computed, or of a class.
  public init?(_ property: KeyPath<Root, Value>) {
    guard let offset = MemoryLayout<Root>.offset(of: property) else { return nil }
    self.offset = offset
  }

  /// Returns the property's value.
  public func read(_ root: Root) -> Value {
    // INVARIANT: the offset is the one that Swift says this property has in its type.
    unsafe withUnsafeBytes(of: root) { bytes in
      unsafe bytes.load(fromByteOffset: offset, as: Value.self)
    }
  }
}
