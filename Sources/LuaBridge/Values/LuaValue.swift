/// A value that crosses the border between Swift and Lua by copy.
///
/// Scalars and tables are complete in themselves. A Swift object that rules may only look at
/// cannot be copied; an ``ObjectHandle`` names it, which is valid only in the
/// evaluation that made it.
public enum LuaValue: Sendable {
  /// `nil`: an absent value, or a value function that declines.
  case `nil`
  /// The explicit nothing: the global `null` of rule files.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A 64-bit integer.
  case integer(Int64)
  /// A floating-point number.
  case number(Double)
  /// A string that is valid UTF-8.
  case string(String)
  /// A string that is not valid UTF-8.
  ///
  /// INVARIANT: a string that is valid UTF-8 is always a `string`.
  case bytes([UInt8])
  /// A list, a dictionary, or both.
  case table(LuaTable)
  /// A Swift value that went into Lua as a view and came back.
  case object(ObjectHandle)
  /// A function, which has no Swift form.
  case function
}

/// The number of a Swift value that Lua holds a view of.
///
/// Handles count up within one evaluation, and end with it.
public struct ObjectHandle: Hashable, Sendable {
  /// The position among the objects of the evaluation.
  public let index: UInt32

  /// Creates a handle for a position.
  public init(index: UInt32) {
    self.index = index
  }
}

/// A copied Lua table.
///
/// A table with holes, or with keys other than positions and strings, cannot be
/// copied.
public struct LuaTable: Sendable {
  /// The values at the positions 1, 2, 3 ….
  public var elements: [LuaValue]

  /// The named values, in byte order of their names.
  ///
  /// An array, not a dictionary: Lua tells names apart by their bytes, Swift
  /// strings compare by canonical equivalence.
  public var fields: [(name: String, value: LuaValue)]

  /// Creates a table; `fields` must be in byte order of their names.
  public init(elements: [LuaValue] = [], fields: [(name: String, value: LuaValue)] = []) {
    self.elements = elements
    self.fields = fields
  }

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
