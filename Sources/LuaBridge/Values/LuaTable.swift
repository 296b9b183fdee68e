/// A copied Lua table.
///
/// A table with holes, or with keys other than positions and strings, cannot be
/// copied.
public struct LuaTable: Sendable {
  /// The values at the positions 1, 2, 3 ….
  public var elements: [LuaValue]

  /// The fields; `nil` unless the table is an object.
  ///
  /// An optional array, because a flag beside it would make every value of Lua larger.
  @usableFromInline var namedValues: [(name: String, value: LuaValue)]?

  /// The named values, in byte order of their names.
  ///
  /// An array, not a dictionary: Lua tells names apart by their bytes, Swift
  /// strings compare by canonical equivalence.
  @inlinable public var fields: [(name: String, value: LuaValue)] {
    get { namedValues ?? [] }
    _modify {
      // In two ways, because Swift 6.3 copies the array at each change if its content is looked at
      // after the change.
      if isObject {
        // swift-format-ignore: NeverForceUnwrap
        yield &namedValues!
      } else {
        var fields: [(name: String, value: LuaValue)] = []
        yield &fields
        if !fields.isEmpty { namedValues = fields }
      }
    }
  }

  /// Whether the table is an object even if it is empty.
  ///
  /// JSON and Swift distinguish an empty object from an empty list. An empty table that Lua made can be
  /// either; it counts as a list where no type says otherwise.
  @inlinable public var isObject: Bool { namedValues != nil }

  /// Creates a table; `fields` must be in byte order of their names.
  public init(elements: [LuaValue] = [], fields: [(name: String, value: LuaValue)] = []) {
    self.elements = elements
    namedValues = fields.isEmpty ? nil : fields
  }

  /// Creates an object, perhaps an empty one; `fields` must be in byte order of their names.
  public init(object fields: [(name: String, value: LuaValue)]) {
    elements = []
    namedValues = fields
  }

  /// An empty object.
  package static let emptyObject = LuaTable(object: [])

  /// Returns the value for the name; `nil` if there is none.
  ///
  /// - Complexity: O(log *n*) for *n* named values.
  public subscript(name: String) -> LuaValue? {
    position(of: name).map { fields[$0].value }
  }

  /// Sets the value for the name; a new name is inserted in byte order.
  package mutating func set(_ value: LuaValue, for name: String) {
    if let position = position(of: name) {
      fields[position].value = value
    } else {
      let position = fields.firstIndex { name.precedesInBytes($0.name) }
      fields.insert((name, value), at: position ?? fields.count)
    }
  }

  /// Up to this number of names the search is linear.
  private static let fewNames = 8

  /// Returns the index of the name among the fields.
  func position(of name: String) -> Int? {
    guard let fields = namedValues else { return nil }
    if fields.count > Self.fewNames { return fields.position(ofName: name) { $0.name } }
    for position in fields.indices where fields[position].name.hasSameBytes(as: name) {
      return position
    }
    return nil
  }

  /// Returns the table with transformed values; positional values have no name.
  package func mapValues<Failure>(
    _ transform: (_ name: String?, LuaValue) throws(Failure) -> LuaValue
  ) throws(Failure) -> LuaTable {
    var table = self
    for index in elements.indices { table.elements[index] = try transform(nil, elements[index]) }
    for (index, field) in fields.enumerated() {
      table.fields[index].value = try transform(field.name, field.value)
    }
    return table
  }

  /// Whether the table has neither positions nor names.
  public var isEmpty: Bool { elements.isEmpty && fields.isEmpty }
}
