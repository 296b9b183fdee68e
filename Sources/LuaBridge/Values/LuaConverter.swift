/// Makes typed Swift values out of Lua values.
///
/// A converter belongs to one evaluation: it knows which Swift value each
/// ``ObjectHandle`` of that evaluation stands for.
public struct LuaConverter {
  private let objects: (ObjectHandle) -> Any?

  /// Creates a converter for an evaluation.
  ///
  /// - Parameter objects: returns the Swift value behind a handle, or `nil` for a
  ///   handle that the evaluation has not given out.
  public init(objects: @escaping (ObjectHandle) -> Any?) {
    self.objects = objects
  }

  /// Returns the Lua value as a value of the type.
  ///
  /// Numbers are checked for range and exactness, never cut; an empty table is an
  /// empty list and an empty dictionary. An existential type takes the natural
  /// Swift value: `Bool`, `Int`, `Double`, `String`, `[Any]`, `[String: Any]`, or
  /// the object that a view was made of.
  ///
  /// - Throws: ``ConversionError`` that says what was expected, and where.
  public func convert<Value>(
    _ value: LuaValue, to type: Value.Type
  ) throws(ConversionError) -> Value {
    try convert(value, to: type, at: ConversionSite())
  }

  func convert<Value>(
    _ value: LuaValue, to type: Value.Type, at site: ConversionSite
  ) throws(ConversionError) -> Value {
    try site.checkDepth()
    if let same = sameScalar(value, as: type) { return same }
    // In two steps: an optional that is cast to `Any` goes in as a whole.
    if let made = try converted(value, to: type, at: site), let result = made as? Value {
      return result
    }
    throw .wrongType(value, for: type)
  }

  /// Takes the short way for what most rules give: the type that Lua itself has.
  private func sameScalar<Value>(_ value: LuaValue, as type: Value.Type) -> Value? {
    switch value {
    case .boolean(let boolean): SameType.cast(boolean, to: type)
    case .integer(let integer):
      type == Int.self ? Int(exactly: integer).flatMap { SameType.cast($0, to: type) } : nil
    case .number(let number): SameType.cast(number, to: type)
    case .string(let string): SameType.cast(string, to: type)
    default: nil
    }
  }

  /// Tries what the type offers, the cheapest and most telling first.
  ///
  /// In two functions, since tables are converted in recursion: what ends it has
  /// its temporaries elsewhere, and many levels need less of a small stack.
  private func converted<Value>(
    _ value: LuaValue, to type: Value.Type, at site: ConversionSite
  ) throws(ConversionError) -> Any? {
    if case .object(let handle) = value, type != LuaValue.self {
      return try original(of: handle, as: type, at: site)
    }
    if let scalar = try scalar(value, as: type, at: site) { return scalar }
    if let contextual = type as? any ContextuallyConvertible.Type {
      return try contextual.converted(from: value, by: self, at: site)
    }
    if let decodable = type as? any Decodable.Type {
      return try decoded(value, as: decodable, at: site)
    }
    return try type == AnyHashable.self
      ? natural(value, in: AnyHashable.self, at: site) : natural(value, in: Any.self, at: site)
  }

  /// Converts to what has no parts; `nil` for a type that may have some.
  private func scalar<Value>(
    _ value: LuaValue, as type: Value.Type, at site: ConversionSite
  ) throws(ConversionError) -> Any? {
    if let convertible = type as? any LuaConvertible.Type {
      return try convertible.init(luaValue: value)
    }
    if type is any ContextuallyConvertible.Type { return nil }
    if let number = type as? any BinaryFloatingPoint.Type { return try number.rounded(value) }
    if let raw = type as? any RawRepresentable.Type {
      return try rawValue(value, of: raw, at: site)
    }
    return try enumCase(value, of: type)
  }
}

// MARK: - Objects that come back

extension LuaConverter {
  /// Returns the Swift value behind the handle if it is of the type; else what
  /// its form in Lua converts to.
  private func original<Value>(
    of handle: ObjectHandle, as type: Value.Type, at site: ConversionSite
  ) throws(ConversionError) -> Any? {
    guard let original = objects(handle) else {
      throw ConversionError(
        .wrongValue, given: "an object of another evaluation",
        expected: Self.expectation(of: type))
    }
    if let same = original as? Value { return same }
    if let boxed = Self.boxed(original, as: type) { return boxed }
    let copy: LuaValue?
    if let value = original as? LuaValue {
      copy = value
    } else {
      copy = LuaValue(copying: LuaRepresentation(of: original), depth: site.depth)
    }
    switch copy {
    case nil, .object: throw .wrongType(.object(handle), for: type)
    case .some(let value): return try convert(value, to: type, at: site.deeper())
    }
  }
}

extension LuaValue {
  /// Copies a scalar, a list or a dictionary; `nil` for what has an identity.
  fileprivate init?(copying representation: LuaRepresentation, depth: Int) {
    switch representation {
    case .value(let value): self = value
    case .opaque, .unrepresentable: return nil
    case .view(let view):
      guard depth < ConversionSite.greatestDepth else { return nil }
      if let value = view.subject as? LuaValue {
        self = value
        return
      }
      if case .members = view.shape { return nil }
      var table = LuaTable()
      for key in view.keys {
        guard case .value(let member) = view.member(key),
          let value = LuaValue(copying: LuaRepresentation(of: member), depth: depth + 1)
        else { return nil }
        // Sorted keys: the positions come first, and in order.
        if let name = key.name {
          table.fields.append((name, value))
        } else if key.isRawEqual(to: .integer(Int64(table.elements.count) + 1)) {
          table.elements.append(value)
        } else {
          return nil
        }
      }
      self = .table(table)
    }
  }
}
