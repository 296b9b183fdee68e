import LuaBridge

/// Looks at the keywords of a JSON Schema: for misspelt ones, and for those that are not enforced.
struct SchemaWords {
  /// The keywords that are enforced, or that describe a value.
  private static let understood =
    [
      "$defs", "$ref", "additionalProperties", "allOf", "anyOf", "const", "default", "definitions",
      "description", "enum", "exclusiveMaximum", "exclusiveMinimum", "format", "items", "maxItems",
      "maximum", "minItems", "minimum", "oneOf", "properties", "required", "title", "type",
    ] + SchemaDocument.ownKeywords
  /// The keywords of JSON Schema that restrict values and are not enforced.
  private static let unenforced = [
    "additionalItems", "contains", "dependencies", "dependentRequired", "dependentSchemas", "else",
    "if", "maxContains", "maxLength", "maxProperties", "minContains", "minLength",
    "minProperties", "multipleOf", "not", "nullable", "pattern", "patternProperties",
    "prefixItems", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
    "uniqueItems", "$dynamicRef",
  ]
  /// The keywords that say nothing of values; a word like one of them may mean anything.
  private static let annotations = [
    "$anchor", "$comment", "$dynamicAnchor", "$id", "$schema", "$vocabulary", "comment",
    "contentEncoding", "contentMediaType", "contentSchema", "deprecated", "example", "examples",
    "id", "readOnly",
  ]
  private static let known = Set(understood + unenforced + annotations)

  /// The keywords without their case and their signs.
  private static let squeezed: [String: String] = Dictionary(
    (understood + unenforced).map { (squeezed($0), $0) }, uniquingKeysWith: { first, _ in first })

  /// The first place of each keyword that is not enforced.
  private(set) var ignored: [(word: String, pointer: SchemaPointer)] = []
  private var told: Set<String> = []
  private var judged: [String: String?] = [:]

  /// Looks at a whole document.
  ///
  /// - Throws: ``SchemaReadingError`` for a word that is a slip away from a keyword.
  init(of root: LuaValue) throws(SchemaReadingError) {
    try look(at: root, SchemaPointer())
  }

  private mutating func look(
    at value: LuaValue?, _ pointer: SchemaPointer
  ) throws(SchemaReadingError) {
    guard case .table(let schema)? = value else { return }
    for field in schema.fields { try look(atWord: field.name, pointer) }
    for word in ["properties", "$defs", "definitions", SchemaDocument.hostKeyword] {
      try lookAtMembers(of: schema[word], pointer.appending(word))
    }
    for word in ["items", "additionalProperties", "result"] {
      try look(at: schema[word], pointer.appending(word))
    }
    for word in ["anyOf", "oneOf", "allOf", "parameters"] {
      guard case .table(let list)? = schema[word] else { continue }
      for (index, element) in list.elements.enumerated() {
        try look(at: element, pointer.appending(word).appending(String(index)))
      }
    }
    // A function is no schema, but its parameters and its result are.
    if case .table(let function)? = schema[SchemaDocument.functionKeyword] {
      let types = LuaTable(
        fields: function.fields.filter { ["parameters", "result"].contains($0.name) })
      try look(at: .table(types), pointer.appending(SchemaDocument.functionKeyword))
    }
  }

  private mutating func lookAtMembers(
    of value: LuaValue?, _ pointer: SchemaPointer
  ) throws(SchemaReadingError) {
    guard case .table(let members)? = value else { return }
    for member in members.fields { try look(at: member.value, pointer.appending(member.name)) }
  }

  private mutating func look(
    atWord word: String, _ pointer: SchemaPointer
  ) throws(SchemaReadingError) {
    if Self.unenforced.contains(word), told.insert(word).inserted {
      ignored.append((word, pointer.appending(word)))
    }
    guard let meant = meaning(of: word) else { return }
    throw SchemaReadingError(
      pointer: pointer.appending(word).text,
      message: "unknown keyword `\(word)`; did you mean `\(meant)`?")
  }

  /// Returns the keyword that an unknown word most likely means.
  private mutating func meaning(of word: String) -> String? {
    if Self.known.contains(word) { return nil }
    if let judged = judged[word] { return judged }
    let letters = Self.squeezed(word)
    var meant = Self.squeezed[letters]
    if meant == nil, letters.count >= 3,
      let near = Spelling.nearest(to: letters, among: Self.squeezed.keys.sorted()),
      near.isSlip || letters.count == 3
    {
      meant = Self.squeezed[near.name]
    }
    judged.updateValue(meant, forKey: word)
    return meant
  }

  private static func squeezed(_ word: String) -> String {
    word.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
