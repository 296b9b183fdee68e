import LuaBridge

/// The declared keys of a host, as a JSON Schema (draft 2020-12) expresses
/// them.
package struct SchemaDocument: Sendable {
  /// The keys, in byte order of their names.
  package let keys: [DeclaredProperty]
  /// The names of the host functions, in byte order, each once.
  package let hostFunctions: [String]
  /// The types of those host functions that declare them.
  package let hostFunctionTypes: [ByteName: FunctionType]
  /// Whether a context may set keys that are not declared.
  package let isOpen: Bool
  /// What a document says and this library does not enforce, in sentences with JSON pointers.
  package internal(set) var warnings: [String] = []

  /// Creates a document; if two keys have the same name, the first one wins.
  package init(
    keys: [DeclaredProperty], hostFunctions: [String] = [],
    hostFunctionTypes: [ByteName: FunctionType] = [:], isOpen: Bool = true
  ) {
    self.hostFunctionTypes = hostFunctionTypes
    let sorted = keys.sorted { $0.name.precedesInBytes($1.name) }
    self.keys = sorted.indices.filter { index in
      index == 0 || !sorted[index - 1].name.utf8.elementsEqual(sorted[index].name.utf8)
    }.map { sorted[$0] }
    let names = hostFunctions.sortedByBytes()
    self.hostFunctions = names.indices.filter { index in
      index == 0 || !names[index - 1].utf8.elementsEqual(names[index].utf8)
    }.map { names[$0] }
    self.isOpen = isOpen
  }

  /// The extension keyword that lists the host functions: a list of names, or an object that may tell
  /// their parameters and results as ``functionKeyword`` does.
  static let hostKeyword = "x-host"
  /// The extension keyword that names a Swift type without a JSON form.
  static let opaqueKeyword = "x-opaque"
  /// The extension keyword of an object that the host decodes from whatever rules give.
  static let decodedKeyword = "x-decoded"
  /// The extension keyword of a method that rules call.
  static let functionKeyword = "x-function"
  /// The extension keyword that says how the rules of a key answer together.
  static let hitPolicyKeyword = "x-hit-policy"
  /// The extension keyword for the value of a key after an error.
  static let onErrorKeyword = "x-on-error"
  /// The extension keyword for the name of the property in Swift that asks a key.
  static let accessorKeyword = "x-accessor"
  /// The standard keyword for a value that must not be shown.
  static let secretKeyword = "writeOnly"
  /// All these keywords.
  static let ownKeywords = [
    accessorKeyword, decodedKeyword, functionKeyword, hitPolicyKeyword, hostKeyword, onErrorKeyword,
    opaqueKeyword, secretKeyword,
  ]
  /// The address of the JSON Schema draft that is read and written.
  static let draft = "https://json-schema.org/draft/2020-12/schema"
}

/// One declared key.
package struct DeclaredProperty: Sendable {
  /// The name, which is the identity of the key.
  package var name: String
  /// The type of the key's values.
  package var type: ValueType
  /// The default as rules see it; `nil` when none is declared.
  package var defaultValue: LuaValue?
  /// The value that accessors give after an error; `nil` when none is declared.
  package var valueOnError: LuaValue?
  /// What the key means, for rule authors.
  package var description: String?
  /// Whether the values must not be printed.
  package var isSecret: Bool
  /// How the rules of the key answer together.
  package var hitPolicy: HitPolicy
  /// The name of the property in Swift that asks the key, if that is another name than the key's.
  package var accessor: String?

  /// Creates a declaration.
  package init(
    name: String, type: ValueType, defaultValue: LuaValue? = nil, valueOnError: LuaValue? = nil,
    description: String? = nil, isSecret: Bool = false, hitPolicy: HitPolicy = .first,
    accessor: String? = nil
  ) {
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
    self.valueOnError = valueOnError
    self.description = description
    self.isSecret = isSecret
    self.hitPolicy = hitPolicy
    self.accessor = accessor
  }
}

/// A JSON Schema that cannot be understood.
package struct SchemaReadingError: Error, Hashable, CustomStringConvertible {
  /// The JSON pointer to the error, such as `#/properties/todo/type`.
  ///
  /// Empty if the text is not JSON; then the message has line and column.
  package var pointer: String
  /// What is wrong: lower case, one line, without the place.
  package var message: String

  /// The place and the message.
  package var description: String {
    pointer.isEmpty ? message : "`\(pointer)`: \(message)"
  }
}
