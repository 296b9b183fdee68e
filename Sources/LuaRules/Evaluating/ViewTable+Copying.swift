import LuaBridge

// Lua counts the parts of a value that leaves it. But the value may name one host value many times,
// and each occurrence becomes a copy, so copies are counted here.

extension ViewTable {
  /// Resets the count of copies, for the next value that leaves Lua.
  func beginCopying() { copies.value = 0 }

  /// Counts a copy of the value behind a handle.
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

  /// Returns a value in which copies replace the views.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - limit: The most parts that all copies since ``beginCopying()`` may have.
  ///   - isMasked: Whether the mask replaces secrets in the copy.
  ///   - depth: The nesting depth of the value in the copy.
  /// - Returns: The value; objects that show no members are not copied.
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
  /// The number of scalars, names and tables; counting stops soon after `most`.
  package func nodeCount(upTo most: Int) -> Int {
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
