/// The order of keys in `pairs`, and of the elements of a set that becomes a list.
///
/// Numbers ascending, then strings in byte order, then booleans.
enum LuaOrder {
  /// Returns whether one scalar precedes the other.
  static func precedes(_ left: LuaValue, _ right: LuaValue) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.integer(let left), .number(let right)): right.isNaN || isLess(left, right)
    case (.number(let left), .integer(let right)): !left.isNaN && isLess(left, right)
    // NaN compares with nothing; here it follows all numbers, so that the order is total.
    case (.number(let left), .number(let right)): right.isNaN ? !left.isNaN : left < right
    case (.string(let left), .string(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.string(let left), .bytes(let right)): left.utf8.lexicographicallyPrecedes(right)
    case (.bytes(let left), .string(let right)): left.lexicographicallyPrecedes(right.utf8)
    case (.bytes(let left), .bytes(let right)): left.lexicographicallyPrecedes(right)
    case (.boolean(let left), .boolean(let right)): !left && right
    default: rank(left) < rank(right)
    }
  }

  /// Returns the elements of a set in an order that is the same in each run.
  ///
  /// They are ordered by their Lua forms if all are scalars, else by their descriptions.
  static func sorted<Element>(_ set: Set<Element>) -> [Element] {
    var scalars: [(key: LuaValue, element: Element)] = []
    scalars.reserveCapacity(set.count)
    for element in set {
      guard case .value(let scalar) = LuaRepresentation(of: element) else {
        return set.map { (String(describing: $0), $0) }
          .sorted { $0.0.precedesInBytes($1.0) }
          .map { $0.1 }
      }
      scalars.append((scalar, element))
    }
    return scalars.sorted { precedes($0.key, $1.key) }.map { $0.element }
  }

  private static func rank(_ value: LuaValue) -> Int {
    switch value {
    case .integer, .number: 0
    case .string, .bytes: 1
    case .boolean: 2
    case .null: 3
    case .nil, .table, .object, .function: 4
    }
  }

  // Exact: a double may lie between two integers that both round to it.

  private static func isLess(_ integer: Int64, _ number: Double) -> Bool {
    guard let bound = Int64(exactly: number.rounded(.up)) else { return number > 0 }
    return integer < bound
  }

  private static func isLess(_ number: Double, _ integer: Int64) -> Bool {
    guard let bound = Int64(exactly: number.rounded(.down)) else { return number < 0 }
    return bound < integer
  }
}
