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

  /// Where the table was made; `nil` if that is not known.
  package var origin: LuaTableOrigin? { tree.origin(at: position) }

  /// The origins of all tables that the file returned, as far as they are known.
  package var allOrigins: [LuaTableOrigin] { tree.origins }

  /// Whether there are no positional values.
  package var hasNoElements: Bool { tree.elementCount(at: position) == 0 }

  /// Replaces a list by the positions of the elements.
  package func listElements(in places: inout [Place]) {
    places.removeAll(keepingCapacity: true)
    var position = self.position + 1
    for _ in 0..<tree.elementCount(at: self.position) {
      places.append(Place(position: Int32(position)))
      position = tree.end(at: position)
    }
  }

  /// The position of a value.
  package struct Place: Sendable {
    fileprivate let position: Int32
  }

  /// The value at a place.
  package subscript(place: Place) -> LuaNode { tree.node(at: Int(place.position)) }

  /// Whether the values at two places are the same.
  package func isSame(_ place: Place, as other: Place) -> Bool {
    tree.isSame(at: Int(place.position), as: Int(other.position))
  }

  /// Calls `body` with each field's name and the position of its value, in order.
  package func forEachField(_ body: (_ name: String, _ place: Place) -> Void) {
    guard !hasNoFields else { return }
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
