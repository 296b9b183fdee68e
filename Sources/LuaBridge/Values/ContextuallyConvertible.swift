/// A generic type whose conversion also converts its parts.
protocol ContextuallyConvertible {
  /// Converts a Lua value.
  static func converted(
    from value: LuaValue, by converter: LuaConverter, at site: ConversionSite
  ) throws(ConversionError) -> Self
}

/// Marks optionals; nested optionals have only one `nil`.
protocol OptionalConvertible: ContextuallyConvertible {
  static var wrappedType: Any.Type { get }

  /// Returns an optional of the boxed value; `nil` if the wrapped type is no box for the value.
  static func boxed(_ value: Any) -> Self?
}

extension Optional: OptionalConvertible {
  static var wrappedType: Any.Type { Wrapped.self }

  static func boxed(_ value: Any) -> Wrapped?? {
    LuaConverter.boxed(value, as: Wrapped.self).map(Optional.some)
  }

  static func converted(
    from value: LuaValue, by converter: LuaConverter, at site: ConversionSite
  ) throws(ConversionError) -> Wrapped? {
    switch value {
    case .nil, .null: return nil
    default: break
    }
    do {
      return try converter.convert(value, to: Wrapped.self, at: site)
    } catch {
      var error = error
      let wrapped = Expectation(of: Wrapped.self).one
      if error.path.isEmpty, error.expected == wrapped {
        error.expected = Expectation(of: Self.self).one
      }
      throw error
    }
  }
}

// MARK: - Lists

extension Array: ContextuallyConvertible {
  static func converted(
    from value: LuaValue, by converter: LuaConverter, at site: ConversionSite
  ) throws(ConversionError) -> [Element] {
    var list: [Element] = []
    try converter.forEach(in: value, of: Self.self, as: Element.self, at: site) { list.append($0) }
    return list
  }
}

extension ArraySlice: ContextuallyConvertible {
  static func converted(
    from value: LuaValue, by converter: LuaConverter, at site: ConversionSite
  ) throws(ConversionError) -> ArraySlice<Element> {
    var list: ArraySlice<Element> = []
    try converter.forEach(in: value, of: Self.self, as: Element.self, at: site) { list.append($0) }
    return list
  }
}

extension ContiguousArray: ContextuallyConvertible {
  static func converted(
    from value: LuaValue, by converter: LuaConverter, at site: ConversionSite
  ) throws(ConversionError) -> ContiguousArray<Element> {
    var list: ContiguousArray<Element> = []
    try converter.forEach(in: value, of: Self.self, as: Element.self, at: site) { list.append($0) }
    return list
  }
}

extension Set: ContextuallyConvertible {
  static func converted(
    from value: LuaValue, by converter: LuaConverter, at site: ConversionSite
  ) throws(ConversionError) -> Set<Element> {
    var set: Set<Element> = []
    try converter.forEach(in: value, of: Self.self, as: Element.self, at: site) { set.insert($0) }
    return set
  }
}

extension LuaConverter {
  /// Converts the elements of a list one by one.
  fileprivate func forEach<Element>(
    in value: LuaValue, of list: Any.Type, as type: Element.Type, at site: ConversionSite,
    _ body: (Element) -> Void
  ) throws(ConversionError) {
    guard case .table(let table) = value, !table.isObject else {
      throw .wrongType(value, for: list)
    }
    // Only decoding needs the coding path, and the path costs an allocation.
    let isPathWanted = wantsPath(type)
    for (offset, element) in table.elements.enumerated() {
      let site = isPathWanted ? site.inside(TableKey(intValue: offset)) : site.deeper()
      do {
        body(try convert(element, to: type, at: site))
      } catch {
        throw error.inside(offset: offset)
      }
    }
  }
}

// MARK: - Dictionaries

extension Dictionary: ContextuallyConvertible {
  static func converted(
    from value: LuaValue, by converter: LuaConverter, at site: ConversionSite
  ) throws(ConversionError) -> [Key: Value] {
    guard case .table(let table) = value else { throw .wrongType(value, for: Self.self) }
    let isByPosition = Key.self is any FixedWidthInteger.Type
    let takesPositions = isByPosition || Key.self == AnyHashable.self
    guard takesPositions || table.elements.isEmpty, !isByPosition || table.fields.isEmpty else {
      throw .wrongType(value, for: Self.self)
    }

    var dictionary: [Key: Value] = [:]
    dictionary.reserveCapacity(table.elements.count + table.fields.count)
    for (offset, element) in table.elements.enumerated() {
      dictionary[try key(.integer(Int64(offset) + 1), TableKey(intValue: offset), converter)] =
        try converter.member(element, as: Value.self, at: site.inside(TableKey(intValue: offset)))
    }
    for (name, element) in table.fields {
      let key = try key(.string(name), TableKey(stringValue: name), converter)
      guard dictionary[key] == nil else { throw .twice(name) }
      dictionary[key] = try converter.member(
        element, as: Value.self, at: site.inside(TableKey(stringValue: name)))
    }
    return dictionary
  }

  private static func key(
    _ value: LuaValue, _ step: TableKey, _ converter: LuaConverter
  ) throws(ConversionError) -> Key {
    do {
      return try converter.convert(value, to: Key.self)
    } catch {
      throw error.inside(step.step)
    }
  }
}

extension LuaConverter {
  /// Converts the value at a site; adds the last step of the site to an error.
  fileprivate func member<Value>(
    _ value: LuaValue, as type: Value.Type, at site: ConversionSite
  ) throws(ConversionError) -> Value {
    do {
      return try convert(value, to: type, at: site)
    } catch {
      throw error.inside(site.lastStep?.key.step ?? "")
    }
  }
}

extension ConversionError {
  fileprivate static func twice(_ name: String) -> ConversionError {
    ConversionError(
      .wrongValue, given: "\(LuaValue.string(name).literal) twice",
      expected: "names that differ in more than their encoding", path: [name])
  }
}
