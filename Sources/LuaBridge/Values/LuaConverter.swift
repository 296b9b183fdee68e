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
    // First what most rules give: the type that Lua itself has.
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

  /// Converts to a type that is the one it is declared as.
  private func converted<Value>(
    _ value: LuaValue, toDeclared type: Value.Type, at site: ConversionSite
  ) throws(ConversionError) -> Value {
    do {
      // Not counted: it stays, and all threads use it.
      return try unsafe Self.conversion(to: type)._withUnsafeGuaranteedRef {
        try $0.convert(value, by: self, at: site)
      }
    } catch let error as ConversionError {
      throw error
    } catch {
      preconditionFailure("a conversion throws nothing else")
    }
  }

  /// Converts to the class that a metatype stands for, where that is not the one it is declared as.
  private func converted<Value>(
    _ value: LuaValue, toSubclass type: Value.Type, at site: ConversionSite
  ) throws(ConversionError) -> Value {
    let made = try converted(value, toDynamic: type, at: site)
    guard let result = made as? Value else { throw .wrongType(value, for: type) }
    return result
  }

  /// Converts to the type that a metatype stands for.
  ///
  /// Not optimized: the optimizer takes the opened type for the one as which the metatype was declared.
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

  /// Whether conversions to a type look at the way to the value.
  func wantsPath<Value>(_ type: Value.Type) -> Bool {
    unsafe Self.conversion(to: type)._withUnsafeGuaranteedRef { $0.wantsPath }
  }
}

// MARK: - Objects that come back

extension LuaConverter {
  /// Returns the Swift value behind the handle if it is of the type; else what
  /// its form in Lua converts to.
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
