import LuaBridge

/// How well a table agrees with a place that may have made it.
package struct TableFit {
  /// Whether the table has no field that the place does not write.
  package var isExact = true
  /// How many constants and functions agree.
  package var agreements = 0
}

/// Compares tables with the places that may have made them.
package struct TableComparison {
  /// How many more values are compared; without any left, everything seems to
  /// agree.
  package var steps: Int
  /// Returns the line of a function that is written in the file.
  private let lineOfFunction: (Int) -> Int?

  private static let deepest = 20

  package init(steps: Int, lineOfFunction: @escaping (Int) -> Int?) {
    self.steps = steps
    self.lineOfFunction = lineOfFunction
  }

  /// Returns how a table agrees with a place; `nil` if another place made it.
  package mutating func fit(_ table: LuaNodeTable, _ origin: TableOrigin) -> TableFit? {
    var fit = TableFit()
    return agrees(table, origin.table, of: origin.function, origin, 0, &fit) ? fit : nil
  }

  private mutating func agrees(
    _ table: LuaNodeTable, _ number: Int32, of function: WalkedFunction, _ origin: TableOrigin,
    _ depth: Int, _ fit: inout TableFit
  ) -> Bool {
    guard depth < Self.deepest, steps > 0 else { return true }
    let isOpen = function.openTables.contains(number)
    var present = 0
    for (name, node) in table.fields {
      guard steps > 0 else { return true }
      steps -= 1 + Int(function.file.written.tables[Int(number)].fieldCount) / 8
      guard let index = function.field(name, of: number) else {
        if !isOpen { fit.isExact = false }
        continue
      }
      let value = origin.value(ofField: index, in: function)
      if value.isPresent { present += 1 }
      guard agrees(node, value, origin, depth, &fit) else { return false }
    }
    return present == presentCount(number, of: function, origin)
      && elementsAgree(table, number, of: function, origin, depth, isOpen, &fit)
  }

  /// The number of fields that are certainly not `nil`.
  private mutating func presentCount(
    _ number: Int32, of function: WalkedFunction, _ origin: TableOrigin
  ) -> Int {
    var count = 0
    var next = function.file.written.tables[Int(number)].firstField
    while next >= 0 {
      steps -= 1
      if origin.value(ofField: next, in: function).isPresent { count += 1 }
      next = function.file.written.fields[Int(next)].next
    }
    return count
  }

  private mutating func elementsAgree(
    _ table: LuaNodeTable, _ number: Int32, of function: WalkedFunction, _ origin: TableOrigin,
    _ depth: Int, _ isOpen: Bool, _ fit: inout TableFit
  ) -> Bool {
    let written = function.file.written.tables[Int(number)]
    let nodes = table.elements
    if isOpen || written.anyElement != nil { return true }
    guard nodes.count == written.elements.count else {
      return nodes.count < written.elements.count
        && !written.elements.allSatisfy { origin.value($0.value, in: function).isPresent }
    }
    for (node, entry) in zip(nodes, written.elements) {
      guard steps > 0 else { return true }
      steps -= 1
      let value = origin.value(entry.value, in: function)
      guard agrees(node, value, origin, depth, &fit) else { return false }
    }
    return true
  }

  private mutating func agrees(
    _ node: LuaNode, _ value: TableOrigin.Value, _ origin: TableOrigin, _ depth: Int,
    _ fit: inout TableFit
  ) -> Bool {
    switch value {
    case .unknown: return true
    case .absent: return false
    case .constant(let constant):
      fit.agreements += 1
      guard case .scalar(let scalar) = node else { return false }
      return constant.isSame(as: scalar)
    case .closure(let line):
      fit.agreements += 1
      guard case .function(let number) = node else { return false }
      return lineOfFunction(number) == line
    case .table(let number, let function):
      guard case .table(let table) = node else { return false }
      return agrees(table, number, of: function, origin, depth + 1, &fit)
    }
  }
}

extension CompiledFunction.Constant {
  fileprivate func isSame(as value: LuaValue) -> Bool {
    switch (self, value) {
    case (.boolean(let one), .boolean(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.integer(let one), .number(let other)): Double(one) == other
    case (.float(let one), .number(let other)): one == other
    case (.float(let one), .integer(let other)): one == Double(other)
    case (.string, .string(let text)): isText(text)
    case (.string(let bytes), .bytes(let other)): bytes == other
    default: false
    }
  }
}
