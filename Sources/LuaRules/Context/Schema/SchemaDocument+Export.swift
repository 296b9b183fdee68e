import LuaBridge

extension SchemaDocument {
  /// The document as a JSON Schema that reads back as the same document.
  ///
  /// Two spaces for each level, keys in byte order. Defaults without a JSON
  /// form are omitted, and so are those of secrets, unless they are empty.
  ///
  /// - Parameter title: The name of the schema.
  /// - Returns: The text, with a line break at the end.
  package func json(title: String? = nil) -> String {
    var members: [(name: String, value: JSONLayout)] = [("$schema", .string(Self.draft))]
    if let title { members.append(("title", .string(title))) }
    members.append(("type", .string("object")))
    members.append(
      (
        "properties",
        .object(
          keys.map { key in
            let schema = key.type.schema(
              defaultValue: key.defaultValue, valueOnError: key.valueOnError,
              description: key.description, isSecret: key.isSecret, hitPolicy: key.hitPolicy,
              accessor: key.accessor)
            return (key.name, schema)
          })
      ))
    if !isOpen { members.append(("additionalProperties", .text("false"))) }
    if !hostFunctions.isEmpty { members.append((Self.hostKeyword, hostLayout)) }
    return JSONLayout.object(members).text + "\n"
  }

  /// The names of the host functions, with their types if any are known.
  private var hostLayout: JSONLayout {
    guard !hostFunctionTypes.isEmpty else { return .strings(hostFunctions) }
    return .object(
      hostFunctions.map { ($0, hostFunctionTypes[$0]?.layout ?? JSONLayout.object([])) })
  }
}

extension ValueType {
  /// Returns the JSON Schema of the type, with the keywords that a declaration
  /// adds.
  fileprivate func schema(
    defaultValue: LuaValue? = nil, valueOnError: LuaValue? = nil, description: String? = nil,
    isSecret: Bool = false, hitPolicy: HitPolicy = .first, accessor: String? = nil
  ) -> JSONLayout {
    var members: [(name: String, value: JSONLayout)] = []
    if let description { members.append(("description", .string(description))) }
    members += keywords
    if isSecret { members.append((SchemaDocument.secretKeyword, .text("true"))) }
    if let accessor { members.append((SchemaDocument.accessorKeyword, .string(accessor))) }
    if !hitPolicy.isFirst {
      members.append((SchemaDocument.hitPolicyKeyword, .string(hitPolicy.rawValue)))
    }
    for (keyword, value) in [
      ("default", defaultValue), (SchemaDocument.onErrorKeyword, valueOnError),
    ] {
      guard let value, !isSecret || value.saysNothing,
        let text = try? JSON.write(value, as: self)
      else { continue }
      members.append((keyword, .text(text)))
    }
    return .object(members)
  }

  private var keywords: [(name: String, value: JSONLayout)] {
    switch self {
    case .any: []
    case .optional(let wrapped): wrapped.withoutNull.optionalKeywords
    case .opaque(let name): [(SchemaDocument.opaqueKeyword, .string(name))]
    case .function(let function): [(SchemaDocument.functionKeyword, function.layout)]
    case .enumeration(let scalars): Self.keywords(of: scalars, allowsNull: false)
    case .variant(let variant): variant.keywords(allowsNull: false)
    case .decimal: [("type", .strings(["number", "string"]))] + constraints
    default: [("type", .string(typeName))] + constraints
    }
  }

  private var optionalKeywords: [(name: String, value: JSONLayout)] {
    switch self {
    case .any: []
    case .opaque, .function:
      [("anyOf", .list([.object(keywords), .object([("type", .string("null"))])]))]
    case .enumeration(let scalars): Self.keywords(of: scalars, allowsNull: true)
    case .variant(let variant): variant.keywords(allowsNull: true)
    case .decimal: [("type", .strings(["number", "string", "null"]))] + constraints
    default: [("type", .strings([typeName, "null"]))] + constraints
    }
  }

  /// The value of the keyword `type`.
  private var typeName: String {
    switch self {
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .list: "array"
    case .object, .dictionary: "object"
    default: "string"
    }
  }

  /// The keywords beside `type`.
  private var constraints: [(name: String, value: JSONLayout)] {
    switch self {
    case .integer(let range?):
      (range.lowerBound == .min ? [] : [("minimum", .text("\(range.lowerBound)"))])
        + (range.upperBound == .max ? [] : [("maximum", .text("\(range.upperBound)"))])
    case .list(.any), .dictionary(.any): []
    case .list(let element): [("items", element.schema())]
    case .dictionary(let entry): [("additionalProperties", entry.schema())]
    case .object(let object): object.keywords
    case .date: [("format", .string("date-time"))]
    case .duration: [("format", .string("duration"))]
    case .uuid: [("format", .string("uuid"))]
    case .url: [("format", .string("uri"))]
    case .data: [("format", .string("byte"))]
    case .decimal: [("format", .string("decimal"))]
    default: []
    }
  }

  private static func keywords(
    of scalars: [Scalar], allowsNull: Bool
  ) -> [(name: String, value: JSONLayout)] {
    let texts = scalars.compactMap { try? JSON.write($0.value) } + (allowsNull ? ["null"] : [])
    let values = JSONLayout.row(texts.map { .text($0) })
    // `type` decides how numbers are read, so it is written only if all values share it.
    let names = Set(scalars.map(\.typeName))
    guard let name = names.first, names.count == 1 else { return [("enum", values)] }
    let type: JSONLayout = allowsNull ? .strings([name, "null"]) : .string(name)
    return [("type", type), ("enum", values)]
  }
}

extension ValueType.Scalar {
  fileprivate var typeName: String {
    switch self {
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    }
  }
}

extension FunctionType {
  fileprivate var layout: JSONLayout {
    .object([
      ("parameters", .list(parameters.map { $0.schema() })), ("result", result.schema()),
    ])
  }
}

extension VariantType {
  fileprivate func keywords(allowsNull: Bool) -> [(name: String, value: JSONLayout)] {
    let null = JSONLayout.object([("type", .string("null"))])
    let branches = branches { $0.schema() } + (allowsNull ? [null] : [])
    return (name.map { [("title", .string($0))] } ?? []) + [("oneOf", .list(branches))]
      + (isDecoded ? [(SchemaDocument.decodedKeyword, .text("true"))] : [])
  }
}

extension ObjectType {
  fileprivate var keywords: [(name: String, value: JSONLayout)] {
    var keywords: [(name: String, value: JSONLayout)] = []
    if let name { keywords.append(("title", .string(name))) }
    let properties = members.map { member in
      let schema = member.type.schema(
        defaultValue: member.defaultValue, description: member.description,
        isSecret: member.isSecret)
      return (name: member.name, value: schema)
    }
    keywords.append(("properties", .object(properties)))
    let required = members.filter(\.isRequired).map(\.name)
    if !required.isEmpty { keywords.append(("required", .strings(required))) }
    if !isOpen { keywords.append(("additionalProperties", .text("false"))) }
    if isDecoded { keywords.append((SchemaDocument.decodedKeyword, .text("true"))) }
    return keywords
  }
}

extension LuaValue {
  /// Whether the value reveals nothing: an empty string or table.
  fileprivate var saysNothing: Bool {
    switch self {
    case .string(let text): text.isEmpty
    case .table(let table): table.isEmpty
    default: false
    }
  }
}
