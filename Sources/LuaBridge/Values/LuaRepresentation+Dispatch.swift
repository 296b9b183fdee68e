extension LuaRepresentation {
  /// Finds the Lua form of a Swift value.
  ///
  /// First comes a type's own conversion, then its own view, then the
  /// containers of the standard library, then the raw value, and last
  /// reflection. Optionals, `AnyHashable` and existential boxes are
  /// unwrapped. The members of a structure are not visited here: a view reads a member on demand.
  public init(of value: Any) {
    self = Self.found(for: value, depth: 0)
  }

  /// The longest chain of raw values that themselves have raw values.
  private static let rawValueDepth = 8

  private static func found(for value: Any, depth: Int) -> LuaRepresentation {
    let type = type(of: value)
    if let scalar = scalar(value, of: type) { return .value(scalar) }
    if let convertible = value as? any LuaConvertible { return convertible.luaRepresentation }

    let kind = TypeMetadata.kind(of: type)
    // Before the views, because a cast to those would look inside an optional.
    if kind == .structure || kind == .optional, let standard = value as? any StandardRepresentable {
      return standard.standardRepresentation
    }
    // A structure is read in place by the members that its type lists, and is
    // always shown in this way.
    if kind == .structure, let listing = value as? any MemberListing {
      return .view(listing.layoutView)
    }
    if let visible = value as? any LuaViewConvertible { return .view(visible.luaView) }
    if let raw = value as? any RawRepresentable, depth < rawValueDepth {
      return found(for: raw.rawValue, depth: depth + 1)
    }
    switch kind {
    case .enumeration: return enumeration(value, of: type)
    case .tuple: return .view(TupleView(value))
    case .structure: return structure(value, of: type)
    case .optional, .other: return .opaque(value)
    }
  }

  /// Fast path for the types of most members; a cast to a protocol costs
  /// several times as much.
  private static func scalar(_ value: Any, of type: Any.Type) -> LuaValue? {
    if type == String.self { return (value as? String).map { .string($0) } }
    if type == Int.self { return (value as? Int).map { .integer(Int64($0)) } }
    if type == Bool.self { return (value as? Bool).map { .boolean($0) } }
    if type == Double.self { return (value as? Double).map { .number($0) } }
    return nil
  }

  private static func structure(_ value: Any, of type: Any.Type) -> LuaRepresentation {
    if let number = value as? any BinaryFloatingPoint { return .value(.number(Double(number))) }
    if TypeMetadata.isPointer(type) { return .opaque(value) }
    if let view = LayoutView.of(structure: value) { return .view(view) }
    return .view(ReflectedView(value))
  }

  private static func enumeration(_ value: Any, of type: Any.Type) -> LuaRepresentation {
    guard let name = EnumCases.name(of: value) else { return .opaque(value) }
    if TypeMetadata.isPlainEnumeration(type) { return .value(.string(name)) }
    guard let payload = Mirror(reflecting: value).children.first else {
      return .value(.string(name))
    }
    return .view(PayloadView(caseName: name, payload: payload.value, subject: value))
  }
}
