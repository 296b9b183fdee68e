import LuaBridge

// A rule's value is counted on its way out of Lua; but it may hold the same
// value of the host many times over, and each becomes a copy of its own.

extension Access {
  /// Counts a copy of a host's value into the value that is coming out.
  ///
  /// - Returns: Whether there is room for it.
  func countCopy(of object: ViewedObject) -> Bool {
    guard case .view(let view) = object.content else { return true }
    let parts =
      if let value = view.subject as? LuaValue {
        value.nodeCount(upTo: limits.valueNodes)
      } else {
        view.count
      }
    let (sum, isOver) = copiedNodes.addingReportingOverflow(1 + parts)
    copiedNodes = isOver ? .max : sum
    return copiedNodes <= limits.valueNodes
  }

  /// The error of a value for which there was no room; `nil` when there was.
  var copyError: RuleError? {
    copiedNodes > limits.valueNodes ? .tooManyNodes(limits) : nil
  }
}

extension RuleError {
  static func tooManyNodes(_ budget: Budget) -> RuleError {
    RuleError(
      .budget, "a value with more than \(budget.valueNodes) parts cannot come out of the rules")
  }
}

extension LuaValue {
  /// The number of scalars, names and tables; no more than needed are counted.
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
