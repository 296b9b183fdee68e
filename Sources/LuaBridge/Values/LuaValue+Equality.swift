extension LuaValue {
  /// Returns whether Lua's `==` holds between two scalars.
  ///
  /// Integers and floats compare by their mathematical value and strings by
  /// their bytes. Tables and objects have an identity in Lua that a copy does
  /// not have, so they are equal to nothing here.
  public func isRawEqual(to other: LuaValue) -> Bool {
    switch (self, other) {
    case (.nil, .nil), (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.integer(let left), .number(let right)): Int64(exactly: right) == left
    case (.number(let left), .integer(let right)): Int64(exactly: left) == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.bytes(let left), .bytes(let right)): left == right
    default: false
    }
  }

  /// Whether Lua takes the value for false: `nil`, `false`, and `null` as well.
  public var isFalse: Bool {
    switch self {
    case .nil, .null, .boolean(false): true
    default: false
    }
  }

  /// What Lua calls the type of the value, as error messages name it.
  public var typeName: String {
    switch self {
    case .nil: "nil"
    case .null: "null"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .number: "a number"
    case .string, .bytes: "a string"
    case .table: "a table"
    case .object: "an object of the host"
    case .function: "a function"
    }
  }
}
