import LuaBridge

extension SchemaReader {
  /// Reads a type from the keywords of a schema that is not a reference.
  mutating func type(
    ofObject schema: LuaTable, at pointer: SchemaPointer
  ) throws(Failure) -> ValueType {
    if let name = try optionalString(SchemaDocument.opaqueKeyword, of: schema, at: pointer) {
      return .opaque(name)
    }
    if let function = schema[SchemaDocument.functionKeyword] {
      let pointer = pointer.appending(SchemaDocument.functionKeyword)
      return try .function(self.function(try table(function, at: pointer), at: pointer))
    }
    if let value = schema["const"] {
      return try enumeration([value], of: schema, at: pointer, element: "const")
    }
    if let values = schema["enum"] {
      let values = try list(values, at: pointer.appending("enum"))
      return try enumeration(values, of: schema, at: pointer, element: "enum")
    }
    if let type = schema["type"] {
      let (names, allowsNull) = try kinds(type, at: pointer.appending("type"))
      let kind = try self.kind(names, of: schema, at: pointer)
      return allowsNull ? kind.orNull : kind
    }
    for keyword in ["anyOf", "oneOf"] {
      guard let branches = schema[keyword] else { continue }
      return try union(branches, of: schema, at: pointer, keyword)
    }
    if let branches = schema["allOf"] {
      let pointer = pointer.appending("allOf")
      // Of several branches there is nothing left after merging.
      guard let branch = try list(branches, at: pointer).first else { return .any }
      return try type(of: branch, at: pointer.appending("0"))
    }
    return try typeWithoutName(schema, at: pointer)
  }

  /// Reads the parameters and the result of a function.
  mutating func function(
    _ schema: LuaTable, at pointer: SchemaPointer
  ) throws(Failure) -> FunctionType {
    var parameters: [ValueType] = []
    if let list = schema["parameters"] {
      let pointer = pointer.appending("parameters")
      for (index, parameter) in try self.list(list, at: pointer).enumerated() {
        parameters.append(try type(of: parameter, at: pointer.appending(String(index))))
      }
    }
    let result = try schema["result"].map { value throws(Failure) in
      try type(of: value, at: pointer.appending("result"))
    }
    return FunctionType(parameters: parameters, result: result ?? .any)
  }

  /// Derives the type from the other keywords if `type` is missing.
  private mutating func typeWithoutName(
    _ schema: LuaTable, at pointer: SchemaPointer
  ) throws(Failure) -> ValueType {
    if schema["properties"] != nil { return try object(schema, at: pointer) }
    if schema["items"] != nil { return try kind(["array"], of: schema, at: pointer) }
    if schema["format"] != nil {
      let type = try kind(["string"], of: schema, at: pointer)
      return type == .string ? .any : type
    }
    return .any
  }

  // MARK: - type

  /// Reads the names of types, and whether one of them is `null`.
  func kinds(
    _ value: LuaValue, at pointer: SchemaPointer
  ) throws(Failure) -> (names: [String], allowsNull: Bool) {
    var names: [String] = []
    switch value {
    case .string(let name): names = [name]
    case .table(let table) where !table.isObject:
      for (index, element) in table.elements.enumerated() {
        names.append(try string(element, at: pointer.appending(String(index))))
      }
    default: throw refusal(pointer, "expected a string, got \(value.jsonName)")
    }
    let known = ["array", "boolean", "integer", "null", "number", "object", "string"]
    if let unknown = names.first(where: { !known.contains($0) }) {
      let meant = Spelling.suggestion(for: unknown, among: known).map { "; did you mean `\($0)`?" }
      throw refusal(
        pointer,
        "unknown type `\(unknown)`\(meant ?? "; expected one of \(known.joined(separator: ", "))")")
    }
    return (names.filter { $0 != "null" }, names.contains("null"))
  }

  private mutating func kind(
    _ names: [String], of schema: LuaTable, at pointer: SchemaPointer
  ) throws(Failure) -> ValueType {
    let format = try optionalString("format", of: schema, at: pointer)
    let scalars: Set = ["integer", "number", "string"]
    if format == "decimal", !names.isEmpty, scalars.isSuperset(of: names) { return .decimal }
    switch Set(names) {
    case ["boolean"]: return .boolean
    case ["integer"]: return .integer(try range(of: schema, at: pointer))
    case ["number"], ["integer", "number"]:
      try checkNumbers(of: schema, at: pointer)
      return .number
    case ["string"]: return string(format: format)
    case ["array"]:
      try checkCounts(of: schema, at: pointer)
      guard let items = schema["items"] else { return .list(of: .any) }
      return .list(of: try type(of: items, at: pointer.appending("items")))
    case ["object"]: return try object(schema, at: pointer)
    // Only `null`.
    case []: return .enumeration([ValueType.Scalar]())
    default: return .any
    }
  }

  private func string(format: String?) -> ValueType {
    switch format {
    case "date-time": .date
    case "duration": .duration
    case "uuid": .uuid
    case "uri": .url
    case "byte": .data
    default: .string
    }
  }

  private func range(
    of schema: LuaTable, at pointer: SchemaPointer
  ) throws(Failure) -> ClosedRange<Int64>? {
    var lower = Int64.min
    var upper = Int64.max
    if let bound = try bound("minimum", of: schema, at: pointer) {
      lower = Int64(clamping: bound.rounded(.up))
    }
    if let bound = try bound("exclusiveMinimum", of: schema, at: pointer) {
      let next = Int64(clamping: bound.rounded(.down))
      lower = max(lower, next == .max ? .max : next + 1)
    }
    if let bound = try bound("maximum", of: schema, at: pointer) {
      upper = Int64(clamping: bound.rounded(.down))
    }
    if let bound = try bound("exclusiveMaximum", of: schema, at: pointer) {
      let next = Int64(clamping: bound.rounded(.up))
      upper = min(upper, next == .min ? .min : next - 1)
    }
    guard lower <= upper else { throw refusal(pointer, "no integer is in the given range") }
    return lower == .min && upper == .max ? nil : lower...upper
  }

  private func checkNumbers(of schema: LuaTable, at pointer: SchemaPointer) throws(Failure) {
    var bounds: [Double] = []
    for name in ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"] {
      let isLower = bounds.count < 2
      let number = try bound(name, of: schema, at: pointer)?.number
      bounds.append(number ?? (isLower ? -.infinity : .infinity))
    }
    let (lower, upper) = (max(bounds[0], bounds[1]), min(bounds[2], bounds[3]))
    let excludesOnly = lower == upper && (lower == bounds[1] || upper == bounds[3])
    if lower > upper || excludesOnly && abs(lower) < 0x1p53 {
      throw refusal(pointer, "no number is in the given range")
    }
  }

  private func checkCounts(of schema: LuaTable, at pointer: SchemaPointer) throws(Failure) {
    let least = try count("minItems", of: schema, at: pointer) ?? 0
    if let most = try count("maxItems", of: schema, at: pointer), most < least {
      throw refusal(pointer, "no list is as long as `minItems` and `maxItems` say")
    }
  }

  private func count(
    _ name: String, of schema: LuaTable, at pointer: SchemaPointer
  ) throws(Failure) -> Int64? {
    switch schema[name] {
    case nil: return nil
    case .integer(let value) where value >= 0: return value
    case .number(let value) where value >= 0 && value == value.rounded():
      return Int64(exactly: value) ?? .max
    case .integer, .number:
      throw refusal(pointer.appending(name), "expected an integer from 0 on")
    case let value?:
      throw refusal(pointer.appending(name), "expected an integer, got \(value.jsonName)")
    }
  }

  private func bound(
    _ name: String, of schema: LuaTable, at pointer: SchemaPointer
  ) throws(Failure) -> Bound? {
    switch schema[name] {
    case nil: return nil
    case .integer(let value): return .exact(value)
    case .number(let value): return .approximate(value)
    case let value?:
      throw refusal(pointer.appending(name), "expected a number, got \(value.jsonName)")
    }
  }

  // MARK: - enum, anyOf

  private mutating func enumeration(
    _ values: [LuaValue], of schema: LuaTable, at pointer: SchemaPointer, element: String
  ) throws(Failure) -> ValueType {
    var kind = ValueType.any
    if let type = schema["type"] {
      let (names, _) = try kinds(type, at: pointer.appending("type"))
      // `format` says how one value is read, not which values are listed.
      kind = names == ["string"] ? .string : try self.kind(names, of: schema, at: pointer)
    }
    var scalars: [ValueType.Scalar] = []
    var allowsNull = false
    for (index, value) in values.enumerated() {
      if case .null = value {
        allowsNull = true
        continue
      }
      let place = pointer.appending(element)
      let typed = try convert(
        value, to: kind, at: element == "enum" ? place.appending(String(index)) : place)
      // An enumeration cannot list lists and objects; with one of them, all values of the
      // type are allowed.
      guard let scalar = ValueType.Scalar(typed) else { return kind }
      scalars.append(scalar)
    }
    return allowsNull ? .optional(.enumeration(scalars)) : .enumeration(scalars)
  }

  /// Reads alternatives: one of them or `null`, or enumerations, or cases, or anything.
  private mutating func union(
    _ branches: LuaValue, of schema: LuaTable, at outer: SchemaPointer, _ keyword: String
  ) throws(Failure) -> ValueType {
    let pointer = outer.appending(keyword)
    var types: [ValueType] = []
    var allowsNull = false
    var scalars: [ValueType.Scalar] = []
    for (index, branch) in try list(branches, at: pointer).enumerated() {
      let type = try type(of: branch, at: pointer.appending(String(index)))
      if type.allowsNull { allowsNull = true }
      switch type.withoutNull {
      case .enumeration(let values) where values.isEmpty: allowsNull = true
      case .enumeration(let values):
        scalars += values
        types.append(type.withoutNull)
      default: types.append(type.withoutNull)
      }
    }
    let title = try optionalString("title", of: schema, at: outer)
    let isEnumerated = types.allSatisfy { if case .enumeration = $0 { true } else { false } }
    let variant = try VariantType(
      alternatives: types, name: keyword == "oneOf" ? title : nil,
      isDecoded: isDecoded(schema, at: outer))
    let type =
      types.isEmpty
      ? .enumeration([ValueType.Scalar]())
      : isEnumerated
        ? .enumeration(scalars)
        : variant.map(ValueType.variant) ?? (types.count == 1 ? types[0] : .any)
    // Alternatives that no type describes are not enforced.
    if types.count > 1, !isEnumerated, variant == nil { unions.append(pointer) }
    return allowsNull ? type.orNull : type
  }

  /// Converts a value of the schema; a value that does not fit is an error at
  /// its position.
  func convert(
    _ value: LuaValue, to type: ValueType, at pointer: SchemaPointer
  ) throws(Failure) -> LuaValue {
    do {
      return try type.coerce(value)
    } catch {
      let place = error.path.isEmpty ? "" : " for `\(error.path.joined(separator: "."))`"
      throw refusal(pointer, "expected \(error.expected)\(place), got \(error.given)")
    }
  }
}
