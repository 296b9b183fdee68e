import CLuaSupport

/// A table of ``LuaNode`` values: a position in the tree of everything that the file returned.
@usableFromInline package struct LuaNodeTable: Sendable {
  let tree: LuaNodeTree
  let position: Int

  /// The values at the positions 1, 2, 3 ….
  @usableFromInline package var elements: Elements {
    Elements(
      rest: .init(tree: tree, count: tree.elementCount(at: position), position: position + 1))
  }

  /// The named values in byte order of their names.
  ///
  /// - Complexity: O(*n*) in the number of elements before them.
  @usableFromInline package var fields: Fields {
    let count = tree.fieldCount(at: position)
    return Fields(
      rest: .init(tree: tree, count: count, position: count > 0 ? elements.rest.end : position))
  }

  /// Whether there is no named value.
  @usableFromInline package var hasNoFields: Bool { tree.fieldCount(at: position) == 0 }

  /// Returns the node under a name.
  @usableFromInline package subscript(name: String) -> LuaNode? {
    fields.first { $0.name.utf8.elementsEqual(name.utf8) }?.node
  }

  /// A condition of a pattern, such as `at_least(18)`.
  package struct Condition {
    /// The name of the function that made it.
    package let name: String
    package let arguments: Elements
  }

  /// The condition that the table is; `nil` for any other table.
  package var condition: Condition? {
    guard tree.fieldCount(at: position) == 1, let field = fields.first(where: { _ in true }),
      field.name == LRS_CONDITION_FIELD, case .scalar(.string(let name)) = field.node
    else { return nil }
    return Condition(name: name, arguments: elements)
  }

  /// A condition of a pattern that the table is, or has in it.
  package var anyCondition: Condition? {
    if let condition { return condition }
    for node in Array(elements) + fields.map(\.node) {
      if case .table(let table) = node, let found = table.anyCondition { return found }
    }
    return nil
  }

  /// Where the table was made; `nil` if that is not known.
  package var origin: LuaTableOrigin? { tree.origin(at: position) }

  /// The origins of all tables that the file returned, as far as they are known.
  package var allOrigins: [LuaTableOrigin] { tree.origins }

  /// Whether there are no positional values.
  package var hasNoElements: Bool { tree.elementCount(at: position) == 0 }

  /// The position of a field's value.
  package struct Place: Sendable {
    fileprivate let position: Int32
  }

  /// The value at a place.
  package subscript(place: Place) -> LuaNode { tree.node(at: Int(place.position)) }

  /// Calls `body` with each field's name and the position of its value, in order.
  package func forEachField(_ body: (_ name: String, _ place: Place) -> Void) {
    var position = self.position + 1
    for _ in 0..<tree.elementCount(at: self.position) { position = tree.end(at: position) }
    for _ in 0..<tree.fieldCount(at: self.position) {
      body(tree.name(at: position), Place(position: Int32(position + 1)))
      position = tree.end(at: position + 1)
    }
  }

  /// The elements of a table, in order.
  @usableFromInline package struct Elements: Sequence, IteratorProtocol, Sendable {
    var rest: LuaNodeTree.Stretch

    /// The number of elements that are left.
    @usableFromInline package var count: Int { rest.count }
    /// Whether there are none.
    @usableFromInline package var isEmpty: Bool { rest.count == 0 }
    @usableFromInline package var underestimatedCount: Int { rest.count }

    /// Returns the next element.
    @usableFromInline package mutating func next() -> LuaNode? { rest.next { $0.node(at: $1) } }
  }

  /// The fields of a table, in order.
  @usableFromInline package struct Fields: Sequence, IteratorProtocol, Sendable {
    var rest: LuaNodeTree.Stretch

    /// Whether there are none.
    @usableFromInline package var isEmpty: Bool { rest.count == 0 }

    /// Returns the next field.
    @usableFromInline package mutating func next() -> (name: String, node: LuaNode)? {
      rest.next { tree, position in
        position += 1
        return (tree.name(at: position - 1), tree.node(at: position))
      }
    }
  }
}
