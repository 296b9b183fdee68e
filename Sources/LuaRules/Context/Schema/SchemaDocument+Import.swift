import LuaBridge

extension SchemaDocument {
  /// Reads a JSON Schema.
  ///
  /// Keywords that are a slip away from known ones are errors; others are ignored, with a warning if they
  /// are known to JSON Schema and not enforced here. Defaults are read in the type of their key;
  /// a default that does not fit is an error.
  ///
  /// - Throws: ``SchemaReadingError`` with a JSON pointer to the error.
  package init(json bytes: [UInt8]) throws(SchemaReadingError) {
    let root: LuaValue
    do {
      // Bounds such as that of an unsigned 64-bit integer need not be exact.
      root = try JSON.read(bytes, largeIntegers: .rounded)
    } catch {
      throw SchemaReadingError(pointer: "", message: error.description)
    }
    if case .table(let table) = root, !table.isObject {
      throw SchemaReadingError(pointer: "#", message: "expected an object, got a list")
    }
    try self.init(root: root)
  }

  /// Reads a JSON Schema from a string.
  package init(json text: String) throws(SchemaReadingError) {
    try self.init(json: [UInt8](text.utf8))
  }

  /// Reads with smaller and smaller bounds until types that contain themselves
  /// have an acceptable size.
  private init(root: LuaValue) throws(SchemaReadingError) {
    let words = try SchemaWords(of: root)
    for bound in [16, 8, 4, 2, 1, 0] {
      var reader = SchemaReader(root: root, recursionBound: bound)
      do {
        self = try reader.readDocument()
        warnings = Self.warnings(words, unions: reader.unions)
        return
      } catch {
        switch error {
        case .refused(let refusal): throw refusal
        case .tooLarge: continue
        }
      }
    }
    // With bound 0 nothing is repeated, so nothing is too large; the compiler needs this
    // line.
    throw SchemaReadingError(pointer: "#", message: "the references expand to too many types")
  }

  /// The sentences about keywords that are not enforced, each keyword once.
  private static func warnings(_ words: SchemaWords, unions: [SchemaPointer]) -> [String] {
    let ignored = words.ignored.map { "`\($0.pointer.text)`: `\($0.word)` is not enforced" }
    let union = unions.first.map {
      "`\($0.text)`: a value of several types is read as any value"
    }
    return ignored + (union.map { [$0] } ?? [])
  }
}

extension SchemaReader {
  /// Reads the keys and host functions of the whole schema.
  mutating func readDocument() throws(Failure) -> SchemaDocument {
    let (schema, pointer) = try rootObject()
    if let type = schema["type"] {
      let (names, _) = try kinds(type, at: pointer.appending("type"))
      guard names.contains("object") else {
        throw refusal(pointer.appending("type"), "a schema of keys has the type `object`")
      }
    }
    let isOpen = try isOpen(schema, at: pointer)
    // An empty document says nothing that could be misread.
    guard
      schema.isEmpty || schema["properties"] != nil
        || schema[SchemaDocument.hostKeyword] != nil
    else {
      throw refusal(pointer, "the schema declares no keys; they are the members of `properties`")
    }
    var keys: [DeclaredProperty] = []
    for property in try properties(of: schema, at: pointer) {
      keys.append(
        DeclaredProperty(
          name: property.name, type: property.type, defaultValue: property.defaultValue,
          valueOnError: try valueOnError(of: property, in: schema, at: pointer),
          description: property.description, isSecret: property.isSecret,
          hitPolicy: try hitPolicy(of: property, in: schema, at: pointer),
          accessor: try keyword(
            SchemaDocument.accessorKeyword, of: property, in: schema, at: pointer)?.text))
    }
    return SchemaDocument(
      keys: keys, hostFunctions: try hostFunctions(of: schema, at: pointer),
      hostFunctionTypes: try hostFunctionTypes(of: schema, at: pointer),
      isOpen: isOpen)
  }

  /// Returns the object that declares the keys: the root with its parts, or the target of its reference.
  func rootObject() throws(Failure) -> (LuaTable, SchemaPointer) {
    var place = SchemaPointer()
    var schema = try table(root, at: place)
    for _ in 0..<32 {
      if hasParts(schema) || schema["allOf"] != nil {
        var targets: [SchemaPointer] = []
        return (try merged(schema, at: place, following: &targets), place)
      }
      guard let reference = schema["$ref"] else { return (schema, place) }
      let target = try resolve(reference, at: place.appending("$ref"))
      schema = try table(target.value, at: target.pointer)
      place = target.pointer
    }
    throw refusal(SchemaPointer().appending("$ref"), "the references lead around in a circle")
  }

  /// Reads how the rules of a key answer together, and compares it with the key's type.
  private func hitPolicy(
    of property: ObjectType.Member, in schema: LuaTable, at pointer: SchemaPointer
  ) throws(Failure) -> HitPolicy {
    guard
      let (name, place) = try keyword(
        SchemaDocument.hitPolicyKeyword, of: property, in: schema, at: pointer)
    else { return .first }
    if let policy = HitPolicy(rawValue: name) {
      guard policy.fits(property.type) else {
        throw refusal(
          place,
          "with `\(name)` the values are \(policy.expectation), not"
            + " \(property.type.expectation)")
      }
      return policy
    }
    let names = HitPolicy.allCases.map(\.rawValue)
    let guess = Spelling.suggestion(for: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
    throw refusal(
      place, "`\(name)` is no hit policy; expected \(names.joined(separator: ", "))\(guess)")
  }

  /// Reads the value of a key after an error, in the type of the key.
  private func valueOnError(
    of property: ObjectType.Member, in schema: LuaTable, at pointer: SchemaPointer
  ) throws(Failure) -> LuaValue? {
    guard
      let (value, place) = try value(
        of: SchemaDocument.onErrorKeyword, of: property, in: schema, at: pointer)
    else { return nil }
    return try convert(value, to: property.type, at: place)
  }

  /// Reads an extension keyword of a key whose value is a string.
  private func keyword(
    _ keyword: String, of property: ObjectType.Member, in schema: LuaTable,
    at pointer: SchemaPointer
  ) throws(Failure) -> (text: String, pointer: SchemaPointer)? {
    guard let (value, place) = try value(of: keyword, of: property, in: schema, at: pointer)
    else { return nil }
    return (try string(value, at: place), place)
  }

  /// Finds an extension keyword of a key.
  private func value(
    of keyword: String, of property: ObjectType.Member, in schema: LuaTable,
    at pointer: SchemaPointer
  ) throws(Failure) -> (value: LuaValue, pointer: SchemaPointer)? {
    guard case .table(let properties)? = schema["properties"],
      case .table(let declaration)? = properties[property.name],
      let (value, place) = try annotation(
        keyword, of: declaration, at: pointer.appending("properties").appending(property.name))
    else { return nil }
    return (value, place)
  }

  /// Reads the types of the host functions that tell their parameters.
  private mutating func hostFunctionTypes(
    of schema: LuaTable, at pointer: SchemaPointer
  ) throws(Failure) -> [ByteName: FunctionType] {
    guard case .table(let host)? = schema[SchemaDocument.hostKeyword] else { return [:] }
    let pointer = pointer.appending(SchemaDocument.hostKeyword)
    var types: [ByteName: FunctionType] = [:]
    for field in host.fields {
      guard case .table(let declared) = field.value, declared["parameters"] != nil else { continue }
      types[ByteName(field.name)] = try function(declared, at: pointer.appending(field.name))
    }
    return types
  }

  private func hostFunctions(
    of schema: LuaTable, at pointer: SchemaPointer
  ) throws(Failure) -> [String] {
    guard let host = schema[SchemaDocument.hostKeyword] else { return [] }
    let pointer = pointer.appending(SchemaDocument.hostKeyword)
    guard case .table(let table) = host else {
      throw refusal(pointer, "expected an object or a list of names, got \(host.jsonName)")
    }
    var names = table.fields.map(\.name)
    for (index, element) in table.elements.enumerated() {
      names.append(try string(element, at: pointer.appending(String(index))))
    }
    return names
  }
}
