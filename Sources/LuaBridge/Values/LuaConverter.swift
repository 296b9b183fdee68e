/// Converts Lua values to typed Swift values.
///
/// A converter belongs to one evaluation: it knows which Swift value each
/// ``ObjectHandle`` of that evaluation stands for.
@usableFromInline package struct LuaConverter {
  private let objects: (ObjectHandle) -> Any?

  /// Creates a converter for an evaluation.
  ///
  /// - Parameter objects: Returns the Swift value behind a handle; `nil` for a
  ///   handle of another evaluation.
  @usableFromInline package init(objects: @escaping (ObjectHandle) -> Any?) {
    self.objects = objects
  }

  /// Converts a Lua value to a type.
  ///
  /// Numbers are checked for range and exactness, never truncated; an empty table is both an
  /// empty list and an empty dictionary. An existential type gets the natural
  /// Swift value: `Bool`, `Int`, `Double`, `String`, `[Any]`, `[String: Any]`, or
  /// the object behind a view.
  ///
  /// - Throws: ``ConversionError`` that says what was expected, and where.
  @usableFromInline package func convert<Value>(
    _ value: LuaValue, to type: Value.Type
  ) throws(ConversionError) -> Value {
    try convert(value, to: type, at: ConversionSite())
  }

  func convert<Value>(
    _ value: LuaValue, to type: Value.Type, at site: ConversionSite
  ) throws(ConversionError) -> Value {
    try site.checkDepth()
    // The most frequent results first: the types that Lua itself has.
    switch value {
    case .boolean(let boolean) where type == Bool.self:
      return SameType.known(boolean, as: type)
    case .integer(let integer) where type == Int.self:
      if let integer = Int(exactly: integer) { return SameType.known(integer, as: type) }
    case .number(let number) where type == Double.self:
      return SameType.known(number, as: type)
    case .string(let string) where type == String.self:
      return SameType.known(string, as: type)
    case .object(let handle) where type != LuaValue.self:
      return try original(of: handle, as: type, at: site)
    default: break
    }
    guard type == Value.self else { return try converted(value, toSubclass: type, at: site) }
    return try converted(value, toDeclared: type, at: site)
  }

  /// Converts to a type that equals its static type.
  private func converted<Value>(
    _ value: LuaValue, toDeclared type: Value.Type, at site: ConversionSite
  ) throws(ConversionError) -> Value {
    do {
      // Unretained: the conversion lives as long as the process, and all threads use it.
      return try unsafe Self.conversion(to: type)._withUnsafeGuaranteedRef {
        try $0.convert(value, by: self, at: site)
      }
    } catch let error as ConversionError {
      throw error
    } catch {
      preconditionFailure("a conversion throws nothing else")
    }
  }

  /// Converts to the class of a metatype that differs from its static type.
  private func converted<Value>(
    _ value: LuaValue, toSubclass type: Value.Type, at site: ConversionSite
  ) throws(ConversionError) -> Value {
    let made = try converted(value, toDynamic: type, at: site)
    guard let result = made as? Value else { throw .wrongType(value, for: type) }
    return result
  }

  /// Converts to the dynamic type of a metatype.
  ///
  /// Not optimized: the optimizer would replace the opened type by the metatype's static type.
  @_optimize(none)
  private func converted(
    _ value: LuaValue, toDynamic type: Any.Type, at site: ConversionSite
  ) throws(ConversionError) -> Any {
    func opened<Dynamic>(_ type: Dynamic.Type) -> Result<Any, ConversionError> {
      Result { () throws(ConversionError) in
        try converted(value, toDeclared: type, at: site)
      }
    }
    return try _openExistential(type, do: opened).get()
  }

  /// Whether conversions to a type need the path to the value.
  func wantsPath<Value>(_ type: Value.Type) -> Bool {
    unsafe Self.conversion(to: type)._withUnsafeGuaranteedRef { $0.wantsPath }
  }
}

// MARK: - Objects that come back

extension LuaConverter {
  /// Returns the Swift value behind the handle if it has the type; else converts
  /// its Lua form.
  private func original<Value>(
    of handle: ObjectHandle, as type: Value.Type, at site: ConversionSite
  ) throws(ConversionError) -> Value {
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
  /// Copies a scalar, a list or a dictionary; `nil` for a value with an identity.
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
      var table = view.shape == .list ? LuaTable() : .emptyObject
      for key in view.keys {
        guard case .value(let member) = view.member(key),
          let value = LuaValue(copying: LuaRepresentation(of: member), depth: depth + 1)
        else { return nil }
        // Keys are sorted: the positions come first, in order.
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
