extension LuaValue {
  /// Returns whether two scalars are equal by Lua's `==`.
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

  /// Returns whether two values are identical in every detail.
  ///
  /// Stricter than Lua's `==` on numbers (`3` is not `3.0`, but a NaN is
  /// itself) and looser on tables, which are alike when their contents are.
  package func isSame(as other: LuaValue) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)):
      left.bitPattern == right.bitPattern || left.isNaN && right.isNaN
    case (.integer, .number), (.number, .integer): false
    case (.table(let left), .table(let right)):
      left.hasSameContents(as: right) { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)): left == right
    default: isRawEqual(to: other)
    }
  }

  /// Returns whether two values are equal as data: tables by their contents, numbers by
  /// their values, and `nil` equals `null`.
  package func isEqual(to other: LuaValue) -> Bool {
    switch (self, other) {
    case (.table(let left), .table(let right)):
      left.hasSameContents(as: right) { $0.isEqual(to: $1) }
    case (.nil, .null), (.null, .nil): true
    default: isSame(as: other) || isRawEqual(to: other)
    }
  }

  /// Whether the value, as the result of a predicate, means that it does not hold: `nil`, `false`,
  /// and also `null`.
  @usableFromInline package var isFalse: Bool {
    switch self {
    case .nil, .null, .boolean(false): true
    default: false
    }
  }

  /// Lua's name for the type of the value, as in error messages.
  @usableFromInline package var typeName: String {
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

extension LuaTable {
  /// Returns whether two tables have the same names, and values that are equal by `areEqual`.
  fileprivate func hasSameContents(
    as other: LuaTable, by areEqual: (LuaValue, LuaValue) -> Bool
  ) -> Bool {
    elements.elementsEqual(other.elements, by: areEqual)
      && fields.elementsEqual(other.fields) {
        $0.name.hasSameBytes(as: $1.name) && areEqual($0.value, $1.value)
      }
  }
}
