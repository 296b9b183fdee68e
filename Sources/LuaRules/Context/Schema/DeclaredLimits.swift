import LuaBridge

/// The bounds of a JSON Schema that types of values do not hold, by the path of the value.
///
/// The path of an element ends with `[]`, as in `order.lines[].count`.
package struct DeclaredLimits: Sendable {
  /// The bounds of one value.
  package struct Limits: Sendable, Hashable {
    /// The bounds of a number, and whether they are outside of the range.
    package var minimum: Double?
    package var maximum: Double?
    package var excludesMinimum = false
    package var excludesMaximum = false
    /// The least and the greatest length of a list.
    package var leastCount = 0
    package var mostCount: Int?
    /// Whether an object says which of its members are required.
    package var tellsRequired = false
  }

  private var limits: [String: Limits] = [:]
  /// The keys that every context sets; `nil` if the schema does not list them.
  package private(set) var requiredKeys: Set<ByteName>?
  /// Whether the schema says of some list how long it is at least.
  package private(set) var countsLists = false

  /// How many values have their bounds read, and how deep.
  private static let mostValues = 20_000
  private static let mostDepth = 16

  /// No bounds.
  package init() {}

  /// Returns the bounds of a value; `nil` if none are declared.
  package subscript(path: String) -> Limits? { limits[path] }

  /// Reads the bounds of the keys of a JSON Schema, which was read as types before.
  init(root: LuaValue) {
    let reader = SchemaReader(root: root, recursionBound: 0)
    guard let schema = try? reader.rootObject().0, case .table(let keys)? = schema["properties"]
    else { return }
    if case .table(let names)? = schema["required"] {
      var keys: Set<ByteName> = []
      for case .string(let name) in names.elements { keys.insert(name) }
      requiredKeys = keys
    }
    var count = 0
    for field in keys.fields { read(field.value, field.name, reader, depth: 0, &count) }
  }

  private mutating func read(
    _ value: LuaValue, _ path: String, _ reader: SchemaReader, depth: Int, _ count: inout Int
  ) {
    count += 1
    guard depth < Self.mostDepth, count < Self.mostValues, case .table(var schema) = value else {
      return
    }
    if schema["$ref"] != nil || schema["allOf"] != nil {
      var targets: [SchemaPointer] = []
      guard let whole = try? reader.merged(schema, at: SchemaPointer(), following: &targets) else {
        return
      }
      schema = whole
    }
    let found = Limits(schema)
    if found != Limits() { limits[path] = found }
    if found.leastCount > 0 { countsLists = true }
    if let items = schema["items"] { read(items, "\(path)[]", reader, depth: depth + 1, &count) }
    guard case .table(let members)? = schema["properties"] else { return }
    for field in members.fields {
      read(field.value, "\(path).\(field.name)", reader, depth: depth + 1, &count)
    }
  }

  /// Adds the bounds of other keys.
  mutating func merge(_ other: DeclaredLimits) {
    limits.merge(other.limits) { first, _ in first }
    if let keys = other.requiredKeys { requiredKeys = requiredKeys?.union(keys) ?? keys }
  }
}

extension DeclaredLimits.Limits {
  fileprivate init(_ schema: LuaTable) {
    minimum = schema["minimum"]?.double
    maximum = schema["maximum"]?.double
    if let bound = schema["exclusiveMinimum"]?.double, bound >= minimum ?? -.infinity {
      (minimum, excludesMinimum) = (bound, true)
    }
    if let bound = schema["exclusiveMaximum"]?.double, bound <= maximum ?? .infinity {
      (maximum, excludesMaximum) = (bound, true)
    }
    if case .integer(let count)? = schema["minItems"] { leastCount = Int(clamping: max(count, 0)) }
    if case .integer(let count)? = schema["maxItems"] { mostCount = Int(clamping: max(count, 0)) }
    tellsRequired = schema["required"] != nil
  }
}

extension LuaValue {
  /// The number as a `Double`, if it is one exactly.
  fileprivate var double: Double? {
    switch self {
    case .integer(let number): Double(exactly: number)
    case .number(let number): number
    default: nil
    }
  }
}
