import LuaBridge

/// The type of a key's values, as far as rule files and JSON can express it.
public indirect enum ValueType: Sendable, Hashable {
  /// Any value; no constraint is known.
  case any
  /// A value of the type, or `null`.
  case optional(ValueType)
  /// `true` or `false`.
  case boolean
  /// An integer; with 64 bits if no range is given.
  case integer(ClosedRange<Int64>?)
  /// A floating-point number.
  case number
  /// A string of characters.
  case string
  /// One of the listed values.
  case enumeration([Scalar])
  /// Values of one type at the positions 1, 2, 3 ….
  case list(of: ValueType)
  /// Values of one type under names of any kind.
  case dictionary(of: ValueType)
  /// Named members, each of its own type.
  case object(ObjectType)
  /// One of several cases, some of which have associated values.
  case variant(VariantType)
  /// A moment: seconds since 1970 in Lua, ISO 8601 in JSON.
  case date
  /// A length of time: seconds in Lua, ISO 8601 in JSON.
  case duration
  /// A UUID: a string in upper case.
  case uuid
  /// A URL, a string.
  case url
  /// Bytes: a string of any bytes in Lua, base64 in JSON.
  case data
  /// A decimal number: in Lua a number of at most 15 significant digits; from rules also a string.
  case decimal
  /// A Swift type, with its name, whose values rules can pass on but not
  /// create.
  case opaque(String)
  /// A method that rules may call; it has no JSON form.
  case function(FunctionType)
}

// MARK: - Scalars

extension ValueType {
  /// A value that an enumeration lists.
  public enum Scalar: Sendable, Hashable {
    /// `true` or `false`.
    case boolean(Bool)
    /// An integer.
    case integer(Int64)
    /// A floating-point number.
    case number(Double)
    /// A string.
    case string(String)
  }

  /// An enumeration of strings.
  public static func enumeration(_ strings: [String]) -> ValueType {
    .enumeration(strings.map(Scalar.string))
  }
}

extension ValueType.Scalar {
  /// Creates a scalar from a value; returns `nil` for a value that is not a
  /// scalar.
  init?(_ value: LuaValue) {
    switch value {
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    default: return nil
    }
  }

  /// The scalar as a Lua value.
  package var value: LuaValue {
    switch self {
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .string(let value): .string(value)
    }
  }
}

// MARK: - Parts

extension ValueType {
  /// The type that also allows `null`; `any` and optional types already do.
  var orNull: ValueType {
    switch self {
    case .any, .optional: self
    default: .optional(self)
    }
  }

  /// Whether the type allows `null`.
  package var allowsNull: Bool {
    switch self {
    case .any, .optional: true
    default: false
    }
  }

  /// The type that does not allow `null`.
  package var withoutNull: ValueType {
    var type = self
    while case .optional(let wrapped) = type { type = wrapped }
    return type
  }

  /// The type of what rules may give: anything where the host decodes it.
  package var given: ValueType {
    isDecoded ? .any : self
  }

  /// Whether the host decodes what rules give.
  var isDecoded: Bool {
    switch withoutNull {
    case .object(let object): object.isDecoded
    case .variant(let variant): variant.isDecoded
    default: false
    }
  }

  /// The names that rules may read of a value; `nil` if they may read any name.
  var closedObject: ObjectType? {
    switch withoutNull {
    case .object(let object) where !object.isOpen: object
    case .variant(let variant): variant.visible
    default: nil
    }
  }

  /// Whether the type is a method.
  package var isFunction: Bool { if case .function = withoutNull { true } else { false } }

  /// Whether an empty table of the type is an object, not a list.
  var isObject: Bool {
    switch self {
    case .object, .dictionary, .variant: true
    default: false
    }
  }

  /// The type of the elements; `any` if the type is not a list.
  package var elementType: ValueType {
    if case .list(let element) = self { element } else { .any }
  }

  /// Returns the type of a member; `any` if nothing is known of it.
  package func type(ofMember name: String) -> ValueType {
    switch self {
    case .dictionary(let entry): entry
    case .object(let object): object[name]?.type ?? .any
    case .variant(let variant): variant.object[name]?.type ?? .any
    case .list(let element) where NamePath.position(name) != nil: element
    default: .any
    }
  }
}
