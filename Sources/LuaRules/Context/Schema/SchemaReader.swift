import LuaBridge

/// A reader that turns one JSON Schema into types.
///
/// References are expanded in place. A reference inside of its own target is
/// followed `recursionBound` times; the next one becomes `any`.
struct SchemaReader {
  /// Why reading ends early.
  enum Failure: Error {
    /// The schema is wrong.
    case refused(SchemaReadingError)
    /// Types that contain themselves expand to too many types.
    case tooLarge
  }

  /// How many types references may expand to.
  static let maximumTypes = 200_000
  /// How many of these may be inside of a type that contains itself.
  static let maximumRepeatedTypes = 5_000
  /// How deep types may nest; deeper types become `any`.
  static let maximumDepth = 64

  let root: LuaValue
  let recursionBound: Int
  /// How many types have been read through references.
  private var referredTypes = 0
  /// How many types have been read inside of types that contain themselves.
  private var repeatedTypes = 0
  /// How many types enclose the current one.
  private var depth = 0
  /// Where types are read as any value, because several are allowed.
  var unions: [SchemaPointer] = []
  /// For each target of a reference, how many of its expansions are in
  /// progress.
  private var expansions: [SchemaPointer: Int] = [:]
  /// How many references lead to the current type.
  private var references = 0
  /// How many of these references are inside of their own targets.
  private var repetitions = 0

  init(root: LuaValue, recursionBound: Int) {
    self.root = root
    self.recursionBound = recursionBound
  }

  /// Reads the type that a schema describes.
  mutating func type(of schema: LuaValue, at pointer: SchemaPointer) throws(Failure) -> ValueType {
    try countType()
    guard depth < Self.maximumDepth else { return .any }
    if case .boolean(let allowsAnything) = schema {
      guard allowsAnything else { throw refusal(pointer, "`false` allows no value at all") }
      return .any
    }
    let schema = try table(schema, at: pointer)
    depth += 1
    defer { depth -= 1 }
    if hasParts(schema) {
      var targets: [SchemaPointer] = []
      let whole = try merged(schema, at: pointer, following: &targets)
      return try expanding(targets[...]) { reader throws(Failure) in
        try reader.type(ofObject: whole, at: pointer)
      }
    }
    if let reference = schema["$ref"] {
      return try referredType(reference, at: pointer.appending("$ref"))
    }
    return try type(ofObject: schema, at: pointer)
  }

  /// Reads the type that a reference leads to.
  private mutating func referredType(
    _ reference: LuaValue, at pointer: SchemaPointer
  ) throws(Failure) -> ValueType {
    let target = try resolve(reference, at: pointer)
    return try expanding([target.pointer]) { reader throws(Failure) in
      try reader.type(of: target.value, at: target.pointer)
    }
  }

  /// Reads a type inside of the targets of references; returns `any` where they are repeated too often.
  private mutating func expanding(
    _ targets: ArraySlice<SchemaPointer>,
    _ read: (inout SchemaReader) throws(Failure) -> ValueType
  ) throws(Failure) -> ValueType {
    guard let target = targets.first else { return try read(&self) }
    let count = expansions[target, default: 0]
    guard count <= recursionBound else { return .any }
    expansions[target] = count + 1
    references += 1
    repetitions += count > 0 ? 1 : 0
    defer {
      expansions[target] = count
      references -= 1
      repetitions -= count > 0 ? 1 : 0
    }
    return try expanding(targets.dropFirst(), read)
  }

  /// Counts a type against the bounds, which apply only inside of references.
  private mutating func countType() throws(Failure) {
    if references > 0 { referredTypes += 1 }
    if repetitions > 0 { repeatedTypes += 1 }
    guard repeatedTypes <= Self.maximumRepeatedTypes else { throw .tooLarge }
    guard referredTypes <= Self.maximumTypes else {
      throw refusal(
        SchemaPointer(), "the references expand to more than \(Self.maximumTypes) types")
    }
  }

  /// Finds the target of a reference.
  func resolve(
    _ reference: LuaValue, at pointer: SchemaPointer
  ) throws(Failure) -> (value: LuaValue, pointer: SchemaPointer) {
    let text = try string(reference, at: pointer)
    guard let target = SchemaPointer(reference: text) else {
      throw refusal(pointer, "only references like `#/$defs/Name` are understood, got `\(text)`")
    }
    var value = root
    for step in target.steps {
      guard let next = value.schemaMember(step) else {
        throw refusal(pointer, "there is nothing at `\(text)`")
      }
      value = next
    }
    return (value, target)
  }
}

// MARK: - What stands where

extension SchemaReader {
  func refusal(_ pointer: SchemaPointer, _ message: String) -> Failure {
    .refused(SchemaReadingError(pointer: pointer.text, message: message))
  }

  func table(_ value: LuaValue, at pointer: SchemaPointer) throws(Failure) -> LuaTable {
    guard case .table(let table) = value, table.isObject else {
      throw refusal(pointer, "expected an object, got \(value.jsonName)")
    }
    return table
  }

  func list(_ value: LuaValue, at pointer: SchemaPointer) throws(Failure) -> [LuaValue] {
    guard case .table(let table) = value, !table.isObject else {
      throw refusal(pointer, "expected a list, got \(value.jsonName)")
    }
    return table.elements
  }

  func string(_ value: LuaValue, at pointer: SchemaPointer) throws(Failure) -> String {
    guard case .string(let string) = value else {
      throw refusal(pointer, "expected a string, got \(value.jsonName)")
    }
    return string
  }

  /// Reads a string that may be absent.
  func optionalString(
    _ name: String, of schema: LuaTable, at pointer: SchemaPointer
  ) throws(Failure) -> String? {
    guard let value = schema[name] else { return nil }
    return try string(value, at: pointer.appending(name))
  }
}

extension LuaValue {
  /// The JSON name of the value's type, for messages.
  var jsonName: String {
    switch self {
    case .integer, .number: "a number"
    case .table(let table): table.isObject ? "an object" : "a list"
    default: typeName
    }
  }

  /// Returns the value at one step of a JSON pointer.
  fileprivate func schemaMember(_ step: String) -> LuaValue? {
    guard case .table(let table) = self else { return nil }
    if let value = table[step] { return value }
    guard let index = Int(step), table.elements.indices.contains(index) else { return nil }
    return table.elements[index]
  }
}
