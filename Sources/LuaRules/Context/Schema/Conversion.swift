import LuaBridge

/// One conversion between JSON and Lua.
struct Conversion {
  /// The direction of the conversion.
  enum Direction {
    /// From JSON into Lua.
    case intoLua
    /// From Lua to JSON.
    case outOfLua
  }

  let direction: Direction

  /// Converts a value and everything in it.
  ///
  /// The function is small, and scalars are converted elsewhere, because
  /// recursion stacks up this frame.
  func convert(
    _ value: LuaValue, to type: ValueType, depth: Int
  ) throws(ConversionError) -> LuaValue {
    guard depth <= JSON.maximumDepth else { throw tooDeep(value) }
    switch type {
    case .any: return try convertToAny(value, depth: depth)
    case .optional(let wrapped): return try convert(value, toOptional: wrapped, depth: depth)
    case .list(let element): return try list(value, of: element, depth: depth)
    case .dictionary(let entry): return try dictionary(value, of: entry, depth: depth)
    case .object(let object): return try self.object(value, as: object, depth: depth)
    case .variant(let variant): return try self.variant(value, as: variant, depth: depth)
    default: return try scalar(value, type)
    }
  }

  private func scalar(
    _ value: LuaValue, _ type: ValueType
  ) throws(ConversionError) -> LuaValue {
    switch type {
    case .any, .optional, .list, .dictionary, .object, .variant: return value
    case .boolean:
      guard case .boolean = value else { throw wrongType(value, type) }
      return value
    case .integer(let range): return try integer(value, range: range)
    case .number: return try number(value)
    case .string:
      switch value {
      case .string: return value
      case .bytes:
        throw ConversionError(
          .wrongValue, given: value.literal, expected: ConversionError.textInUTF8)
      default: throw wrongType(value, type)
      }
    case .enumeration(let scalars): return try enumerated(value, scalars: scalars)
    case .date: return try date(value)
    case .duration: return try duration(value)
    case .uuid: return try uuid(value)
    case .url: return try url(value)
    case .data: return try data(value)
    case .decimal: return try decimal(value)
    case .opaque: return try opaque(value, type)
    case .function: throw wrongType(value, type)
    }
  }

  private func convert(
    _ value: LuaValue, toOptional wrapped: ValueType, depth: Int
  ) throws(ConversionError) -> LuaValue {
    switch value {
    case .nil, .null: return .null
    default: break
    }
    do {
      return try convert(value, to: wrapped.withoutNull, depth: depth)
    } catch {
      // Only the value itself could be null; an error of a part of it stays unchanged.
      guard error.path.isEmpty, error.expected == wrapped.expectation else { throw error }
      var failure = error
      failure.expected = ValueType.optional(wrapped).expectation
      throw failure
    }
  }

  private func convertToAny(_ value: LuaValue, depth: Int) throws(ConversionError) -> LuaValue {
    switch value {
    case .function: throw wrongType(value, .any)
    case .table(let table):
      for (index, element) in table.elements.enumerated() {
        _ = try convert(element, to: .any, depth: depth + 1, at: String(index + 1))
      }
      for field in table.fields {
        _ = try convert(field.value, to: .any, depth: depth + 1, at: field.name)
      }
      return value
    default: return value
    }
  }

  private func opaque(
    _ value: LuaValue, _ type: ValueType
  ) throws(ConversionError) -> LuaValue {
    // A context in JSON cannot hold the object, so any value is accepted in its place.
    if direction == .intoLua { return value }
    guard case .object = value else { throw wrongType(value, type) }
    return value
  }

  // MARK: - Errors

  /// Converts a value inside of a table; errors get the step to it.
  func convert(
    _ value: LuaValue, to type: ValueType, depth: Int, at step: String
  ) throws(ConversionError) -> LuaValue {
    do {
      return try convert(value, to: type, depth: depth)
    } catch {
      var failure = error
      failure.path.insert(step, at: 0)
      throw failure
    }
  }

  private func tooDeep(_ value: LuaValue) -> ConversionError {
    ConversionError(
      .wrongValue, given: value.literal,
      expected: "at most \(JSON.maximumDepth) levels of tables")
  }

  func wrongType(_ value: LuaValue, _ type: ValueType) -> ConversionError {
    ConversionError(.wrongType, given: value.literal, expected: type.expectation)
  }

  func wrongValue(_ value: LuaValue, _ type: ValueType) -> ConversionError {
    ConversionError(.wrongValue, given: value.literal, expected: type.expectation)
  }
}
