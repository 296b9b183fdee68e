import LuaBridge

extension LuaValue {
  /// Returns whether two values are alike in every detail.
  ///
  /// Stricter than Lua's `==` on numbers (`3` is not `3.0`, but a NaN is
  /// itself) and looser on tables, which are alike when their contents are.
  func isSame(as other: LuaValue) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)):
      left.bitPattern == right.bitPattern || left.isNaN && right.isNaN
    case (.integer, .number), (.number, .integer): false
    case (.table(let left), .table(let right)):
      left.elements.elementsEqual(right.elements) { $0.isSame(as: $1) }
        && left.fields.elementsEqual(right.fields) {
          $0.name.utf8.elementsEqual($1.name.utf8) && $0.value.isSame(as: $1.value)
        }
    case (.object(let left), .object(let right)): left == right
    default: isRawEqual(to: other)
    }
  }
}

extension LuaValue {
  /// Returns whether two values are equal as data: tables when their contents
  /// are, numbers when they are the same number, nothing to nothing.
  package func isEqual(to other: LuaValue) -> Bool {
    switch (self, other) {
    case (.table(let left), .table(let right)):
      left.elements.elementsEqual(right.elements) { $0.isEqual(to: $1) }
        && left.fields.elementsEqual(right.fields) {
          $0.name.utf8.elementsEqual($1.name.utf8) && $0.value.isEqual(to: $1.value)
        }
    case (.nil, .null), (.null, .nil): true
    default: isSame(as: other) || isRawEqual(to: other)
    }
  }
}
