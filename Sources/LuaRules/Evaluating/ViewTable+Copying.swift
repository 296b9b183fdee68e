import LuaBridge

// Lua counts the parts of a rule's value when the value leaves it. But the value may name one value of the
// host many times, and each time becomes a copy.

extension ViewTable {
  /// Begins to count the copies for another value that leaves Lua.
  func beginCopying() { copies.value = 0 }

  /// Counts a copy of what is behind a handle.
  ///
  /// - Returns: Whether the value that leaves Lua has at most `limit` parts so far.
  func countCopy(of handle: ObjectHandle, limit: Int) -> Bool {
    guard contains(handle), case .view(let view) = self[handle].content else { return true }
    let parts =
      if let value = view.subject as? LuaValue { value.nodeCount(upTo: limit) } else { view.count }
    let (sum, isOver) = copies.value.addingReportingOverflow(1 + parts)
    copies.value = isOver ? .max : sum
    return copies.value <= limit
  }

  /// Returns a value with copies of the views that it names.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - limit: How many parts the copies may have together, from ``beginCopying()`` on.
  ///   - isMasked: Whether the mask stands in the copy for what is secret.
  ///   - depth: How deep in a copy the value stands.
  /// - Returns: The value; objects that show no members are in it as they were.
  /// - Throws: ``ConversionError`` for a value that is too large or too deep, or holds the context.
  func expanded(
    _ value: LuaValue, limit: Int, isMasked: Bool = false, depth: Int = 0
  ) throws(ConversionError) -> LuaValue {
    guard depth <= LuaValue.copyDepth else {
      throw ConversionError(
        .wrongValue, given: "a value nested deeper than \(LuaValue.copyDepth) levels",
        expected: "fewer levels")
    }
    switch value {
    case .object(let handle):
      return try expanded(handle, limit: limit, isMasked: isMasked, depth: depth)
    case .table(let table):
      return .table(
        try table.mapValues { (_, value) throws(ConversionError) in
          try expanded(value, limit: limit, isMasked: isMasked, depth: depth + 1)
        })
    default: return value
    }
  }

  private func expanded(
    _ handle: ObjectHandle, limit: Int, isMasked: Bool, depth: Int
  ) throws(ConversionError) -> LuaValue {
    if isMasked, handle != .context, contains(handle), self[handle].isSecret {
      return .string(Redaction.text)
    }
    switch content(of: handle) {
    case .context: throw .isContext
    case .missing: return .null
    case .opaque: return .object(handle)
    case .view(let view):
      guard countCopy(of: handle, limit: limit) else {
        throw ConversionError(
          .wrongValue, given: "a value with too many parts", expected: "fewer parts")
      }
      let copy = try LuaValue(
        .view(view), depth: 0, isMasked: isMasked, opaque: { .object(add(opaque: $0)) })
      return try expanded(copy, limit: limit, isMasked: isMasked, depth: depth + 1)
    }
  }
}

extension ConversionError {
  static var isContext: ConversionError {
    ConversionError(
      .wrongType, given: "the context itself", expected: "a value, such as `c.title`")
  }
}

extension LuaValue {
  /// The number of scalars, names and tables; stops counting soon after `most`.
  func nodeCount(upTo most: Int) -> Int {
    guard case .table(let table) = self else { return 1 }
    var count = 1 + table.fields.count
    for element in table.elements where count <= most {
      count += element.nodeCount(upTo: most - count)
    }
    for field in table.fields where count <= most {
      count += field.value.nodeCount(upTo: most - count)
    }
    return count
  }
}
